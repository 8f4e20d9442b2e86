import type { MediaItemDto } from "@/lib/album/media/schema";

/** The key of an item's image in the cache and in the page; an edited photo has a different one. */
export const imageName = ({ id, editVersion }: Pick<MediaItemDto, "id" | "editVersion">): string =>
  editVersion > 0 ? `${id}@${editVersion}` : id;
