import type { MediaList } from "@/lib/album/media/client/media-list";
import { mediumUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** The pictures around the shown one, nearest first: three at once (specification 9.2). */
export function neighboursOf(items: Pick<MediaList, "at">, index: number): MediaItemDto[] {
  return [index + 1, index - 1, index + 2].flatMap((place) => items.at(place) ?? []);
}

/** Fetches pictures ahead of time, so the next one is ready when needed. */
export function preloadPictures(items: readonly MediaItemDto[]): void {
  for (const item of items) {
    if (item.derivatives === "failed") continue;
    const image = new Image();
    image.decoding = "async";
    image.src = mediumUrl(item);
  }
}
