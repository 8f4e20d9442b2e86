import { type ExistingHashtagDto, recentHashtagsShown } from "@/lib/album/hashtags/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";

/** The family's most recently used hashtags, each with its #. */
export async function listRecentHashtags(actor: MemberActor): Promise<string[]> {
  const rows = await db.$queryRaw<{ hashtag: string }[]>`
    SELECT t.hashtag FROM "MediaHashtag" t JOIN "Media" m ON m.id = t."mediaId" AND m."deletedAt" IS NULL
    WHERE t."familyId" = ${actor.familyId}::uuid
    GROUP BY t.hashtag ORDER BY max(m."uploadDate") DESC, t.hashtag LIMIT ${recentHashtagsShown}`;
  return rows.map((row) => `#${row.hashtag}`);
}

/** Every hashtag in use, most used first. */
export async function listExistingHashtags(actor: MemberActor): Promise<ExistingHashtagDto[]> {
  const rows = await db.$queryRaw<ExistingHashtagDto[]>`
    SELECT t.hashtag, count(*)::int AS "usageCount"
    FROM "MediaHashtag" t JOIN "Media" m ON m.id = t."mediaId" AND m."deletedAt" IS NULL
    WHERE t."familyId" = ${actor.familyId}::uuid
    GROUP BY t.hashtag ORDER BY count(*) DESC, t.hashtag`;
  return rows.map((row) => ({ ...row, hashtag: `#${row.hashtag}` }));
}
