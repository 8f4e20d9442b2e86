import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { heartCountOf } from "@/lib/album/media/server/heart-count";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { type MeasuredRow, shotOf } from "@/lib/album/similar/server/shot";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { monthStart } from "@/lib/shared/calendar-month";
import { printPixels } from "@/lib/shared/print-products";
import { countPrints, roomLeft } from "@/lib/shop/prints/basket-count";
import type { PrintSuggestionsDto } from "@/lib/shop/prints/schema";
import { listBasket } from "@/lib/shop/prints/server/basket-service";
import { pickPrints } from "@/lib/shop/prints/server/print-picks";
import { getQuota } from "@/lib/shop/prints/server/quota-service";

/** More than a screenful doesn't help anyone choose. */
const maxSuggested = 24;
/** If a month received thousands, only the newest are compared. */
const maxCompared = 1_500;

interface CandidateRow extends Omit<MeasuredRow, "differenceHash" | "sharpness" | "tone" | "isDark"> {
  differenceHash: bigint | null;
  sharpness: number | null;
  tone: number | null;
  isDark: boolean | null;
  isPaper: boolean | null;
  sortAt: Date;
  featured: boolean;
  hasDescription: boolean;
  hearts: number;
  isHearted: boolean;
  people: number;
  comments: number;
  isTaken: boolean;
}

/** Pictures of this month and the last, taken or added, with enough pixels for the smallest paper. */
function readCandidates({ userId, familyId }: MemberActor, now: Date): Promise<CandidateRow[]> {
  const thisMonth = monthStart(now);
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const [longer, shorter] = printPixels["4x6"];
  const printable = Prisma.sql`${visibleMediaSql({ familyId })}
    AND m."mediaType" = 'image' AND m.derivatives = 'ready' AND m."coveredById" IS NULL
    AND GREATEST(m.width, m.height) >= ${longer} AND LEAST(m.width, m.height) >= ${shorter}`;
  const taken = (month: Date) => Prisma.sql`(SELECT m.id FROM "Media" m WHERE ${printable}
    AND m.year = ${month.getUTCFullYear()} AND m.month = ${month.getUTCMonth() + 1}
    ORDER BY m."sortAt" DESC, m.id DESC LIMIT ${maxCompared})`;
  return db.$queryRaw<CandidateRow[]>`
    WITH candidates AS MATERIALIZED (
      ${taken(thisMonth)} UNION ${taken(lastMonth)} UNION
      (SELECT m.id FROM "Media" m WHERE ${printable} AND m."uploadDate" >= ${lastMonth}
       ORDER BY m."uploadDate" DESC, m.id DESC LIMIT ${maxCompared})
    )
    SELECT m.id, m."fileName", m.width, m.height, m."takenAt", m."sortAt", m.featured,
      m.description <> '' AS "hasDescription",
      x."differenceHash", x.sharpness, x.tone, x."isDark", x."isPaper",
      ${heartCountOf("m", familyId)} AS hearts,
      EXISTS (SELECT 1 FROM "Heart" h WHERE h."mediaId" = m.id AND h."userId" = ${userId}::uuid) AS "isHearted",
      (SELECT count(*)::int FROM "MediaTag" t WHERE t."mediaId" = m.id) AS people,
      (SELECT count(*)::int FROM "Comment" c WHERE c."mediaId" = m.id) AS comments,
      EXISTS (SELECT 1 FROM "BasketItem" b WHERE b."mediaId" = m.id AND b."userId" = ${userId}::uuid)
        OR EXISTS (SELECT 1 FROM "PrintOrderItem" i JOIN "PrintOrder" o ON o.id = i."orderId"
          WHERE i."mediaId" = m.id AND o."userId" = ${userId}::uuid AND o.status <> 'cancelled') AS "isTaken"
    FROM candidates JOIN "Media" m ON m.id = candidates.id LEFT JOIN "MediaMeasures" x ON x."mediaId" = m.id`;
}

function shotOfCandidate({ differenceHash, sharpness, tone, isDark, ...row }: CandidateRow) {
  if (differenceHash === null || sharpness === null || tone === null || isDark === null) return null;
  return shotOf({ ...row, differenceHash, sharpness, tone, isDark });
}

/** What this person could print with the rest of the month's prints; nothing for a child. */
export async function suggestPrints(actor: MemberActor, now = new Date()): Promise<PrintSuggestionsDto> {
  const [quota, basket] = await Promise.all([getQuota(actor, now), listBasket(actor)]);
  const room = roomLeft(countPrints(basket), quota);
  if (room === 0) return { items: [] };
  const rows = await readCandidates(actor, now);
  const candidates = rows.map((row) => ({
    id: row.id,
    at: row.takenAt ?? row.sortAt,
    hearts: row.hearts,
    isHearted: row.isHearted,
    isFeatured: row.featured,
    people: row.people,
    comments: row.comments,
    hasDescription: row.hasDescription,
    shot: shotOfCandidate(row),
    isPaper: row.isPaper ?? false,
    isTaken: row.isTaken,
  }));
  const ids = pickPrints(candidates, Math.min(room, maxSuggested));
  if (ids.length === 0) return { items: [] };
  const picked = await db.$queryRaw<MediaRow[]>`
    SELECT ${mediaColumns(actor)} FROM "Media" m
    WHERE m.id = ANY(${ids}::uuid[]) AND ${visibleMediaSql(actor)}
    ORDER BY array_position(${ids}::uuid[], m.id)`;
  return { items: picked.map(mediaItemDto) };
}
