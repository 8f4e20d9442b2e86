import type { AreaQuery } from "@/lib/album/map/schema";
import type { FeedQuery, MediaPageDto } from "@/lib/album/media/schema";
import { readPage } from "@/lib/album/media/server/browse-service";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { shownPlaces } from "@/lib/album/places/server/shown-places";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { Prisma } from "@/lib/generated/prisma/client";

const pageSize = 60;

/** Items whose shown place `p` matches, latest taken first. @throws AppError 403 for a child */
export async function listPlaced(
  actor: MemberActor,
  where: Prisma.Sql,
  query: FeedQuery,
): Promise<MediaPageDto> {
  const places = await shownPlaces(actor);
  const hasPlace = (id: Prisma.Sql) =>
    Prisma.sql`EXISTS (SELECT 1 FROM ${places} top WHERE top."mediaId" = ${id})`;
  return readPage(
    actor,
    {
      join: Prisma.sql`JOIN ${places} p ON p."mediaId" = m.id`,
      where,
      by: [Prisma.sql`m."sortAt"`, Prisma.sql`m.id`],
      at: ({ at, id }) => Prisma.sql`${at}::timestamp, ${id}::uuid`,
      place: ({ sortAt, id }) => ({ month: 0, at: sortAt, id }),
      total: Prisma.sql`(SELECT count(*)::int FROM "Media" m JOIN ${places} p ON p."mediaId" = m.id
        WHERE ${visibleMediaSql(actor)} AND ${where})`,
      // Files of one shot are from one place, so a town has both or neither; at an area's edge, the other side has it.
      hasTop: hasPlace,
      hidden: Prisma.sql`(SELECT count(*)::int FROM "Media" m JOIN ${places} p ON p."mediaId" = m.id
        WHERE ${visibleMediaSql(actor)} AND ${where} AND m."coveredById" IS NOT NULL
          AND ${hasPlace(Prisma.sql`m."coveredById"`)})`,
      pageSize,
    },
    query,
  );
}

/** The photos of an area of the map. */
export function listAreaPhotos(
  actor: MemberActor,
  { west, south, east, north, ...query }: AreaQuery,
): Promise<MediaPageDto> {
  const isWest = Prisma.sql`p.longitude >= ${west}::float8`;
  const isEast = Prisma.sql`p.longitude <= ${east}::float8`;
  const columns = west <= east ? Prisma.sql`${isWest} AND ${isEast}` : Prisma.sql`(${isWest} OR ${isEast})`;
  const rows = Prisma.sql`p.latitude BETWEEN ${south}::float8 AND ${north}::float8`;
  return listPlaced(actor, Prisma.sql`${rows} AND ${columns}`, query);
}
