import { cache } from "react";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { shownName } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import type { AlbumNews } from "@/lib/shared/news-text";

/**
 * Records that someone is looking at the album. Looks less than half an hour apart are one visit, during which the news
 * stays the same; a long visit is recorded every five minutes.
 * @returns when the visit before this one ended; null during the first
 */
export async function recordVisit({ familyId, userId }: MemberActor): Promise<Date | null> {
  // The condition in the update decides between two pages opened at once.
  const noted = await db.$queryRaw<{ newsSince: Date | null }[]>`
    UPDATE "Membership" SET
      "newsSince" = CASE WHEN "visitedAt" < now() - interval '30 minutes' THEN "visitedAt" ELSE "newsSince" END,
      "visitedAt" = now()
    WHERE "familyId" = ${familyId}::uuid AND "userId" = ${userId}::uuid
      AND ("visitedAt" IS NULL OR "visitedAt" < now() - interval '5 minutes')
    RETURNING "newsSince"`;
  if (noted[0]) return noted[0].newsSince;
  const membership = await db.membership.findUnique({
    where: { familyId_userId: { familyId, userId } },
    select: { newsSince: true },
  });
  return membership?.newsSince ?? null;
}

/** Once per request, however many parts of its page ask. */
export const recordPageVisit = cache(recordVisit);

/** What others have added to the album since then, except what is deleted or reported; null if nothing. */
export async function getNews(
  { familyId, userId }: MemberActor,
  since: Date | null,
): Promise<AlbumNews | null> {
  if (!since) return null;
  const rows = await db.$queryRaw<{ name: string | null; photos: number; videos: number }[]>`
    SELECT (SELECT ${shownName} FROM "User" u
              LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = ${familyId}::uuid
              WHERE u.id = m."uploaderId") AS name,
           count(*) FILTER (WHERE m."mediaType" = 'image')::int AS photos,
           count(*) FILTER (WHERE m."mediaType" = 'video')::int AS videos
    FROM "Media" m
    WHERE ${visibleMediaSql({ familyId })} AND m."uploadDate" > ${since}
      AND m."uploaderId" IS DISTINCT FROM ${userId}::uuid
    GROUP BY m."uploaderId" ORDER BY count(*) DESC, m."uploaderId"`;
  if (rows.length === 0) return null;
  return {
    names: rows.map(({ name }) => name ?? "Someone"),
    photos: rows.reduce((sum, { photos }) => sum + photos, 0),
    videos: rows.reduce((sum, { videos }) => sum + videos, 0),
  };
}
