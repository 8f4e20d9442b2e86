import type { QueryClient } from "@tanstack/react-query";
import { dropMedia, patchMedia, refreshMedia } from "@/lib/album/media/client/media-cache";
import { detailKey, favoritesKey, trashKey } from "@/lib/album/media/client/queries";
import { apiRequest } from "@/lib/http/api-client";
import type { FiledMonth } from "@/lib/shared/months";

/** Why some of the items were left unchanged. */
export interface BatchRefusal {
  code: string;
  /** A sentence for people, with the number: "3 of 41 belong to other people." */
  message: string;
  count: number;
}

export interface BatchAnswer {
  changedIds: string[];
  refusals: BatchRefusal[];
}

/** The changes one call can make to many items, and what each needs besides the items. */
export type BatchChange =
  | { action: "trash" | "restore" | "basket" }
  | ({ action: "move" } & FiledMonth)
  | { action: "describe"; description?: string; addHashtags?: string[] }
  | { action: "tag"; userIds: string[] }
  | { action: "heart"; hearted: boolean }
  | { action: "addToAlbum" | "removeFromAlbum"; albumId: string; title: string };

export function requestBatch(
  { action, ...change }: BatchChange,
  mediaIds: readonly string[],
  withStacks = false,
): Promise<BatchAnswer> {
  if ("albumId" in change) {
    const method = action === "addToAlbum" ? "POST" : "DELETE";
    return apiRequest(method, `/api/albums/${change.albumId}/items`, { mediaIds });
  }
  return apiRequest("POST", `/api/media/batch/${action}`, {
    mediaIds,
    ...change,
    ...(withStacks ? { withStacks } : {}),
  });
}

/** The shop's calls: the basket, and the free prints it leaves this month. */
const basketCalls = ["/api/basket/items", "/api/user/quota"];

/** Updates the lists and counts in this browser, as after the same change of one item. */
export async function afterBatch(
  queryClient: QueryClient,
  change: BatchChange,
  changedIds: readonly string[],
): Promise<void> {
  switch (change.action) {
    case "basket":
      await Promise.all(basketCalls.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
      return;
    case "heart": {
      const { hearted } = change;
      patchMedia(queryClient, changedIds, (item) =>
        item.isHearted === hearted
          ? {}
          : { isHearted: hearted, heartCount: Math.max(0, item.heartCount + (hearted ? 1 : -1)) },
      );
      queryClient.removeQueries({ queryKey: favoritesKey, type: "inactive" });
      const details = new Set<unknown>(changedIds.map((id) => detailKey(id)[0]));
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => details.has(queryKey[0]) });
      return;
    }
    case "trash":
      dropMedia(queryClient, changedIds);
      queryClient.removeQueries({ queryKey: trashKey, type: "inactive" });
      // This browser had no copy of some of the items, so only the server knows the counts.
      return refreshMedia(queryClient);
    default:
      return refreshMedia(queryClient);
  }
}

/** A ZIP created while it is downloaded. */
export interface ArchiveDto {
  id: string;
  url: string;
  fileName: string;
  bytes: number;
  count: number;
}

export type ArchiveOf =
  | { mediaIds: readonly string[]; withStacks?: boolean }
  | { albumId: string }
  | { year: number; month?: number };

export function requestArchive(what: ArchiveOf): Promise<ArchiveDto> {
  return apiRequest("POST", "/api/media/archives", what);
}
