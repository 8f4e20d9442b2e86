import type { Prisma } from "@/lib/db";
import { Cache } from "@/lib/platform/cache";
import { processWide } from "@/lib/shared/process-wide";

export const fileSelect = {
  id: true,
  familyId: true,
  fileName: true,
  mediaType: true,
  mimeType: true,
  storagePath: true,
  sha256: true,
  derivatives: true,
  playable: true,
  playableSmall: true,
  mediumType: true,
  panorama: true,
  edits: true,
  editVersion: true,
  deletedAt: true,
  deletedById: true,
  uploaderId: true,
} as const;

/** What must be known about an item to serve one of its files. */
export type MediaFileRow = Prisma.MediaGetPayload<{ select: typeof fileSelect }>;

/** Changes by another server are seen after this time, this server's own immediately. */
const cacheMs = 2_000;
const maxCached = 20_000;

// Process-wide, so that a change reaches every bundle.
const cache = processWide(
  "media-files",
  () => new Cache<MediaFileRow>({ maxItems: maxCached, maxAgeMs: cacheMs, name: "media-files" }),
);

export function getCachedMediaFile(mediaId: string): MediaFileRow | null {
  return cache.get(mediaId) ?? null;
}

export function loadMediaFile(
  mediaId: string,
  read: () => Promise<MediaFileRow | null>,
): Promise<MediaFileRow | null> {
  return cache.load(mediaId, read);
}

export function forgetMediaFile(mediaId: string): void {
  // Ids in URLs can be in upper or lower case.
  cache.invalidate(mediaId.toLowerCase());
}
