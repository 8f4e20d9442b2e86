import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { requireVisibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { maxStackedAtOnce, type StackAction, type StackDto } from "@/lib/album/stacks/schema";
import {
  lockStacks,
  nextInStack,
  type StackedRow,
  writeStack,
} from "@/lib/album/stacks/server/locked-stacks";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { db } from "@/lib/db";
import { AppError, badInput, forbidden, notFound } from "@/lib/http/errors";

/** The photos on the same tile as this one. @throws AppError 404 */
export async function getStack(actor: MemberActor, id: string): Promise<StackDto> {
  await requireVisibleMedia(actor, id);
  const rows = await db.$queryRaw<MediaRow[]>`
    WITH top AS (SELECT COALESCE("coveredById", id) AS id FROM "Media" WHERE id = ${id}::uuid)
    SELECT ${mediaColumns(actor)} FROM "Media" m
    WHERE ${visibleMediaSql(actor)} AND m.id IN (
      SELECT id FROM top UNION ALL SELECT c.id FROM top JOIN "Media" c ON c."coveredById" = top.id)
    ORDER BY m."coveredById" IS NULL DESC, m."sortAt", m.id`;
  const [top] = rows;
  return top && rows.length > 1
    ? { topId: top.id, items: rows.map(mediaItemDto) }
    : { topId: null, items: [] };
}

const mayArrange = (actor: MemberActor, row: StackedRow) => row.isOwn || may(actor, "media.editAny");

/**
 * Puts photos on one tile, the first one on top, together with any already stacked with them. Stacking again changes
 * only which photo is on top.
 * @throws AppError 400 for videos, 403 for other people's photos, 404
 */
export async function createStack(actor: MemberActor, ids: readonly string[]): Promise<StackDto> {
  const [topId = ""] = ids;
  await db.$transaction(async (client) => {
    const rows = await lockStacks(client, actor, ids);
    const chosen = rows.filter(({ id, isShown }) => isShown && ids.includes(id));
    if (chosen.length < ids.length) throw notFound();
    if (chosen.some(({ isPhoto }) => !isPhoto)) throw badInput("mediaIds", "Only photos can be stacked.");
    if (!chosen.every((row) => mayArrange(actor, row))) {
      throw forbidden("Only an admin can stack photos that other people uploaded.");
    }
    if (rows.length > maxStackedAtOnce) {
      throw new AppError("too_many", 422, `A stack has room for ${maxStackedAtOnce} photos.`, {
        field: "mediaIds",
      });
    }
    await writeStack(
      client,
      actor,
      topId,
      rows.map(({ id }) => id),
      true,
    );
  });
  return getStack(actor, topId);
}

/**
 * Changes a photo's stack, for anyone who can edit one of its photos. The rules leave photos changed here alone.
 * @throws AppError 403, 404, also for a photo that isn't stacked
 */
export async function changeStack(actor: MemberActor, id: string, action: StackAction): Promise<StackDto> {
  await db.$transaction(async (client) => {
    const rows = await lockStacks(client, actor, [id]);
    const row = rows.find((one) => one.id === id.toLowerCase() && one.isShown);
    if (!row) throw notFound();
    if (rows.filter(({ isShown }) => isShown).length < 2) throw notFound();
    if (!rows.some((one) => mayArrange(actor, one))) {
      throw forbidden("Only an admin, or someone with a photo in the stack, can change it.");
    }
    const ids = rows.map((one) => one.id);
    if (action === "top") return writeStack(client, actor, row.id, ids, true);
    if (action === "unstack") return writeStack(client, actor, null, ids, true);
    const left = ids.filter((one) => one !== row.id);
    if (row.coveredById === null || left.length < 2) {
      const heir = left.length < 2 ? null : await nextInStack(client, row.id);
      // These first: the photo may be covering them.
      await writeStack(client, actor, heir, left, row.isDecided);
    }
    await writeStack(client, actor, null, [row.id], true);
  });
  return getStack(actor, id);
}
