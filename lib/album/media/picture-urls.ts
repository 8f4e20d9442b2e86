import type { MediaItemDto, StreamQuality } from "@/lib/album/media/schema";

type Versioned = Pick<MediaItemDto, "id"> & Partial<Pick<MediaItemDto, "editVersion">>;
type Pictured = Versioned & Pick<MediaItemDto, "mediaType">;

/** An open page fetches an edited picture only under a new URL; the server ignores the parameter. */
const versionOf = ({ editVersion = 0 }: Versioned) => (editVersion > 0 ? `?v=${editVersion}` : "");

/** The small picture, 320 px; a clip's poster. */
export function thumbnailUrl(item: Pictured): string {
  return item.mediaType === "video"
    ? posterUrl(item.id)
    : `/api/images/thumbnail/${item.id}${versionOf(item)}`;
}

/** The medium picture, 1280 px; a clip's poster in that size. */
export function mediumUrl(item: Versioned): string {
  return `/api/images/medium/${item.id}${versionOf(item)}`;
}

export function posterUrl(id: string): string {
  return `/api/video/thumbnail/${id}`;
}

/** @param quality exactly this rendition of a long video; by default the best available */
export function streamUrl(id: string, quality?: StreamQuality): string {
  return `/api/video/stream/${id}${quality ? `?quality=${quality}` : ""}`;
}

export function trashThumbnailUrl(id: string): string {
  return `/api/media/trash/${id}/thumbnail`;
}

/** The path of an item in the viewer (specification 2.2). */
export function viewerPath(id: string): string {
  return `/view-image/${id}`;
}

/** The item on its own page, with its comments: where notifications lead. */
export function cardPath(id: string): string {
  return `/card/${id}`;
}

/** The feed starting at an item. */
export function feedPath(id: string): string {
  return `/feed/${id}`;
}

/** The target of a shared link: the viewer, under the URL for one image (specification 2.2). */
export function singleImagePath(id: string): string {
  return `/display-single-image-${id}`;
}

export function monthPath(year: number, month: number): string {
  return `/media/${year}/${month}`;
}

/** A month, scrolled to one of its items (specification 2.2). */
export function highlightPath(item: Pick<MediaItemDto, "id" | "year" | "month">): string {
  return `/${item.year}/${item.month}?highlight=${item.id}`;
}

/** Names the item that a list opens with. */
export const openParameter = "open";
/** Specification 2.4: Recent Uploads, with this item in the viewer. */
export const openRecentPath = (id: string) => `/recent-uploads?${openParameter}=${encodeURIComponent(id)}`;

/** A face as a small square picture. */
export const faceUrl = (faceId: string) => `/api/people/faces/${faceId}/image`;
