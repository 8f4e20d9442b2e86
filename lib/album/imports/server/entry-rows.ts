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
  /** The folder whose files stay in it; null if they are copied. */
  folderInPlace: string | null;
  /** The family member behind each name in the source. */
  memberOf: ReadonlyMap<string, string>;
  /** The account behind each name, for those who have one. */
  accountOf: ReadonlyMap<string, string>;
  /** Whether what others said is imported too (said-service). */
  bringsWords: boolean;
}

/** Someone in the source, with the family member they are. */
export const personOf = ({ memberOf }: EntryJob, name: string) => ({
  name,
  memberId: memberOf.get(name) ?? null,
});

export type Bytes = AsyncIterable<Uint8Array>;

export type Outcome =
  | { state: "added" | "known"; mediaId: string | null; sha256: string }
  | { state: "left" | "failed"; reason: EntryReason };
