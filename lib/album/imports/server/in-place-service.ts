import { choicesSchema } from "@/lib/album/imports/schema";
import { DryRun, type PlannedImport } from "@/lib/album/imports/server/dry-run";
import { moveOriginal } from "@/lib/album/imports/server/in-place-entry";
import { planFolder } from "@/lib/album/imports/server/planning-service";
import { type Member, readFolderHead } from "@/lib/album/imports/server/sources";
import { enqueueImport } from "@/lib/album/imports/server/tasks";
import { leaveUnwanted } from "@/lib/album/imports/server/unwanted-entries";
import { turns } from "@/lib/album/imports/turns";
import { batchTransaction } from "@/lib/album/media/server/locked-items-service";
import { requireAcceptedType } from "@/lib/album/uploads/server/ingest-service";
import { getUploadLimits } from "@/lib/album/uploads/server/limits-service";
import { db, type Prisma } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { keyInPlace } from "@/lib/platform/storage/in-place-storage";

/** An import whose files stay in their folder, with what its person chose. */
type WatchedImport = PlannedImport & { choices: Prisma.JsonValue };

interface KnownFile {
  id: string;
  path: string;
  bytes: bigint;
  modifiedMs: number;
  isGone: boolean;
  reason: string | null;
}

const listKnown = (importId: string): Promise<KnownFile[]> =>
  db.$queryRaw`
    SELECT id, path, bytes, reason, "goneAt" IS NOT NULL AS "isGone",
      coalesce((facts ->> 'modifiedMs')::float8, 0) AS "modifiedMs"
    FROM "ImportEntry" WHERE "importId" = ${importId}::uuid`;

/** The result of a look at a folder. */
interface Look {
  /** Files that were gone and are back unchanged. */
  back: string[];
  gone: string[];
  changed: { id: string; bytes: number; modifiedMs: number }[];
  /** How many files there are. */
  count: number;
}

/** Whether a file that couldn't be read, or was too large, can be taken now. */
async function canTakeNow({ familyId, folder }: PlannedImport, { path, bytes }: Member): Promise<boolean> {
  const head = folder === null ? null : await readFolderHead(folder, path);
  if (head === null) return false;
  try {
    await requireAcceptedType(familyId, head, bytes);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Whether a known file has to be read: it was changed, or perhaps can be taken now. */
async function isDue(job: PlannedImport, member: Member, { bytes, modifiedMs, reason }: KnownFile) {
  if (member.refusal !== null) return false;
  if (Number(bytes) !== member.bytes || modifiedMs !== member.modifiedMs || reason === "gone") return true;
  return (reason === "damaged" || reason === "too_large") && canTakeNow(job, member);
}

/** Compares what is in the folder with what is known about it, and records what is new. */
async function compareFolder(job: PlannedImport, signal?: AbortSignal): Promise<Look> {
  const known = new Map((await listKnown(job.id)).map((file) => [file.path, file]));
  const run = new DryRun(job, 0, await getUploadLimits(job.familyId));
  const look: Look = { back: [], gone: [], changed: [], count: 0 };
  for await (const { files, others } of planFolder(job, signal)) {
    const members = [...files, ...others].map(({ member }) => member);
    look.count += members.length;
    const before = new Map(members.map((member) => [member, known.get(member.path)]));
    // So that a new clip finds its photo, which may not be new.
    for (const [member, file] of before) if (file) member.id = file.id;
    // Nothing else is ever read.
    const media = new Set(files.map(({ member }) => member));
    for (const [member, file] of before) {
      if (!file) continue;
      const { id, path, bytes, modifiedMs } = member;
      known.delete(path);
      if (media.has(member) && (await isDue(job, member, file))) look.changed.push({ id, bytes, modifiedMs });
      else if (file.isGone) look.back.push(id);
    }
    await run.add(files.filter(({ member }) => !before.get(member)));
    for (const { member, reason } of others) if (!before.get(member)) await run.leave(member, reason);
  }
  // If there is nothing at all, its disk isn't mounted.
  if (look.count > 0) await run.finish();
  for (const { id, isGone } of known.values()) if (!isGone) look.gone.push(id);
  return look;
}

interface GoneWithCopy {
  id: string;
  mediaId: string | null;
  from: string;
  to: string;
  /** Of its item, and of that item's clip. */
  keys: (string | null)[];
}

/** If a file is gone but has a copy in the folder, its item reads the copy. */
async function adoptCopies(client: Prisma.TransactionClient, job: PlannedImport): Promise<void> {
  const { familyId, folder: folderInPlace } = job;
  const pairs = await client.$queryRaw<GoneWithCopy[]>`
    SELECT DISTINCT ON (g.id) g.id, g."mediaId", g.path AS "from", c.path AS "to",
      ARRAY[m."storagePath", clip."storagePath"] AS keys
    FROM "ImportEntry" g JOIN "ImportEntry" c ON c."importId" = g."importId" AND c.sha256 = g.sha256
    JOIN "Media" m ON m.id = coalesce(g."mediaId", g.id) AND m."familyId" = g."familyId"
    LEFT JOIN "MediaClip" clip ON clip."mediaId" = m.id
    WHERE g."importId" = ${job.id}::uuid AND g."goneAt" IS NOT NULL AND c."goneAt" IS NULL
      AND c.state IN ('added', 'known') ORDER BY g.id, c.id`;
  for (const { keys, from, to, ...gone } of pairs) {
    // Otherwise an earlier look found it.
    if (!keys.includes(keyInPlace(`${folderInPlace}/${from}`))) continue;
    await moveOriginal(client, { folderInPlace, familyId }, gone, { from, to });
  }
}

/** Saves the result of a look. @returns whether something is waiting to be read */
async function saveLook(client: Prisma.TransactionClient, job: WatchedImport, look: Look): Promise<boolean> {
  const { back, gone, changed } = look;
  const { id: importId } = job;
  await client.importEntry.updateMany({ where: { importId, id: { in: back } }, data: { goneAt: null } });
  await client.importEntry.updateMany({
    where: { importId, id: { in: gone } },
    data: { goneAt: new Date() },
  });
  const rows = JSON.stringify(changed);
  await client.$executeRaw`
    UPDATE "ImportEntry" e SET state = 'waiting', reason = NULL, "goneAt" = NULL, bytes = c.bytes,
      turn = CASE WHEN e."photoId" IS NULL THEN ${turns.other}::smallint ELSE ${turns.clip}::smallint END,
      facts = e.facts || jsonb_build_object('modifiedMs', c."modifiedMs")
    FROM jsonb_to_recordset(${rows}::jsonb) AS c(id uuid, bytes bigint, "modifiedMs" float8)
    WHERE e.id = c.id AND e."importId" = ${importId}::uuid`;
  await leaveUnwanted(client, importId, choicesSchema.parse(job.choices));
  await adoptCopies(client, job);
  const [counted] = await client.$queryRaw<{ waiting: number }[]>`
    UPDATE "Import" i SET "lookedAt" = now(), reason = NULL, "totalCount" = c.total, "totalBytes" = c."totalBytes",
      "doneCount" = c.total - c.waiting, "doneBytes" = c."doneBytes", "addedCount" = c.added, "knownCount" = c.known,
      "leftCount" = c.skipped, "failedCount" = c.failed
    FROM (
      SELECT count(*) FILTER (WHERE state <> 'left')::int AS total, count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
        coalesce(sum(bytes) FILTER (WHERE state <> 'left'), 0)::bigint AS "totalBytes",
        coalesce(sum(bytes) FILTER (WHERE state NOT IN ('left', 'waiting')), 0)::bigint AS "doneBytes",
        count(*) FILTER (WHERE state = 'added')::int AS added, count(*) FILTER (WHERE state = 'known')::int AS known,
        count(*) FILTER (WHERE state = 'left')::int AS skipped, count(*) FILTER (WHERE state = 'failed')::int AS failed
      FROM "ImportEntry" WHERE "importId" = ${importId}::uuid) c
    WHERE i.id = ${importId}::uuid RETURNING c.waiting`;
  return (counted?.waiting ?? 0) > 0;
}

/**
 * Checks what is new, changed, moved or gone in a folder whose files stay there. An item whose file is gone stays in
 * the album with its pictures, and finds the file again if it is somewhere else in the folder.
 * @returns true: there is nothing more to do now
 * @throws ArchiveGoneError if the folder isn't there
 */
export async function lookAgain(job: WatchedImport, signal?: AbortSignal): Promise<true> {
  const look = await compareFolder(job, signal);
  const isEmpty = look.count === 0 && look.gone.length > 0;
  if (isEmpty) {
    await db.import.updateMany({
      where: { id: job.id, state: "done" },
      data: { reason: "folder_away", lookedAt: new Date() },
    });
    return true;
  }
  await db.$transaction(async (client) => {
    if (!(await saveLook(client, job, look))) return;
    const { count } = await client.import.updateMany({
      where: { id: job.id, state: "done" },
      data: { state: "running" },
    });
    if (count > 0) await enqueueImport(job.id, { client });
  }, batchTransaction);
  return true;
}

/** Checks all folders whose files stay there; called every few minutes. */
export async function lookAtFolders(): Promise<void> {
  const watched = await db.import.findMany({
    where: { isInPlace: true, state: "done" },
    select: { id: true },
    take: 1_000,
  });
  for (const { id } of watched) await enqueueImport(id);
}
