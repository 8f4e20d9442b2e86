import { readPage } from "@/lib/album/media/server/browse-service";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import {
  type ShowItemsDto,
  type ShowItemsQuery,
  type ShowSource,
  type ShowStateDto,
  showPageSize,
} from "@/lib/album/screens/schema";
import { findShowFeed } from "@/lib/album/screens/server/show-feed";
import { appVersion } from "@/lib/app-version";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, queryPrepared } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { screenNotPaired } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

interface ShowRow extends Omit<ShowStateDto, "version"> {
  lastSeenAt: Date | null;
}

const minuteMs = 60_000;

async function requireRow(actor: MemberActor, showing: string | null): Promise<ShowRow> {
  const isGone =
    showing === null
      ? Prisma.sql`false`
      : Prisma.sql`NOT EXISTS (SELECT 1 FROM "Media" m WHERE m.id = ${showing}::uuid AND ${visibleMediaSql(actor)})`;
  const [row] = await queryPrepared<ShowRow>(Prisma.sql`
    SELECT s.name, s.source, s.seconds, s."isShuffled", s."isPaused", s.step, s."lastSeenAt", ${isGone} AS "isGone"
    FROM "Screen" s WHERE s.id = ${actor.screenId}::uuid`);
  // It has just been removed.
  if (!row) throw screenNotPaired();
  return row;
}

/**
 * What a screen shows now, and how. Screens poll every other second, so this is a single small statement; once a minute
 * another one records that the screen is on.
 * @returns also whether this is the screen's first poll of the day: its cookie is renewed then
 * @throws AppError 401 if the screen was removed
 */
export async function getShow(
  actor: MemberActor,
  { showing }: { showing?: string | undefined },
): Promise<{ state: ShowStateDto; isFirstToday: boolean }> {
  const { lastSeenAt, ...state } = await requireRow(actor, showing && isUuid(showing) ? showing : null);
  const now = new Date();
  const sinceMs = now.getTime() - (lastSeenAt?.getTime() ?? 0);
  if (sinceMs > minuteMs) {
    await db.screen.updateMany({ where: { id: actor.screenId ?? "" }, data: { lastSeenAt: now } });
  }
  const isFirstToday = lastSeenAt?.toISOString().slice(0, 10) !== now.toISOString().slice(0, 10);
  return { state: { ...state, version: appVersion }, isFirstToday };
}

/** The next items a screen shows. @throws AppError 400, 401 if the screen was removed */
export async function listShowItems(actor: MemberActor, query: ShowItemsQuery): Promise<ShowItemsDto> {
  const screen = await db.screen.findUnique({
    where: { id: actor.screenId ?? "" },
    select: { source: true, isShuffled: true },
  });
  if (!screen) throw screenNotPaired();
  const { isShuffled } = screen;
  const feed = await findShowFeed(actor, { source: screen.source as ShowSource, isShuffled }, query);
  if (!feed) return { items: [], nextCursor: null };
  // The total isn't used.
  const counted = { ...feed, total: Prisma.sql`0`, hidden: Prisma.sql`0`, pageSize: showPageSize };
  const { items, nextCursor } = await readPage(actor, counted, {
    stacks: "collapsed",
    ...(query.cursor ? { cursor: query.cursor } : {}),
  });
  return { items, nextCursor };
}
