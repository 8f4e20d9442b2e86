import { type MediaRow, mediaColumns, mediaItemDto } from "@/lib/album/media/server/dto";
import { requireVisibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { findSimilarSets, type SimilarSet } from "@/lib/album/similar/likeness";
import type { SimilarCountsDto, SimilarCountsQuery, SimilarDto } from "@/lib/album/similar/schema";
import { type MeasuredRow, shotOf } from "@/lib/album/similar/server/shot";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";

/** As in the sorter: the same picture, saved again. */
const sameBits = 3;
/** How far before or after a picture the other shots of its burst can be. */
const burst = Prisma.sql`interval '30 seconds'`;
const burstShots = 60;
/** Enough copies of one picture. */
const maxCopies = 100;

/**
 * Hashes that differ in three bits share at least one of these quarters, which an index finds (migration
 * 20261122014402_recognition: change both or none).
 */
const quarters = [
  "1229782938247303441",
  "2459565876494606882",
  "4919131752989213764",
  "(-8608480567731124088)",
];

/** Ids of pictures that differ from the row `w` in few bits of its column `hash`. */
export function copiesOf(familyId: string): Prisma.Sql {
  const looks = quarters.map((quarter) => {
    const mask = Prisma.raw(quarter);
    return Prisma.sql`SELECT b."mediaId" FROM "MediaMeasures" b
      WHERE b."familyId" = ${familyId}::uuid AND b."differenceHash" IS NOT NULL
        AND (b."differenceHash" & ${mask}) = (w.hash & ${mask})
        AND bit_count((b."differenceHash" # w.hash)::bit(64)) <= ${sameBits}`;
  });
  return Prisma.join(looks, " UNION ALL ");
}

/** All possible matches of these pictures in the family's album, including themselves. */
export function candidatesStatement(familyId: string, ids: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    WITH wanted AS MATERIALIZED (
      SELECT m.id, m.year, m.month, m."sortAt", m."takenAt", x."differenceHash" AS hash
      FROM "Media" m JOIN "MediaMeasures" x ON x."mediaId" = m.id
      WHERE m.id = ANY(${ids}::uuid[]) AND ${visibleMediaSql({ familyId })}
        AND x."differenceHash" IS NOT NULL
    ), found AS MATERIALIZED (
      SELECT id FROM wanted
      UNION
      SELECT copy."mediaId" FROM wanted w
      CROSS JOIN LATERAL (SELECT * FROM (${copiesOf(familyId)}) copies LIMIT ${maxCopies}) copy
      UNION
      SELECT shot.id FROM wanted w CROSS JOIN LATERAL (
        SELECT c.id FROM "Media" c
        WHERE c."familyId" = ${familyId}::uuid AND c.year = w.year AND c.month = w.month
          AND c."sortAt" BETWEEN w."sortAt" - ${burst} AND w."sortAt" + ${burst}
          AND c."takenAt" IS NOT NULL LIMIT ${burstShots}) shot
      WHERE w."takenAt" IS NOT NULL
    )
    SELECT m.id, m."fileName", m.width, m.height, m."takenAt", x."differenceHash", x.sharpness, x.tone, x."isDark"
    FROM found
    -- One by one, whatever the planner takes a family's album for.
    CROSS JOIN LATERAL (SELECT * FROM "Media" WHERE id = found.id LIMIT 1) m
    CROSS JOIN LATERAL (SELECT * FROM "MediaMeasures" WHERE "mediaId" = found.id LIMIT 1) x
    WHERE ${visibleMediaSql({ familyId })} AND m."mediaType" = 'image'
      AND x."differenceHash" IS NOT NULL AND m.width > 0 AND m.height > 0`;
}

async function similarSetsAround(
  actor: MemberActor,
  ids: readonly string[],
): Promise<{ sets: SimilarSet[]; sharpness: Map<string, number> }> {
  const rows = await db.$queryRaw<MeasuredRow[]>(candidatesStatement(actor.familyId, ids));
  return {
    sets: findSimilarSets(rows.map(shotOf)),
    sharpness: new Map(rows.map((row) => [row.id, row.sharpness])),
  };
}

/**
 * The pictures in the family's album that are similar to this one: saved twice, or of one burst, by the sorter's rules.
 * @throws AppError 404
 */
export async function listSimilar(actor: MemberActor, id: string): Promise<SimilarDto> {
  await requireVisibleMedia(actor, id);
  const { sets, sharpness } = await similarSetsAround(actor, [id]);
  const set = sets.find(({ best, others }) => best === id || others.includes(id));
  if (!set) return { items: [], bestId: null, sharpestId: null };
  const ids = [set.best, ...set.others];
  const rows = await db.$queryRaw<MediaRow[]>`
    SELECT ${mediaColumns(actor)} FROM "Media" m
    WHERE m.id = ANY(${ids}::uuid[]) AND ${visibleMediaSql(actor)}
    ORDER BY array_position(${ids}::uuid[], m.id)`;
  // One was moved to the trash between the two statements.
  if (rows.length < 2) return { items: [], bestId: null, sharpestId: null };
  const sharpest = rows.reduce((one, other) =>
    (sharpness.get(other.id) ?? 0) > (sharpness.get(one.id) ?? 0) ? other : one,
  );
  const best = rows.find((row) => row.id === set.best) ?? sharpest;
  return { items: rows.map(mediaItemDto), bestId: best.id, sharpestId: sharpest.id };
}

/** How many others are similar to each of these pictures; those that aren't the family's are silently ignored. */
export async function countSimilar(
  actor: MemberActor,
  { ids }: SimilarCountsQuery,
): Promise<SimilarCountsDto> {
  const { sets } = await similarSetsAround(actor, ids);
  const asked = new Set(ids);
  return {
    similar: sets.flatMap(({ best, others }) =>
      [best, ...others]
        .filter((id) => asked.has(id))
        .map((id) => ({ id, bestId: best, count: others.length })),
    ),
  };
}
