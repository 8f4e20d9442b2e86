import type { Prisma } from "@/lib/db";

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
  mediumType: true,
  deletedAt: true,
  deletedById: true,
  uploaderId: true,
} as const;

/** What must be known of an item to hand out one of its files. */
export type MediaFileRow = Prisma.MediaGetPayload<{ select: typeof fileSelect }>;

/** Another server's change is seen after this; one of this process at once. */
const cacheMs = 5_000;
const maxCached = 20_000;

// Shared by the server bundle and Next's bundle of the same process.
const holder = globalThis as typeof globalThis & {
  keepsakeMediaFiles?: { rows: Map<string, { row: MediaFileRow; until: number }>; changes: number };
};
holder.keepsakeMediaFiles ??= { rows: new Map(), changes: 0 };
const known = holder.keepsakeMediaFiles;
const cached = known.rows;

export function rememberedMediaFile(mediaId: string): MediaFileRow | null {
  const found = cached.get(mediaId);
  return found && found.until > performance.now() ? found.row : null;
}

/** To be taken before a row is read: what changed while it was read must not be kept. */
export function mediaFileChanges(): number {
  return known.changes;
}

export function rememberMediaFile(row: MediaFileRow, changesBefore: number): void {
  if (changesBefore !== known.changes) return;
  if (cached.size >= maxCached) cached.delete(cached.keys().next().value ?? "");
  cached.set(row.id, { row, until: performance.now() + cacheMs });
}

export function forgetMediaFile(mediaId: string): void {
  known.changes++;
  // Ids are written either way in addresses.
  cached.delete(mediaId.toLowerCase());
}
