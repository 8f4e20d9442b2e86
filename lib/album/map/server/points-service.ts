import { maxPoints } from "@/lib/album/map/schema";
import { pointsPerDegree } from "@/lib/album/map/units";
import { bytesResponse, etagOf } from "@/lib/album/media/server/bytes-response";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { shownPlaces } from "@/lib/album/places/server/shown-places";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";

/** A column as JSON, written by PostgreSQL: reading a hundred thousand rows one by one would take a second. */
const column = (value: Prisma.Sql) => Prisma.sql`'[' || COALESCE(string_agg(${value}, ','), '') || ']'`;
const units = (name: "latitude" | "longitude") =>
  column(Prisma.sql`round(${Prisma.raw(name)} * ${pointsPerDegree}::float8)::int::text`);

async function readPoints(actor: MemberActor): Promise<string> {
  const places = await shownPlaces(actor);
  const [columns] = await db.$queryRaw<Record<"ids" | "latitudes" | "longitudes" | "videos", string>[]>`
    SELECT ${column(Prisma.sql`'"' || id || '"'`)} AS ids,
      ${units("latitude")} AS latitudes, ${units("longitude")} AS longitudes,
      '[' || COALESCE(string_agg((number - 1)::text, ',') FILTER (WHERE "mediaType" = 'video'), '') || ']' AS videos
    FROM (
      SELECT m.id, m."mediaType", p.latitude, p.longitude,
        row_number() OVER (ORDER BY m."sortAt" DESC, m.id DESC) AS number
      FROM ${places} p JOIN "Media" m ON m.id = p."mediaId"
      WHERE ${visibleMediaSql(actor)}
      ORDER BY number LIMIT ${maxPoints}
    ) points`;
  const { ids, latitudes, longitudes, videos } = columns ?? {
    ids: "[]",
    latitudes: "[]",
    longitudes: "[]",
    videos: "[]",
  };
  return `{"ids":${ids},"latitudes":${latitudes},"longitudes":${longitudes},"videos":${videos}}`;
}

/** All photos whose place the family shows; 304 if the browser already has them. @throws AppError 403 */
export async function pointsResponse(request: Request, actor: MemberActor): Promise<Response> {
  const bytes = Buffer.from(await readPoints(actor));
  return bytesResponse(request, { bytes, contentType: "application/json", etag: etagOf(bytes) });
}
