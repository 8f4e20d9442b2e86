import {
  type CreateImportInput,
  choicesSchema,
  type EntriesQuery,
  type EntryPageDto,
  entryReasons,
  type ImportDto,
  importReasons,
  reportSchema,
} from "@/lib/album/imports/schema";
import { deleteImportRows } from "@/lib/album/imports/server/ending-service";
import { requireImportFolder } from "@/lib/album/imports/server/server-folders";
import { requireServer, sealKey } from "@/lib/album/imports/server/server-import-service";
import { turns } from "@/lib/album/imports/turns";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { requireGrownUp } from "@/lib/core/auth/server/grown-ups";
import { may } from "@/lib/core/auth/server/permissions";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { db, type Prisma } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { isUuid } from "@/lib/shared/uuid";

const importsListed = 50;
/** An import takes about an hour; a person starts a few. */
const importsPerPerson = { name: "imports", points: 20, seconds: 3_600 };
/** At once: each can take up gigabytes. */
const maxOpenImports = 3;
const openStates = ["uploading", "reading", "ready", "running", "paused"] as const;

const importSelect = ({ familyId }: MemberActor) =>
  ({
    id: true,
    userId: true,
    folder: true,
    isInPlace: true,
    lookedAt: true,
    address: true,
    state: true,
    reason: true,
    choices: true,
    report: true,
    totalCount: true,
    doneCount: true,
    totalBytes: true,
    doneBytes: true,
    addedCount: true,
    knownCount: true,
    leftCount: true,
    failedCount: true,
    workedMs: true,
    createdAt: true,
    finishedAt: true,
    user: { select: nameSelect(familyId) },
    archives: {
      select: { id: true, fileName: true, bytes: true },
      orderBy: [{ fileName: "asc" }, { id: "asc" }],
    },
  }) as const satisfies Prisma.ImportSelect;
type ImportRow = Prisma.ImportGetPayload<{ select: ReturnType<typeof importSelect> }>;

/** Imports that this person can see and change: their own, or the family's for an admin; with an API key, their own. */
export const ownImports = (actor: MemberActor) => ({
  familyId: actor.familyId,
  ...(may(actor, "media.editAny") && actor.key === null ? {} : { userId: actor.userId }),
});

function speedOf({ workedMs, doneBytes, totalBytes, state }: ImportRow) {
  const milliseconds = Number(workedMs);
  if (state !== "running" || milliseconds < 1_000 || doneBytes === 0n) {
    return { bytesPerSecond: null, secondsLeft: null };
  }
  const bytesPerSecond = (Number(doneBytes) / milliseconds) * 1000;
  return { bytesPerSecond, secondsLeft: Math.round(Number(totalBytes - doneBytes) / bytesPerSecond) };
}

const oneOf = <T extends string>(known: readonly T[], value: string | null): T | null =>
  known.find((one) => one === value) ?? null;

function importDto(actor: MemberActor, row: ImportRow): ImportDto {
  const { workedMs: _, user, userId, ...fields } = row;
  return {
    ...fields,
    ...speedOf(row),
    reason: oneOf(importReasons, row.reason),
    startedBy: userId && user ? { id: userId, name: nameOf(user) } : null,
    isOwn: userId === actor.userId,
    archives: row.archives.map((archive) => ({ ...archive, bytes: Number(archive.bytes) })),
    report: reportSchema.parse(row.report),
    choices: choicesSchema.parse(row.choices),
    totalBytes: Number(row.totalBytes),
    doneBytes: Number(row.doneBytes),
    lookedAt: row.lookedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** The person's own imports, or all of the family's for an admin; latest first. */
export async function listImports(actor: MemberActor): Promise<ImportDto[]> {
  requireGrownUp(actor);
  const rows = await db.import.findMany({
    where: ownImports(actor),
    select: importSelect(actor),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: importsListed,
  });
  return rows.map((row) => importDto(actor, row));
}

/** @throws AppError 404 for another family's, and for someone else's unless they are an admin */
export async function requireImport(actor: MemberActor, id: string): Promise<ImportDto> {
  requireGrownUp(actor);
  const row = isUuid(id)
    ? await db.import.findFirst({ where: { id, ...ownImports(actor) }, select: importSelect(actor) })
    : null;
  if (!row) throw notFound();
  return importDto(actor, row);
}

/** @throws AppError 404 for a folder, 409 with too many open, 429 */
export async function createImport(actor: MemberActor, input: CreateImportInput): Promise<ImportDto> {
  requireGrownUp(actor);
  if (input.folder !== undefined) await requireImportFolder(actor, input.folder);
  await consumeRateLimit(importsPerPerson, actor.userId);
  if (input.server) await requireServer(actor, input.server);
  const { userId, familyId } = actor;
  const open = await db.import.count({ where: { userId, familyId, state: { in: [...openStates] } } });
  if (open >= maxOpenImports) {
    throw new AppError(
      "too_many_imports",
      409,
      `You have ${maxOpenImports} imports that aren't finished. Please finish or delete one of them first.`,
    );
  }
  const { id } = await db.$transaction(async (client) => {
    const { server, ...given } = input;
    const source = server ? "immich" : given.folder === undefined ? "archives" : "folder";
    const created = await client.import.create({
      data: { ...given, userId, familyId, source, address: server?.address ?? null },
      select: { id: true },
    });
    if (server) {
      const sealedKey = sealKey(server.key, created.id);
      await client.import.update({ where: { id: created.id }, data: { sealedKey }, select: { id: true } });
    }
    await recordActivity({ action: "import.created", actorId: userId, familyId }, client);
    return created;
  });
  return requireImport(actor, id);
}

/** Deletes an import and its archives; what it added to the album stays. @throws AppError 404, 409 while it works */
export async function deleteImport(actor: MemberActor, id: string): Promise<void> {
  const { state } = await requireImport(actor, id);
  if (state === "running" || state === "reading" || state === "undoing") {
    throw new AppError("import_working", 409, "This import is still working. Please pause it first.");
  }
  await deleteImportRows(id);
}

/** The outcomes of an import's files, by path. @throws AppError 404 */
export async function listEntries(
  actor: MemberActor,
  id: string,
  query: EntriesQuery,
): Promise<EntryPageDto> {
  await requireImport(actor, id);
  const { state, limit, cursor } = query;
  const rows = await db.importEntry.findMany({
    where: {
      ...{ importId: id, familyId: actor.familyId, turn: { lt: turns.text } },
      ...(state ? { state } : {}),
    },
    select: { id: true, path: true, bytes: true, state: true, reason: true, mediaId: true },
    orderBy: [{ path: "asc" }, { id: "asc" }],
    ...(cursor !== undefined && isUuid(cursor) ? { cursor: { id: cursor }, skip: 1 } : {}),
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  return {
    items: page.map((row) => ({
      ...row,
      bytes: Number(row.bytes),
      reason: oneOf(entryReasons, row.reason),
      mediaId: row.state === "waiting" ? null : row.mediaId,
    })),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
