import type { ExportedItem } from "@/lib/album/exports/format";
import { findAttributions } from "@/lib/album/imported-people/server/attribution-service";
import { readEdits } from "@/lib/album/media/picture-edits";
import { factsSelect, type StoredFacts } from "@/lib/album/media/server/facts-service";
import { visibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import type { ExportedPeople, ExportOf } from "@/lib/operations/exports/server/people-service";

const itemsAtOnce = 200;

const fileSelect = {
  id: true,
  fileName: true,
  mimeType: true,
  bytes: true,
  sha256: true,
  storagePath: true,
} as const;

const itemSelect = {
  ...fileSelect,
  mediaType: true,
  width: true,
  height: true,
  durationMs: true,
  year: true,
  month: true,
  yearPrecision: true,
  takenAt: true,
  uploadDate: true,
  uploaderId: true,
  description: true,
  featured: true,
  edits: true,
  editVersion: true,
  coveredById: true,
  isStackDecided: true,
  hashtags: { select: { hashtag: true }, orderBy: { hashtag: "asc" } },
  tags: {
    select: { memberId: true, taggedById: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { memberId: "asc" }],
  },
  hearts: {
    select: { userId: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
  },
  importedHearts: {
    select: { personId: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { personId: "asc" }],
  },
  comments: {
    select: {
      userId: true,
      importedPersonId: true,
      text: true,
      createdAt: true,
      editedAt: true,
      recording: { select: { id: true, storagePath: true, bytes: true, durationMs: true } },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  },
  facts: { select: factsSelect },
  clip: { select: { ...fileSelect, durationMs: true } },
  faces: {
    where: { group: { memberId: { not: null }, isHidden: false } },
    select: {
      left: true,
      top: true,
      width: true,
      height: true,
      placedByHand: true,
      group: { select: { memberId: true } },
    },
    orderBy: { id: "asc" },
  },
  // Faces named by an import that recognition hasn't found.
  importedFaces: {
    where: { member: { neverRecognize: false } },
    select: { memberId: true, left: true, top: true, width: true, height: true, isByHand: true },
    orderBy: { id: "asc" },
  },
} as const satisfies Prisma.MediaSelect;
export type ItemRow = Prisma.MediaGetPayload<{ select: typeof itemSelect }> & {
  /** The person who added it in another installation and has no account in this one. */
  importedUploaderId: string | null;
};

/** Only the person's uploads, if the export is limited to them. */
const ofPerson = ({ scope, userId }: ExportOf) =>
  scope === "own" ? Sql.sql`AND m."uploaderId" = ${userId}::uuid` : Sql.empty;

/**
 * The ids of the exported items, oldest first: the order in the ZIP. One statement, so that items moved meanwhile
 * aren't missed.
 */
export async function listItemIds(of: ExportOf): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT m.id FROM "Media" m WHERE ${visibleMediaSql(of)} ${ofPerson(of)}
    ORDER BY m.year, m.month, m."sortAt", m.id`;
  return rows.map(({ id }) => id);
}

/** The items in batches, without those that have been deleted meanwhile. */
export async function* readItems(of: ExportOf, ids: readonly string[]): AsyncGenerator<ItemRow[]> {
  for (let at = 0; at < ids.length; at += itemsAtOnce) {
    const batch = ids.slice(at, at + itemsAtOnce);
    const rows = await db.media.findMany({
      where: {
        id: { in: batch },
        ...visibleMedia(of),
        ...(of.scope === "own" ? { uploaderId: of.userId } : {}),
      },
      select: itemSelect,
    });
    const attributions = await findAttributions(of.familyId, "upload", batch);
    const byId = new Map(
      rows.map((row) => {
        const importedUploaderId = attributions.get(row.id)?.[0]?.importedPersonId ?? null;
        return [row.id, { ...row, importedUploaderId }] as const;
      }),
    );
    yield batch.flatMap((id) => byId.get(id) ?? []);
  }
}

/** Rounds a fraction of a side: a four-byte float prints more digits than it holds. */
const share = (value: number) => Math.round(value * 1e6) / 1e6;

const exportedFile = (
  { fileName, mimeType, bytes, sha256 }: ItemRow | NonNullable<ItemRow["clip"]>,
  path: string | null,
) => ({
  path,
  fileName,
  mimeType,
  bytes: Number(bytes),
  sha256,
});

function exportedFacts(
  { showsFacts, showsPlaces }: ExportOf,
  facts: StoredFacts | null,
): ExportedItem["facts"] {
  if (!facts || !showsFacts) return null;
  const { sha1: _, ...shown } = facts;
  return showsPlaces ? shown : { ...shown, latitude: null, longitude: null, altitudeM: null };
}

function facesOf({ faces, importedFaces }: ItemRow): ExportedItem["faces"] {
  const found = faces.flatMap(({ group, placedByHand: isByHand, ...place }) =>
    group?.memberId ? [{ memberId: group.memberId, isByHand, ...place }] : [],
  );
  return [...found, ...importedFaces].map(({ memberId, isByHand, left, top, width, height }) => ({
    ...{ person: memberId, isByHand },
    ...{ left: share(left), top: share(top), width: share(width), height: share(height) },
  }));
}

/** Where an item's files are in the export; null for files that don't exist or are lost. */
export interface ItemPaths {
  original: string | null;
  clip: string | null;
  edited: string | null;
  /** The recordings of voice notes on it, by id. */
  recordings: ReadonlyMap<string, string | null>;
}

function exportedRecording(
  recording: ItemRow["comments"][number]["recording"],
  { recordings }: ItemPaths,
): { recording?: NonNullable<ExportedItem["comments"][number]["recording"]> } {
  if (!recording) return {};
  const { id, bytes, durationMs } = recording;
  return { recording: { path: recordings.get(id) ?? null, bytes: Number(bytes), durationMs } };
}

/** An item as written to `keepsake.json`. */
export function exportedItem(
  of: ExportOf,
  row: ItemRow,
  paths: ItemPaths,
  { personOf, importedPersonOf, isKnown }: ExportedPeople,
): ExportedItem {
  /** Omits rows of unknown people, who deleted their accounts a moment ago. */
  const known = <Row extends { userId: string | null; importedPersonId?: string | null }, Kept>(
    rows: readonly Row[],
    keep: (by: string, row: Row) => Kept,
  ) =>
    rows.flatMap((one) => {
      const by = personOf(one.userId) ?? importedPersonOf(one.importedPersonId ?? null);
      return by === null ? [] : [keep(by, one)];
    });
  const imported = row.importedHearts.map(({ personId, createdAt }) => ({
    ...{ userId: null, importedPersonId: personId },
    createdAt,
  }));
  return {
    id: row.id,
    ...exportedFile(row, paths.original),
    type: row.mediaType,
    width: row.width,
    height: row.height,
    durationMs: row.durationMs,
    year: row.year,
    month: row.month,
    precision: row.yearPrecision,
    takenAt: row.takenAt?.toISOString().slice(0, -1) ?? null,
    uploadedAt: row.uploadDate.toISOString(),
    uploadedBy: importedPersonOf(row.importedUploaderId) ?? personOf(row.uploaderId),
    description: row.description,
    hashtags: row.hashtags.map(({ hashtag }) => hashtag),
    isMonthCover: row.featured,
    people: row.tags
      .filter(({ memberId }) => isKnown(memberId))
      .map(({ memberId, taggedById, createdAt }) => ({
        person: memberId,
        by: personOf(taggedById),
        at: createdAt.toISOString(),
      })),
    faces: facesOf(row).filter(({ person }) => isKnown(person)),
    hearts: known([...row.hearts, ...imported], (by, { createdAt }) => ({
      by,
      at: createdAt.toISOString(),
    })),
    comments: known(row.comments, (by, { text, createdAt, editedAt, recording }) => ({
      by,
      at: createdAt.toISOString(),
      editedAt: editedAt?.toISOString() ?? null,
      text,
      ...exportedRecording(recording, paths),
    })),
    edits: readEdits(row.edits),
    editedPath: paths.edited,
    facts: exportedFacts(of, row.facts),
    coveredBy: row.coveredById,
    isStackDecided: row.isStackDecided,
    clip: row.clip && { ...exportedFile(row.clip, paths.clip), durationMs: row.clip.durationMs },
  };
}
