import type { MediaItemDto } from "@/lib/album/media/schema";

/** What an item's image is kept under, in the cache and in the page: an edited photo is another one. */
export const imageName = ({ id, editVersion }: Pick<MediaItemDto, "id" | "editVersion">): string =>
  editVersion > 0 ? `${id}@${editVersion}` : id;
