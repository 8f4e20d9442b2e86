import { mediumUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** The pictures about the shown one, the next ones first: three at once (specification 9.2). */
export function neighboursOf(items: readonly MediaItemDto[], index: number): MediaItemDto[] {
  return [index + 1, index - 1, index + 2].flatMap((place) => items[place] ?? []);
}

/** Fetches pictures ahead, so that the next one is there when it is wanted. */
export function preloadPictures(items: readonly MediaItemDto[]): void {
  for (const item of items) {
    if (item.derivatives === "failed") continue;
    const image = new Image();
    image.decoding = "async";
    image.src = mediumUrl(item);
  }
}
