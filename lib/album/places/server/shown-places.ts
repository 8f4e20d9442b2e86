import { metresPerDegree, regionCentre } from "@/lib/album/places/region";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { type HiddenPlace, Prisma } from "@/lib/generated/prisma/client";
import { forbidden } from "@/lib/http/errors";

export type HiddenCircle = Pick<HiddenPlace, "latitude" | "longitude" | "radiusM" | "mode">;
export const circleSelect = { latitude: true, longitude: true, radiusM: true, mode: true } as const;

const number = (value: number) => Prisma.sql`${value}::float8`;

/** Whether a MediaFacts row `f` is within a circle; the circles are small, so the earth is flat there. */
export function isWithin({ latitude, longitude, radiusM }: Omit<HiddenCircle, "mode">): Prisma.Sql {
  const degrees = radiusM / metresPerDegree;
  const east = Prisma.sql`abs(f.longitude - ${number(longitude)})`;
  return Prisma.sql`(f.latitude BETWEEN ${number(latitude - degrees)} AND ${number(latitude + degrees)}
    AND power(f.latitude - ${number(latitude)}, 2)
      + power(least(${east}, 360 - ${east}) * ${number(Math.cos((latitude * Math.PI) / 180))}, 2)
      <= ${number(degrees ** 2)})`;
}

/**
 * The value shown for a column of `f`. Photos near a hidden place are all shown at the centre of the place's region,
 * not of their own: if a circle reaches into two regions, the border between them would be a clue.
 */
function shown(circles: readonly HiddenCircle[], column: "latitude" | "longitude"): Prisma.Sql {
  const own = Prisma.raw(`f.${column}`);
  if (circles.length === 0) return own;
  const cases = circles.map((circle) => {
    const value = circle.mode === "leftOut" ? Prisma.sql`NULL::float8` : number(regionCentre(circle)[column]);
    return Prisma.sql`WHEN ${isWithin(circle)} THEN ${value}`;
  });
  return Prisma.sql`CASE ${Prisma.join(cases, " ")} ELSE ${own} END`;
}

export async function showsPlaces({ familyId }: MemberActor): Promise<boolean> {
  const family = await db.family.findUnique({ where: { id: familyId }, select: { showsPlaces: true } });
  return family?.showsPlaces === true;
}

/**
 * The places shown for the family's items: a table of mediaId, latitude and longitude, to be joined as `p`. Anything
 * that returns a place, a distance or an area's items reads it from here and nowhere else, so that no other query
 * reveals a hidden place. Empty while the family shows no places.
 * @throws AppError 403 for a child: places are for adults
 */
export async function shownPlaces(actor: MemberActor): Promise<Prisma.Sql> {
  if (actor.isChild) throw forbidden("This is for the grown-ups in your family.");
  const { familyId } = actor;
  const family = await db.family.findUnique({
    where: { id: familyId },
    select: {
      showsPlaces: true,
      // If circles overlap, leftOut wins: it comes first.
      hiddenPlaces: { select: circleSelect, orderBy: [{ mode: "desc" }, { id: "asc" }] },
    },
  });
  const nothing = family?.showsPlaces ? Prisma.empty : Prisma.sql`AND false`;
  const circles = family?.hiddenPlaces ?? [];
  return Prisma.sql`(
    SELECT placed.* FROM (
      SELECT f."mediaId", ${shown(circles, "latitude")} AS latitude, ${shown(circles, "longitude")} AS longitude
      FROM "MediaFacts" f WHERE f."familyId" = ${familyId}::uuid AND f.latitude IS NOT NULL ${nothing}
    ) placed WHERE placed.latitude IS NOT NULL)`;
}
