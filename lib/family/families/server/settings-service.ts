import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db, longTransaction, type Prisma } from "@/lib/db";
import type { FamilyDto, UpdateFamilyInput } from "@/lib/family/families/schema";
import {
  endMembership,
  lockOwnFamily,
  requireAnotherOwner,
} from "@/lib/family/families/server/membership-service";
import { requireFamilyOf } from "@/lib/family/families/server/service";
import { badInput, forbidden } from "@/lib/http/errors";

/** @throws AppError 400 if there is something older */
async function requireNothingBefore(
  client: Prisma.TransactionClient,
  familyId: string,
  firstYear: number,
): Promise<void> {
  const { _min: oldest } = await client.media.aggregate({
    where: { familyId, deletedAt: null },
    _min: { year: true },
  });
  if (oldest.year === null || oldest.year >= firstYear) return;
  throw badInput("firstYear", `The album has something from ${oldest.year}, so it can't begin later`);
}

/**
 * Changes name, icon, the album's first year, and whether places are shown; what isn't given stays.
 * @throws AppError 400
 */
export async function updateFamily(actor: MemberActor, change: UpdateFamilyInput): Promise<FamilyDto> {
  const { familyId } = actor;
  await db.$transaction(async (client) => {
    await lockOwnFamily(client, actor, "family.edit");
    const { name, icon, firstYear, showsPlaces } = change;
    if (firstYear !== undefined) await requireNothingBefore(client, familyId, firstYear);
    await client.family.update({
      where: { id: familyId },
      data: {
        ...(name === undefined ? {} : { name }),
        ...(icon === undefined ? {} : { icon }),
        ...(firstYear === undefined ? {} : { firstYear }),
        ...(showsPlaces === undefined ? {} : { showsPlaces }),
      },
      select: { id: true },
    });
    await recordActivity({ action: "family.changed", actorId: actor.userId, familyId }, client);
  });
  // Sessions cache the year.
  forgetSessions((seen) => seen.familyId === familyId);
  return requireFamilyOf(actor, familyId);
}

/**
 * Leaves the current family. The session has no current family afterwards, so repeating the request doesn't leave the
 * next one.
 * @throws AppError 403 for a child, 422 last_owner
 */
export async function leaveFamily(actor: MemberActor): Promise<void> {
  const { familyId, userId } = actor;
  if (actor.isChild) throw forbidden("Please ask a grown-up in your family: they look after your account.");
  await db.$transaction(async (client) => {
    if ((await lockOwnFamily(client, actor)) === "owner") await requireAnotherOwner(client, familyId, userId);
    await endMembership(client, { familyId, userId, exceptSession: actor.sessionId });
    await recordActivity(
      { action: "family.memberLeft", actorId: userId, subjectId: userId, familyId },
      client,
    );
  }, longTransaction);
  forgetSessions((seen) => seen.userId === userId);
}
