import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type {
  CreateNoteInput,
  GrowingNoteDto,
  GrowingUpDto,
  ItemAgesDto,
  UpdateNoteInput,
} from "@/lib/album/growing-up/schema";
import { apiRequest } from "@/lib/http/api-client";
import { refreshQueries } from "@/lib/http/refresh-queries";

export const growingUpKey = (id: string) => [`/api/growing-up/${id}`] as const;
export const growingUpOptions = (id: string) =>
  queryOptions<GrowingUpDto | null>({ queryKey: growingUpKey(id) });

export const itemAgesKey = (mediaId: string) => [`/api/media/${mediaId}/growing-up`] as const;
export const itemAgesOptions = (mediaId: string) =>
  queryOptions<ItemAgesDto | null>({ queryKey: itemAgesKey(mediaId) });

/** Refreshes notes wherever they are open. */
export function refreshGrowing(client: QueryClient): Promise<void> {
  return refreshQueries(client, {
    predicate: ({ queryKey: [path] }) => typeof path === "string" && /\/growing-up(\/|$)/.test(path),
  });
}

/** @param key the same for every attempt to save the same note @throws ApiError */
export function createNote(memberId: string, note: CreateNoteInput, key: string): Promise<GrowingNoteDto> {
  return apiRequest("POST", `/api/growing-up/${memberId}/notes`, note, {
    headers: { "Idempotency-Key": key },
  });
}

/** @throws ApiError */
export function updateNote(id: string, change: UpdateNoteInput): Promise<GrowingNoteDto> {
  return apiRequest("PATCH", `/api/growing-notes/${id}`, change);
}

/** @throws ApiError */
export async function deleteNote(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/growing-notes/${id}`);
}
