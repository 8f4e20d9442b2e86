import { queryOptions } from "@tanstack/react-query";
import type { HiddenPlaceDto, HiddenPlaceMode } from "@/lib/album/places/schema";
import { apiRequest } from "@/lib/http/api-client";

const hiddenPlacesKey = ["/api/map/hidden-places"] as const;

/** Places that the family hides, for its admins. */
export const hiddenPlacesOptions = () =>
  queryOptions<HiddenPlaceDto[] | null>({ queryKey: hiddenPlacesKey, staleTime: 30_000 });

export interface NewHiddenPlace {
  name: string;
  latitude: number;
  longitude: number;
  radiusM: number;
  mode: HiddenPlaceMode;
}

/** @param key the same for every attempt, so that the server hides it once */
export function createHiddenPlace(place: NewHiddenPlace, key: string): Promise<HiddenPlaceDto> {
  return apiRequest("POST", "/api/map/hidden-places", place, { headers: { "Idempotency-Key": key } });
}

export async function deleteHiddenPlace(id: string): Promise<void> {
  await apiRequest("DELETE", `/api/map/hidden-places/${id}`);
}
