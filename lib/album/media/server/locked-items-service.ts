import { forgetMediaFile } from "@/lib/album/media/server/file-cache";
import { restorableSql } from "@/lib/album/media/server/trash-rule";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { AppError, forbidden, notFound } from "@/lib/http/errors";
import { errorCodes } from "@/lib/shared/database-errors";
import { hashtagsIn } from "@/lib/shared/hashtags";
import type { FiledMonth } from "@/lib/shared/months";
import { isUuid } from "@/lib/shared/uuid";

/** Enough for thousands of items on a slow disk. */
export const batchTransaction = { timeout: 60_000, maxWait: 10_000 };

/** The outcome for each item, by id; items that could not be found are missing. */
export type Outcomes<C extends string> = Map<string, C | "changed">;

export function idsWith<C extends string>(outcomes: Outcomes<C>, outcome: C | "changed"): string[] {
  return [...outcomes].flatMap(([id, became]) => (became === outcome ? [id] : []));
}

/** The items among these that the family can see. */
export async function listVisibleIds(actor: MemberActor, ids: readonly string[]): Promise<string[]> {
  const shown = await db.$queryRaw<{ id: string }[]>`
    SELECT m.id FROM "Media" m WHERE m.id = ANY(${ids.filter(isUuid)}::uuid[]) AND ${visibleMediaSql(actor)}`;
  return shown.map(({ id }) => id);
}

interface LockedItem {
  id: string;
  isOwn: boolean;
  /** Not in the trash, and not hidden by a report. */
  isShown: boolean;
  isRestorable: boolean;
}

/**
 * The family's items among these, locked until the transaction ends. Always in the same order, so that two people who
 * change many at once wait for each other instead of deadlocking, and read after the wait.
 */
export async function lockItems(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  ids: readonly string[],
): Promise<LockedItem[]> {
  const wanted = ids.filter(isUuid);
  await client.$executeRaw`
    SELECT 1 FROM "Media" m WHERE m.id = ANY(${wanted}::uuid[]) AND m."familyId" = ${actor.familyId}::uuid
    ORDER BY m.id FOR NO KEY UPDATE`;
  return client.$queryRaw<LockedItem[]>`
    SELECT m.id, m."uploaderId" IS NOT DISTINCT FROM ${actor.userId}::uuid AS "isOwn",
      m."deletedAt" IS NULL AS "isShown", COALESCE(${restorableSql(actor)}, false) AS "isRestorable"
    FROM "Media" m WHERE m.id = ANY(${wanted}::uuid[]) AND m."familyId" = ${actor.familyId}::uuid`;
}

/** The visible items that this person may edit: their own, or all for an admin. They are locked. */
export async function lockEditable(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  ids: readonly string[],
): Promise<{ editable: string[]; foreign: string[] }> {
  const mayEditAny = may(actor, "media.editAny");
  const shown = (await lockItems(client, actor, ids)).filter(({ isShown }) => isShown);
  const canEdit = ({ isOwn }: LockedItem) => isOwn || mayEditAny;
  return {
    editable: shown.filter(canEdit).map(({ id }) => id),
    foreign: shown.filter((item) => !canEdit(item)).map(({ id }) => id),
  };
}

/** Locks an item that this person may edit. @throws AppError 403, 404 */
export async function requireEditable(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  id: string,
): Promise<string> {
  const { editable, foreign } = await lockEditable(client, actor, [id]);
  if (foreign.length > 0) throw forbidden("Only the uploader or an admin can change this.");
  const [held] = editable;
  if (!held) throw notFound();
  return held;
}

/** The changed parts of where an item is filed. */
type MonthChange = { [Part in keyof FiledMonth]?: FiledMonth[Part] | null | undefined };

/**
 * Moves locked items to a month; a cover that moves is no longer one. An approximate year becomes exact in another
 * month, unless stated otherwise. @returns the ids of the changed items
 */
export async function moveItems(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  ids: readonly string[],
  { year = null, month = null, yearPrecision = null }: MonthChange,
): Promise<string[]> {
  if (year === null && month === null) return [];
  const moves = Prisma.sql`(m.year <> ${year}::smallint OR m.month <> ${month}::smallint) IS TRUE`;
  const precision = Prisma.sql`${yearPrecision}::"YearPrecision"`;
  const moved = await client.$queryRaw<{ id: string }[]>`
    UPDATE "Media" m SET year = COALESCE(${year}::smallint, m.year), month = COALESCE(${month}::smallint, m.month),
      "yearPrecision" = COALESCE(${precision}, CASE WHEN ${moves} THEN 'exact' ELSE m."yearPrecision" END),
      featured = m.featured AND NOT (${moves})
    WHERE m.id = ANY(${[...ids]}::uuid[]) AND ${visibleMediaSql(actor)}
      AND (${moves} OR (m."yearPrecision" <> ${precision}) IS TRUE)
    RETURNING m.id`;
  return moved.map(({ id }) => id);
}

/** Stores the hashtags of descriptions for their items, replacing the previous ones. */
export async function syncHashtags(
  client: Prisma.TransactionClient,
  familyId: string,
  items: readonly { id: string; description: string }[],
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await client.$executeRaw`DELETE FROM "MediaHashtag" WHERE "mediaId" = ANY(${ids}::uuid[])`;
  const hashtags = items.flatMap(({ id, description }) =>
    hashtagsIn(description).map((hashtag) => ({ id, hashtag })),
  );
  if (hashtags.length === 0) return;
  await client.$executeRaw`
    INSERT INTO "MediaHashtag" ("mediaId", "familyId", hashtag)
    SELECT named.id, ${familyId}::uuid, named.hashtag
    FROM unnest(${hashtags.map(({ id }) => id)}::uuid[], ${hashtags.map(({ hashtag }) => hashtag)}::text[])
      AS named(id, hashtag)
    ON CONFLICT DO NOTHING`;
}

/** Writes the descriptions of locked items, with their hashtags. */
export async function describeItems(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  items: readonly { id: string; description: string }[],
): Promise<void> {
  if (items.length === 0) return;
  await client.$executeRaw`
    UPDATE "Media" m SET description = changed.description
    FROM unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ description }) => description)}::text[])
      AS changed(id, description)
    WHERE m.id = changed.id AND ${visibleMediaSql(actor)}`;
  await syncHashtags(client, actor.familyId, items);
}

export type TrashRefusal = "not_yours" | "already_in_trash";

/**
 * Moves items to the trash for 30 days: the person's own or, for an admin, any; children only their own.
 * @param isMeant a condition on "Media" m, checked once they are locked; the others stay
 */
export async function trashItems(
  actor: MemberActor,
  ids: readonly string[],
  isMeant = Prisma.sql`true`,
): Promise<Outcomes<TrashRefusal>> {
  const mayDeleteAny = may(actor, "media.deleteAny");
  const outcomes: Outcomes<TrashRefusal> = new Map();
  await db.$transaction(async (client) => {
    for (const { id, isOwn, isShown, isRestorable } of await lockItems(client, actor, ids)) {
      if (isShown) outcomes.set(id, isOwn || mayDeleteAny ? "changed" : "not_yours");
      else if (isRestorable) outcomes.set(id, "already_in_trash");
    }
    await client.$executeRaw`
      UPDATE "Media" m SET "deletedAt" = ${new Date()}, "deletedById" = ${actor.userId}::uuid, featured = false
      WHERE m.id = ANY(${idsWith(outcomes, "changed")}::uuid[]) AND ${visibleMediaSql(actor)} AND ${isMeant}`;
  }, batchTransaction);
  for (const id of outcomes.keys()) forgetMediaFile(id);
  return outcomes;
}

/** A reported file must not come back as a new upload or another copy. */
export const fileReported = () =>
  new AppError(
    "reported",
    409,
    "Someone in your family has asked an admin to look at this file. Please wait for their decision.",
  );

interface Hashes {
  sha256: string;
  /** Of a Live Photo's clip. */
  clipSha256: string | null;
}

const hashesOf = ({ sha256, clipSha256 }: Hashes) => (clipSha256 === null ? [sha256] : [sha256, clipSha256]);

/** The SHA-256s of the family's items that await the admins' decision, and of their clips. */
export async function listReportedFiles(
  client: Prisma.TransactionClient,
  familyId: string,
): Promise<Set<string>> {
  const files = await client.$queryRaw<Hashes[]>`
    SELECT m.sha256, c.sha256 AS "clipSha256" FROM "ContentReport" r
    JOIN "Media" m ON m.id = r."mediaId" AND m."familyId" = r."familyId"
    LEFT JOIN "MediaClip" c ON c."mediaId" = m.id AND c."familyId" = m."familyId"
    WHERE r."familyId" = ${familyId}::uuid AND r.decision IS NULL`;
  return new Set(files.flatMap(hashesOf));
}

export type RestoreRefusal = "not_in_trash" | "already_in_album" | "reported";

async function restoreHeld(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  ids: readonly string[],
): Promise<Outcomes<RestoreRefusal>> {
  const outcomes: Outcomes<RestoreRefusal> = new Map();
  for (const { id, isShown, isRestorable } of await lockItems(client, actor, ids)) {
    if (isRestorable) outcomes.set(id, isShown ? "not_in_trash" : "already_in_album");
  }
  const copies = await client.$queryRaw<(Hashes & { id: string })[]>`
    SELECT m.id, m.sha256, (
      SELECT c.sha256 FROM "MediaClip" c WHERE c."mediaId" = m.id AND c."familyId" = m."familyId"
    ) AS "clipSha256"
    FROM "Media" m
    WHERE m.id = ANY(${idsWith(outcomes, "already_in_album")}::uuid[]) AND m."familyId" = ${actor.familyId}::uuid
    ORDER BY m."deletedAt" DESC, m.id`;
  const reported = await listReportedFiles(client, actor.familyId);
  const isReported = (copy: Hashes) => hashesOf(copy).some((sha256) => reported.has(sha256));
  // If the trash has several copies, the one deleted last is restored.
  const chosen = new Map<string, (typeof copies)[number]>();
  for (const copy of copies) {
    if (isReported(copy)) outcomes.set(copy.id, "reported");
    else if (!chosen.has(copy.sha256)) chosen.set(copy.sha256, copy);
  }
  const shown = await client.$queryRaw<{ sha256: string }[]>`
    SELECT m.sha256 FROM "Media" m WHERE m.sha256 = ANY(${[...chosen.keys()]}::bpchar[]) AND ${visibleMediaSql(actor)}`;
  for (const { sha256 } of shown) chosen.delete(sha256);
  const restored = [...chosen.values()];
  // Not one statement: with the statistics of a new family the planner tried all pairs, for half a minute.
  await client.$executeRaw`
    UPDATE "Media" m SET "deletedAt" = NULL, "deletedById" = NULL
    WHERE m.id = ANY(${restored.map(({ id }) => id)}::uuid[]) AND m."familyId" = ${actor.familyId}::uuid`;
  // From here on the unique index lets no other copy into the album, so one reported meanwhile is seen now.
  for (const sha256 of await listReportedFiles(client, actor.familyId)) reported.add(sha256);
  if (restored.some(isReported)) throw fileReported();
  for (const { id } of restored) outcomes.set(id, "changed");
  return outcomes;
}

const uniqueViolation = "23505";
/** Each attempt sees the conflict that stopped the one before. */
const restoreTries = 5;

/**
 * Restores items from the trash, except those that are back in the album as another copy, or were reported as one.
 * @throws AppError 409 when the same files are uploaded again and again meanwhile
 */
export async function restoreItems(
  actor: MemberActor,
  ids: readonly string[],
): Promise<Outcomes<RestoreRefusal>> {
  for (let left = restoreTries; left > 0; left--) {
    try {
      const outcomes = await db.$transaction((client) => restoreHeld(client, actor, ids), batchTransaction);
      for (const id of outcomes.keys()) forgetMediaFile(id);
      return outcomes;
    } catch (error) {
      // An upload at the same moment, for which the partial unique index on (familyId, sha256) decides; or a report.
      const isReported = error instanceof AppError && error.code === "reported";
      if (!isReported && !errorCodes(error).includes(uniqueViolation)) throw error;
    }
  }
  throw alreadyInAlbum();
}

export const alreadyInAlbum = () =>
  new AppError(
    "already_in_album",
    409,
    "The album already has another copy of this file, so this one stays in the trash.",
  );
