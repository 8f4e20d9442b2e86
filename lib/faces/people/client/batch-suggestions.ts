import { addHashtag } from "@/lib/album/hashtags/client/adding-calls";
import { requestBatchSuggestions, requestTagGroup } from "@/lib/faces/people/client/queries";
import type { BatchSuggestionsDto } from "@/lib/faces/people/schema";
import { batchSize } from "@/lib/shared/sorter-batch-size";

function batches(mediaIds: readonly string[]): string[][] {
  const all: string[][] = [];
  for (let at = 0; at < mediaIds.length; at += batchSize) all.push(mediaIds.slice(at, at + batchSize));
  return all;
}

function joined<T extends { mediaIds: string[] }>(lists: readonly T[][], keyOf: (one: T) => string): T[] {
  const found = new Map<string, T>();
  for (const one of lists.flat()) {
    const before = found.get(keyOf(one));
    found.set(keyOf(one), before ? { ...before, mediaIds: [...before.mediaIds, ...one.mediaIds] } : one);
  }
  return [...found.values()].sort((one, other) => other.mediaIds.length - one.mediaIds.length);
}

/** Merges the answers about parts of a batch into one. */
export function joinSuggestions(parts: readonly BatchSuggestionsDto[]): BatchSuggestionsDto {
  return {
    waiting: parts.reduce((sum, { waiting }) => sum + waiting, 0),
    labels: joined(
      parts.map(({ labels }) => labels),
      ({ hashtag }) => hashtag,
    ),
    groups: joined(
      parts.map(({ groups }) => groups),
      ({ groupId }) => groupId,
    ),
  };
}

/** The people and things that a batch of any size seems to show. @throws ApiError */
export async function fetchBatchSuggestions(mediaIds: readonly string[]): Promise<BatchSuggestionsDto> {
  const parts: BatchSuggestionsDto[] = [];
  for (const batch of batches(mediaIds)) parts.push(await requestBatchSuggestions(batch));
  return joinSuggestions(parts);
}

/** @throws ApiError */
export async function addHashtagToBatch(hashtag: string, mediaIds: readonly string[]): Promise<void> {
  for (const batch of batches(mediaIds)) await addHashtag(hashtag, batch);
}

/** @throws ApiError */
export async function tagGroupOnBatch(groupId: string, mediaIds: readonly string[]): Promise<void> {
  for (const batch of batches(mediaIds)) await requestTagGroup(groupId, batch);
}
