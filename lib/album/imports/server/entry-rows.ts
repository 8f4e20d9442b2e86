import type { EntryReason } from "@/lib/album/imports/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Prisma } from "@/lib/db";

export const entrySelect = {
  id: true,
  archiveId: true,
  path: true,
  position: true,
  bytes: true,
  compressedBytes: true,
  method: true,
  crc32: true,
  turn: true,
  photoId: true,
  facts: true,
  albums: true,
  sha256: true,
  mediaId: true,
} as const satisfies Prisma.ImportEntrySelect;
export type EntryRow = Prisma.ImportEntryGetPayload<{ select: typeof entrySelect }>;

/** What an import's entries have in common. */
export interface EntryJob {
  importId: string;
  actor: MemberActor;
  timeZone: string;
  /** The folder whose files stay in it; null where they are copied. */
  folderInPlace: string | null;
  /** Who someone in the source is here. */
  memberOf: ReadonlyMap<string, string>;
  /** The accounts of those of them who have one. */
  accountOf: ReadonlyMap<string, string>;
  /** Whether what others said comes too (said-service). */
  bringsWords: boolean;
}

/** Someone in the source, with which family member that is. */
export const personOf = ({ memberOf }: EntryJob, name: string) => ({
  name,
  memberId: memberOf.get(name) ?? null,
});

export type Bytes = AsyncIterable<Uint8Array>;

export type Outcome =
  | { state: "added" | "known"; mediaId: string | null; sha256: string }
  | { state: "left" | "failed"; reason: EntryReason };
