import type { MediaDetailDto, MediaItemDto, MediaPageDto } from "@/lib/album/media/schema";

/** A media item as returned by the server; `change` replaces fields. */
export function mediaItemDto(change: Partial<MediaItemDto> = {}): MediaItemDto {
  return {
    id: "01900000-0000-7000-8000-00000000a001",
    fileName: "IMG_0001.jpg",
    fileType: "image",
    mediaType: "image",
    mimeType: "image/jpeg",
    year: 2024,
    month: 3,
    yearPrecision: "exact",
    description: "",
    uploadDate: "2024-03-05T10:00:00.000Z",
    takenAt: null,
    storagePath: "family/1/original.jpg",
    featured: false,
    bytes: 2_000_000,
    width: 1600,
    height: 1200,
    durationMs: null,
    thumbHash: null,
    panorama: null,
    editVersion: 0,
    isEdited: false,
    derivatives: "ready",
    playable: "none",
    playableSmall: "none",
    uploadedBy: { id: "01900000-0000-7000-8000-000000000001", name: "Ada" },
    heartCount: 0,
    isHearted: false,
    stack: null,
    ...change,
  };
}

/** This many items, starting with "Picture 1". */
export function mediaItems(count: number, change: Partial<MediaItemDto> = {}): MediaItemDto[] {
  return Array.from({ length: count }, (_, index) =>
    mediaItemDto({ id: `item-${index + 1}`, description: `Picture ${index + 1}`, ...change }),
  );
}

export function mediaDetailDto(
  item: MediaItemDto,
  heartedBy: MediaDetailDto["heartedBy"] = [],
): MediaDetailDto {
  const counts = { hashtags: [], heartedBy, tags: [], commentCount: 0 };
  return { ...item, sha256: "0".repeat(64), ...counts, clip: null, edits: null };
}

interface PageChange {
  nextCursor?: string | null;
  previousCursor?: string | null;
  total?: number;
}

/** One page of a feed; `nextCursor` says that there is more. */
export function mediaPageDto(
  items: MediaItemDto[],
  { nextCursor = null, previousCursor = null, total = items.length }: PageChange = {},
): MediaPageDto {
  return {
    items,
    pagination: { total, limit: 60, offset: 0, hasMore: nextCursor !== null },
    nextCursor,
    previousCursor,
  };
}
