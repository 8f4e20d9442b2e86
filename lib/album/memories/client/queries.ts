import { queryOptions } from "@tanstack/react-query";
import type { MemoryPersonDto, OnThisDayDto } from "@/lib/album/memories/schema";
import { apiRequest } from "@/lib/http/api-client";

/** @param date YYYY-MM-DD */
export const onThisDayKey = (date: string) => [`/api/on-this-day?date=${date}`] as const;
/** Every date viewed in this browser. */
export const isOnThisDayKey = (key: unknown) =>
  typeof key === "string" && key.startsWith("/api/on-this-day?");
export const onThisDayOptions = (date: string) =>
  queryOptions<OnThisDayDto | null>({ queryKey: onThisDayKey(date) });

export const memoryPeopleKey = ["/api/on-this-day/people"] as const;
export const memoryPeopleOptions = () =>
  queryOptions<MemoryPersonDto[] | null>({ queryKey: memoryPeopleKey });

/** Never reminds the person of an item again. @throws ApiError */
export async function hideMemory(mediaId: string): Promise<void> {
  await apiRequest("POST", "/api/on-this-day/hidden", { mediaId });
}

/** Undoes that. @throws ApiError */
export async function showMemory(mediaId: string): Promise<void> {
  await apiRequest("DELETE", `/api/on-this-day/hidden/${mediaId}`);
}

/** Sets whether the person is reminded of someone. @throws ApiError */
export function hidePerson(id: string, isHidden: boolean): Promise<MemoryPersonDto> {
  return apiRequest("PUT", `/api/on-this-day/people/${id}`, { isHidden });
}

/** Sets whether anyone in the family is reminded of someone. @throws ApiError */
export function leaveOutPerson(id: string, isLeftOut: boolean): Promise<MemoryPersonDto> {
  return apiRequest("PUT", `/api/on-this-day/people/${id}/rule`, { isLeftOut });
}
