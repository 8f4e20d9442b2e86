import type { Place } from "@/lib/album/media/taken-date";
import { apiRequest } from "@/lib/http/api-client";
import { batchSize } from "@/lib/shared/sorter-batch-size";
import type { KnownInAlbum } from "@/lib/sorter/review-item";
import type { KnownMediaDto, PlacesDto } from "@/lib/sorter/schema";

async function inBatches<T>(all: readonly T[], work: (batch: T[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += batchSize) await work(all.slice(at, at + batchSize));
}

/** Which of these are in the album, by their SHA-256. @throws ApiError */
export async function fetchKnownMedia(sha256: readonly string[]): Promise<Map<string, KnownInAlbum>> {
  const found = new Map<string, KnownInAlbum>();
  await inBatches([...new Set(sha256)], async (batch) => {
    const { known } = await apiRequest<KnownMediaDto>("POST", "/api/media/known", { sha256: batch });
    for (const { sha256: hash, ...item } of known) found.set(hash, item);
  });
  return found;
}

/** About a kilometre: precise enough for a town, too coarse for a house. */
export function roundPlace({ latitude, longitude }: Place): Place {
  return { latitude: Math.round(latitude * 100) / 100, longitude: Math.round(longitude * 100) / 100 };
}

const keyOf = ({ latitude, longitude }: Place) => `${latitude} ${longitude}`;

/** The names of the towns near these places, in their order. The server only gets rounded places. @throws ApiError */
export async function fetchPlaceNames(places: readonly Place[]): Promise<(string | null)[]> {
  const names = new Map<string, string | null>();
  const rounded = places.map(roundPlace);
  const points = [...new Map(rounded.map((place) => [keyOf(place), place])).values()];
  await inBatches(points, async (batch) => {
    const answer = await apiRequest<PlacesDto>("POST", "/api/places/nearest", { points: batch });
    for (const [index, place] of batch.entries()) names.set(keyOf(place), answer.places[index] ?? null);
  });
  return rounded.map((place) => names.get(keyOf(place)) ?? null);
}
