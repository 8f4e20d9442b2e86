import { requireProof } from "@/lib/account/security/server/proof-service";
import type { RelyingParty } from "@/lib/account/security/server/relying-party";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { actorName } from "@/lib/core/names/server/member-name-service";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import {
  type CreateExportInput,
  type CreateFamilyExportInput,
  type ExportDto,
  type ExportListDto,
  exportDays,
  maxExportLists,
} from "@/lib/operations/exports/schema";
import { enqueueExport } from "@/lib/operations/exports/server/preparing-service";
import { removeExport } from "@/lib/operations/exports/server/retention-service";
import { isUniqueViolation } from "@/lib/shared/database-errors";
import { safeFileName } from "@/lib/shared/safe-file-name";
import { dayMs } from "@/lib/shared/units";
import { isUuid } from "@/lib/shared/uuid";

type Scope = ExportDto["scope"];

/** Preparing one reads the whole album. */
const exportsPerPerson = { name: "export-files", points: 20, seconds: 3600 };

const exportSelect = {
  id: true,
  scope: true,
  state: true,
  sinceId: true,
  fileName: true,
  totalCount: true,
  doneCount: true,
  fileCount: true,
  bytes: true,
  lostCount: true,
  createdAt: true,
  readyAt: true,
  downloadedAt: true,
} as const;
type ExportRow = Prisma.ExportGetPayload<{ select: typeof exportSelect }>;

/**
 * The exports that this person can access: their own, and those of the whole album only while they are an owner. A key
 * can only access exports of one's own uploads.
 */
export const ownExports = ({ userId, familyId, role, key }: MemberActor) => ({
  userId,
  familyId,
  ...(role === "owner" && !key ? {} : { scope: "own" as const }),
});

/** The person has downloaded its files, and their list is still there. */
const canBeContinued = ({ state, downloadedAt }: Pick<ExportRow, "state" | "downloadedAt">) =>
  state !== "preparing" && state !== "failed" && downloadedAt !== null;

function exportDto(row: ExportRow, others: readonly Pick<ExportRow, "id" | "createdAt">[]): ExportDto {
  const { id, scope, state, totalCount, doneCount, fileCount, lostCount, fileName, createdAt, readyAt } = row;
  const since = others.find((other) => other.id === row.sinceId);
  const isReady = state === "ready" && readyAt !== null;
  return {
    id,
    scope,
    state,
    // Only a finished one is at 100: its sidecars are made last.
    progress: isReady ? 100 : totalCount === 0 ? 0 : Math.min(99, Math.floor((doneCount / totalCount) * 100)),
    createdAt: createdAt.toISOString(),
    since: since ? { id: since.id, createdAt: since.createdAt.toISOString() } : null,
    itemCount: totalCount,
    fileCount,
    bytes: Number(row.bytes),
    lostCount,
    fileName,
    url: isReady ? `/api/exports/${id}/file` : null,
    expiresAt: isReady ? new Date(readyAt.getTime() + exportDays * dayMs).toISOString() : null,
    canBeContinued: canBeContinued(row),
  };
}

const listRows = (actor: MemberActor) =>
  db.export.findMany({
    where: ownExports(actor),
    select: exportSelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: 2 * maxExportLists + 2,
  });

async function amountOf(where: Prisma.MediaWhereInput): Promise<ExportListDto["own"]> {
  const [media, clips] = await Promise.all([
    db.media.aggregate({ where, _count: { _all: true }, _sum: { bytes: true } }),
    db.mediaClip.aggregate({ where: { media: where }, _sum: { bytes: true } }),
  ]);
  return { items: media._count._all, bytes: Number(media._sum.bytes ?? 0) + Number(clips._sum.bytes ?? 0) };
}

/** The person's exports, and how much another one would contain. */
export async function listExports(actor: MemberActor): Promise<ExportListDto> {
  const isWhole = actor.role === "owner" && !actor.key;
  const [rows, family, own] = await Promise.all([
    listRows(actor),
    isWhole ? amountOf(visibleMedia(actor)) : null,
    amountOf({ ...visibleMedia(actor), uploaderId: actor.userId }),
  ]);
  return { exports: rows.map((row) => exportDto(row, rows)), family, own };
}

/** @throws AppError 404 */
export async function getExport(actor: MemberActor, id: string): Promise<ExportDto> {
  const rows = await listRows(actor);
  const row = rows.find((one) => one.id === id);
  if (!row) throw notFound();
  return exportDto(row, rows);
}

/** @throws AppError 422 for an export that can't be continued */
async function requireEarlier(
  actor: MemberActor,
  scope: Scope,
  since: string | null,
): Promise<string | null> {
  if (since === null) return null;
  const earlier = isUuid(since)
    ? await db.export.findFirst({
        where: { ...ownExports(actor), scope, id: since },
        select: { id: true, state: true, downloadedAt: true },
      })
    : null;
  if (!earlier || !canBeContinued(earlier)) {
    throw new AppError(
      "export_not_continued",
      422,
      "That export wasn't downloaded or isn't known any more, so what is new since then can't be found. Please export everything.",
      { field: "since" },
    );
  }
  return earlier.id;
}

/** "The Okafors - 2026-11-25.zip" */
async function fileNameOf(
  { familyId, username }: MemberActor,
  scope: Scope,
  isContinued: boolean,
): Promise<string> {
  const { name } = await db.family.findUniqueOrThrow({ where: { id: familyId }, select: { name: true } });
  const parts = [
    name,
    ...(scope === "own" ? [username] : []),
    new Date().toISOString().slice(0, 10),
    ...(isContinued ? ["what is new"] : []),
  ];
  return `${parts.map((part) => safeFileName(part)).join(" - ")}.zip`;
}

/** The other owners learn that a copy of everything is being taken. */
async function notifyOwners(actor: MemberActor, id: string, client: Prisma.TransactionClient): Promise<void> {
  const { familyId, userId: actorId } = actor;
  const owners = await client.membership.findMany({
    where: { familyId, role: "owner", userId: { not: actorId } },
    select: { userId: true },
  });
  if (owners.length === 0) return;
  await notify(
    {
      kind: "account",
      familyId,
      actorId,
      title: "The whole album is being exported",
      message: `${await actorName(actor)} is taking a copy of all photos, comments and birthdays. If that surprises you, please ask them.`,
      url: "/settings?tab=data",
      eventKey: `export:${id}`,
    },
    owners.map(({ userId }) => userId),
    { client },
  );
}

/** Begins an export. While one is being prepared, returns that one: requesting it twice prepares it once. */
async function begin(actor: MemberActor, scope: Scope, { since }: CreateExportInput): Promise<ExportDto> {
  const { userId, familyId } = actor;
  const sinceId = await requireEarlier(actor, scope, since);
  const fileName = await fileNameOf(actor, scope, sinceId !== null);
  try {
    const { id } = await db.$transaction(async (client) => {
      const data = { userId, familyId, scope, sinceId, fileName };
      const row = await client.export.create({ data, select: { id: true } });
      const detail = { scope, isContinued: sinceId !== null };
      await recordActivity({ action: "export.prepared", actorId: userId, familyId, detail }, client);
      if (scope === "family") await notifyOwners(actor, row.id, client);
      await enqueueExport({ ...row, familyId }, { client });
      return row;
    });
    return await getExport(actor, id);
  } catch (error) {
    // The partial unique index decides who begins.
    if (!isUniqueViolation(error)) throw error;
    const open = await db.export.findFirst({
      where: { ...ownExports(actor), scope, state: "preparing" },
      select: { id: true },
    });
    return open ? getExport(actor, open.id) : begin(actor, scope, { since });
  }
}

/** Begins an export of the person's own uploads. @throws AppError 422, 429 */
export async function createOwnExport(actor: MemberActor, input: CreateExportInput): Promise<ExportDto> {
  await consumeRateLimit(exportsPerPerson, actor.userId);
  return begin(actor, "own", input);
}

/** Begins an export of the whole album, once its owner has proved who they are. @throws AppError 400, 403, 422, 429 */
export async function createFamilyExport(
  actor: MemberActor,
  { since, ...proof }: CreateFamilyExportInput,
  party: RelyingParty,
): Promise<ExportDto> {
  await requireProof(actor, proof, party);
  await consumeRateLimit(exportsPerPerson, actor.userId);
  return begin(actor, "family", { since });
}

/** Removes an export, or cancels its preparation. @throws AppError 404 */
export async function deleteExport(actor: MemberActor, id: string): Promise<void> {
  const row = await db.export.findFirst({
    where: { ...ownExports(actor), id },
    select: { id: true, familyId: true },
  });
  if (!row) throw notFound();
  await removeExport(row);
}
