import { parseStoredKey, type StoredKey } from "@/lib/album/media/server/stored-key";
import { db, type Prisma } from "@/lib/db";
import type { IntegrityKind } from "@/lib/generated/prisma/enums";
import { checkOriginal } from "@/lib/operations/integrity/server/original-check";
import { claimedPackages } from "@/lib/operations/integrity/server/package-claims-service";
import { getStorage } from "@/lib/platform/storage/storage";
import type { ListedObject } from "@/lib/platform/storage/storage-driver";

const fileSelect = { id: true, familyId: true, storagePath: true, bytes: true, sha256: true } as const;
const recorded = { recording: { isNot: null } } as const satisfies Prisma.CommentWhereInput;
const rowSelect = {
  ...fileSelect,
  clip: { select: fileSelect },
  comments: { where: recorded, select: { recording: { select: fileSelect } } },
} as const;
type Row = Prisma.MediaGetPayload<{ select: typeof rowSelect }>;
type FileRow = Omit<Row, "clip" | "comments">;

/** A file younger than this may belong to an upload whose row is still to come (quality.md, I2). */
const settledMs = 86_400_000;

/** The next items to check, in the order of their ids, so that an interrupted check resumes where it stopped. */
export async function nextRows(afterId: string | null, limit: number): Promise<Row[]> {
  return db.media.findMany({
    where: afterId ? { id: { gt: afterId } } : {},
    select: rowSelect,
    orderBy: { id: "asc" },
    take: limit,
  });
}

/** Whether an item has this original, a Live Photo this clip, or a voice note this recording. */
async function hasFile({ id, storagePath }: Pick<FileRow, "id" | "storagePath">): Promise<boolean> {
  const query = { where: { id, storagePath }, select: { id: true } };
  const found =
    (await db.media.findFirst(query)) ??
    (await db.mediaClip.findFirst(query)) ??
    (await db.commentRecording.findFirst(query));
  return found !== null;
}

/**
 * Reads an item's original, a Live Photo's clip and the voice notes on it, and records what is wrong with them.
 * @returns how many bytes were read
 */
export async function compareRow(reportId: string, { clip, comments, ...row }: Row): Promise<number> {
  let bytes = 0;
  const recordings = comments.flatMap(({ recording }) => recording ?? []);
  for (const file of [row, ...(clip ? [clip] : []), ...recordings]) {
    await compareFile(reportId, row.id, file);
    bytes += Number(file.bytes);
  }
  return bytes;
}

async function compareFile(reportId: string, mediaId: string, row: FileRow): Promise<void> {
  const state = await checkOriginal(row);
  if (state === "intact") return;
  // Permanently deleted while it was being read: then nothing is wrong.
  if (!(await hasFile(row))) return;
  const subject = row.storagePath;
  const finding = { kind: state, storageKey: subject, familyId: row.familyId, mediaId };
  await db.integrityFinding.upsert({
    where: { reportId_subject: { reportId, subject } },
    create: { reportId, subject, ...finding, hasOriginal: state !== "missing" },
    update: finding,
    select: { reportId: true },
  });
}

interface Unclaimed {
  subject: string;
  storageKey: string;
  familyId: string | null;
  mediaId: string | null;
  hasOriginal: boolean;
  hasDerived: boolean;
}

interface Owner {
  id: string;
  familyId: string;
  storagePath: string;
  isItem: boolean;
}

/** The items, clips and recordings with these ids, which are in their files' keys. */
async function findOwners(ids: string[]): Promise<Owner[]> {
  const query = {
    where: { id: { in: ids } },
    select: { id: true, familyId: true, storagePath: true },
  } as const;
  const [items, clips, recordings] = await Promise.all([
    db.media.findMany(query),
    db.mediaClip.findMany(query),
    db.commentRecording.findMany(query),
  ]);
  return [
    ...items.map((row) => ({ ...row, isItem: true })),
    ...[...clips, ...recordings].map((row) => ({ ...row, isItem: false })),
  ];
}

/** Whether a file belongs to this row. Files made from a clip while it was a video no longer belong to anything. */
const isOwn = (row: Owner, key: string, stored: StoredKey) =>
  row.familyId === stored.familyId && (stored.isOriginal ? row.storagePath === key : row.isItem);

/** Records which of these files belong to no row. Files of one item are one finding. */
export async function compareFiles(reportId: string, files: readonly ListedObject[]): Promise<void> {
  const notAfter = Date.now() - settledMs;
  const parsed = files
    .filter(({ modifiedAt }) => modifiedAt.getTime() <= notAfter)
    .map(({ key }) => ({ key, stored: parseStoredKey(key) }));
  const ids = [...new Set(parsed.flatMap(({ stored }) => stored?.mediaId ?? []))];
  const known = new Map((await findOwners(ids)).map((row) => [row.id, row]));
  const packages = await claimedPackages(parsed.flatMap(({ key, stored }) => (stored ? [] : key)));
  for (const { key, stored } of parsed) {
    if (packages.has(key)) continue;
    const row = stored && known.get(stored.mediaId);
    if (row && isOwn(row, key, stored)) continue;
    await noteUnclaimed(reportId, {
      subject: stored ? `families/${stored.familyId}/items/${stored.mediaId}` : key,
      storageKey: key,
      familyId: stored?.familyId ?? null,
      mediaId: stored?.mediaId ?? null,
      hasOriginal: stored?.isOriginal ?? false,
      hasDerived: stored ? !stored.isOriginal : false,
    });
  }
}

async function noteUnclaimed(reportId: string, found: Unclaimed): Promise<void> {
  // Two files of one item arrive separately: the row collects them. Complete items have lost their row.
  await db.$executeRaw`
    INSERT INTO "IntegrityFinding" AS f
      ("reportId", kind, subject, "storageKey", "familyId", "mediaId", "hasOriginal", "hasDerived", files)
    VALUES (${reportId}::uuid, 'orphan', ${found.subject}, ${found.storageKey}, ${found.familyId}::uuid,
            ${found.mediaId}::uuid, ${found.hasOriginal}, ${found.hasDerived}, 1)
    ON CONFLICT ("reportId", subject) DO UPDATE SET
      files = f.files + 1,
      "hasOriginal" = f."hasOriginal" OR EXCLUDED."hasOriginal",
      "hasDerived" = f."hasDerived" OR EXCLUDED."hasDerived",
      kind = CASE WHEN (f."hasOriginal" OR EXCLUDED."hasOriginal") AND (f."hasDerived" OR EXCLUDED."hasDerived")
                  THEN 'rowless'::"IntegrityKind" ELSE 'orphan'::"IntegrityKind" END`;
}

/** Discards the results of an interrupted listing, which starts over. */
export async function dropUnclaimed(reportId: string): Promise<void> {
  await db.integrityFinding.deleteMany({ where: { reportId, kind: { in: ["rowless", "orphan"] } } });
}

/**
 * Checks the files without a row a second time: files of items that were being deleted are gone by now, and a row may
 * have been added.
 */
export async function confirmUnclaimed(reportId: string): Promise<void> {
  const pageSize = 200;
  let after = "";
  for (;;) {
    const page = await db.integrityFinding.findMany({
      where: { reportId, kind: { in: ["rowless", "orphan"] }, subject: { gt: after } },
      select: { subject: true, storageKey: true, mediaId: true },
      orderBy: { subject: "asc" },
      take: pageSize,
    });
    for (const { subject, storageKey, mediaId } of page) {
      if (await isStillUnclaimed(storageKey, mediaId)) continue;
      await db.integrityFinding.deleteMany({ where: { reportId, subject } });
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.subject;
  }
}

async function isStillUnclaimed(storageKey: string, mediaId: string | null): Promise<boolean> {
  if ((await getStorage().stat(storageKey)) === null) return false;
  const stored = parseStoredKey(storageKey);
  const [row] = mediaId ? await findOwners([mediaId]) : [];
  return !(row && stored && isOwn(row, storageKey, stored));
}

/** How many of each kind; for one family, or for all. */
export async function countFindings(
  reportId: string,
  familyId?: string,
): Promise<Record<IntegrityKind, number>> {
  const groups = await db.integrityFinding.groupBy({
    by: ["kind"],
    where: { reportId, ...(familyId ? { familyId } : {}) },
    _count: { _all: true },
  });
  const counts = { missing: 0, truncated: 0, altered: 0, rowless: 0, orphan: 0 };
  for (const { kind, _count } of groups) counts[kind] = _count._all;
  return counts;
}

/** The families with findings, each with a mark that is equal exactly when its findings are. */
export async function findingsByFamily(
  client: Prisma.TransactionClient,
  reportId: string,
): Promise<{ familyId: string; findings: number; mark: string }[]> {
  return client.$queryRaw`
    SELECT f."familyId", count(*)::int AS findings,
           md5(string_agg(f.kind::text || ' ' || f.subject, ';' ORDER BY f.subject)) AS mark
    FROM "IntegrityFinding" f JOIN "Family" family ON family.id = f."familyId"
    WHERE f."reportId" = ${reportId}::uuid GROUP BY f."familyId"`;
}
