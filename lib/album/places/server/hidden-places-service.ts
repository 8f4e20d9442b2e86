import {
  type CreateHiddenPlaceInput,
  type HiddenPlaceDto,
  maxHiddenPlaces,
  type UpdateHiddenPlaceInput,
} from "@/lib/album/places/schema";
import { circleSelect, isWithin } from "@/lib/album/places/server/shown-places";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { lockOwnFamily } from "@/lib/family/families/server/membership-service";
import type { HiddenPlace } from "@/lib/generated/prisma/client";
import { AppError, notFound } from "@/lib/http/errors";

const select = { id: true, name: true, ...circleSelect } as const;
type HiddenRow = Pick<HiddenPlace, keyof typeof select>;

async function asDto(familyId: string, place: HiddenRow): Promise<HiddenPlaceDto> {
  const [counted] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM "MediaFacts" f
    JOIN "Media" m ON m.id = f."mediaId" AND m."familyId" = f."familyId" AND m."deletedAt" IS NULL
    WHERE f."familyId" = ${familyId}::uuid AND ${isWithin(place)}`;
  const { id, name, radiusM, mode } = place;
  return { id, name, radiusM, mode, photoCount: counted?.count ?? 0 };
}

/** The places the family hides, oldest first; for its admins. */
export async function listHiddenPlaces({ familyId }: MemberActor): Promise<HiddenPlaceDto[]> {
  const places = await db.hiddenPlace.findMany({ where: { familyId }, select, orderBy: { id: "asc" } });
  return Promise.all(places.map((place) => asDto(familyId, place)));
}

/** Changes hidden places while the family is locked, so that the limit is kept and a demoted admin changes nothing. */
function change<T>(actor: MemberActor, work: (client: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  const { familyId, userId } = actor;
  return db.$transaction(async (client) => {
    await lockOwnFamily(client, actor, "family.edit");
    const changed = await work(client);
    await recordActivity({ action: "family.changed", actorId: userId, familyId }, client);
    return changed;
  });
}

/** @throws AppError 422 too_many_places */
export async function createHiddenPlace(
  actor: MemberActor,
  input: CreateHiddenPlaceInput,
): Promise<HiddenPlaceDto> {
  const { familyId } = actor;
  const created = await change(actor, async (client) => {
    if ((await client.hiddenPlace.count({ where: { familyId } })) >= maxHiddenPlaces) {
      throw new AppError("too_many_places", 422, `At most ${maxHiddenPlaces} places can be hidden.`);
    }
    return client.hiddenPlace.create({ data: { familyId, ...input }, select });
  });
  return asDto(familyId, created);
}

/** @throws AppError 404 */
export async function updateHiddenPlace(
  actor: MemberActor,
  id: string,
  input: UpdateHiddenPlaceInput,
): Promise<HiddenPlaceDto> {
  const { familyId } = actor;
  const updated = await change(actor, async (client) => {
    const data = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    await client.hiddenPlace.updateMany({ where: { id, familyId }, data });
    const place = await client.hiddenPlace.findFirst({ where: { id, familyId }, select });
    if (!place) throw notFound();
    return place;
  });
  return asDto(familyId, updated);
}

/** Photos there appear again where they were taken. @throws AppError 404 */
export async function deleteHiddenPlace(actor: MemberActor, id: string): Promise<undefined> {
  const { familyId } = actor;
  await change(actor, async (client) => {
    const { count } = await client.hiddenPlace.deleteMany({ where: { id, familyId } });
    if (count === 0) throw notFound();
  });
}
