import { queryOptions } from "@tanstack/react-query";
import type { Bounds } from "@/lib/album/map/client/projection";
import type { MapPlaceDto, MapPointsDto, OutlineDetail, OutlinesDto } from "@/lib/album/map/schema";
import { apiRequest } from "@/lib/http/api-client";

export const pointsKey = ["/api/map/points"] as const;
export const mapPlacesKey = ["/api/map/places"] as const;
export const placePath = (id: number) => `/map/places/${id}`;
export const placePhotosPath = (id: number) => `/api/map/places/${id}/photos`;

/** The map centred on this point. */
export const mapPathAt = ({ latitude, longitude }: { latitude: number; longitude: number }, zoom: number) =>
  `/map?at=${latitude.toFixed(4)},${longitude.toFixed(4)},${zoom}`;

/** The data of an open map is at most this old. */
const freshMs = 60_000;

/** All photos with a place. The browser caches the response and revalidates it. */
export const pointsOptions = () =>
  queryOptions<MapPointsDto | null>({
    queryKey: pointsKey,
    staleTime: freshMs,
    // A deep comparison of a hundred thousand points costs more than it saves.
    structuralSharing: false,
  });

export const mapPlacesOptions = () =>
  queryOptions<MapPlaceDto[] | null>({ queryKey: mapPlacesKey, staleTime: freshMs });

/** Towns with this name. Nobody waits for them, so a failure is silent. */
export const foundPlacesOptions = (q: string) =>
  queryOptions<MapPlaceDto[] | null>({
    queryKey: [`/api/map/places?q=${encodeURIComponent(q)}`],
    enabled: q !== "",
    staleTime: freshMs,
    retry: false,
  });

/** Every area is widened by this, about 5 m, so that a single spot is an area too. */
const margin = 0.00005;

/** The photos of an area of the map. */
export function areaPhotosPath({ west, south, east, north }: Bounds): string {
  const parameters = new URLSearchParams({
    west: Math.max(-180, west - margin).toFixed(5),
    south: Math.max(-90, south - margin).toFixed(5),
    east: Math.min(180, east + margin).toFixed(5),
    north: Math.min(90, north + margin).toFixed(5),
  });
  return `/api/map/photos?${parameters.toString()}`;
}

export const readOutlines = (detail: OutlineDetail) =>
  apiRequest<OutlinesDto>("GET", `/api/map/outlines/${detail}`);
export const readTownNames = (tile: string) =>
  apiRequest<{ name: string; latitude: number; longitude: number; population: number }[]>(
    "GET",
    `/api/map/names/${tile}`,
  );

/** A vector tile; apiRequest reads JSON only. */
export async function readStreets(tile: string): Promise<ArrayBuffer> {
  const response = await fetch(`/api/map/tiles/${tile}`, { credentials: "include" });
  if (!response.ok) throw new Error(`The tile answered ${response.status}`);
  return response.arrayBuffer();
}
