import { albumFeed } from "@/lib/album/albums/server/items-service";
import {
  everythingFeed,
  type Feed,
  favoritesFeed,
  monthFeed,
  uploadOrder,
} from "@/lib/album/media/server/browse-service";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { latestShown, type ShowItemsQuery, type ShowSource } from "@/lib/album/screens/schema";
import { taggedFeed } from "@/lib/album/tags/server/tagged-feed-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { Prisma } from "@/lib/generated/prisma/client";

type SourceFeed = Omit<Feed, "total" | "hidden" | "pageSize">;

/** The same items, in the same order, as in the person's own list. */
async function feedOfSource(actor: MemberActor, source: ShowSource): Promise<SourceFeed | null> {
  switch (source.kind) {
    case "everything":
      return everythingFeed(actor);
    case "latest":
      return {
        ...uploadOrder,
        where: Prisma.sql`m.id IN (SELECT m.id FROM "Media" m WHERE ${visibleMediaSql(actor)} AND m."coveredById" IS NULL
          ORDER BY m."uploadDate" DESC, m.id DESC LIMIT ${latestShown})`,
      };
    case "favorites":
      return favoritesFeed(actor);
    case "month":
      return monthFeed(actor, source.year, source.month);
    case "album":
      return albumFeed(actor, source.albumId);
    case "person":
      return taggedFeed(actor, source.memberId);
  }
}

/** In a cursor, the position in the shuffled order replaces a time: 47 bits fit into both. */
function shuffled(feed: SourceFeed, round: number): SourceFeed {
  const place = Prisma.sql`(uuid_hash_extended(m.id, ${round}::bigint) & 140737488355327)`;
  return {
    ...feed,
    extra: Prisma.sql`, ${place}::float8 AS position`,
    by: [place, Prisma.sql`m.id`],
    at: ({ at, id }) => Prisma.sql`${at.getTime()}::bigint, ${id}::uuid`,
    place: ({ position = 0, id }) => ({ month: 0, at: new Date(position), id }),
    isAscending: false,
  };
}

/** The items a screen shows, in order, except those without a picture; null if the source is gone. */
export async function findShowFeed(
  actor: MemberActor,
  { source, isShuffled }: { source: ShowSource; isShuffled: boolean },
  { round }: ShowItemsQuery,
): Promise<SourceFeed | null> {
  const feed = await feedOfSource(actor, source);
  if (!feed) return null;
  const shown = { ...feed, where: Prisma.sql`${feed.where} AND m.derivatives IN ('ready', 'none')` };
  return isShuffled ? shuffled(shown, round) : shown;
}
