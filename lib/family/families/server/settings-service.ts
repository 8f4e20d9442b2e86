import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { db } from "@/lib/db";
import type { FamilyDto, UpdateFamilyInput } from "@/lib/family/families/schema";
import {
  endMembership,
  lockOwnFamily,
  requireAnotherOwner,
} from "@/lib/family/families/server/membership-service";
import { requireFamilyOf } from "@/lib/family/families/server/service";
import { forbidden } from "@/lib/http/errors";

/** Changes name and icon; what isn't given stays. */
export async function updateFamily(actor: MemberActor, change: UpdateFamilyInput): Promise<FamilyDto> {
  const { familyId } = actor;
  await db.$transaction(async (client) => {
    await lockOwnFamily(client, actor, "family.edit");
    const { name, icon } = change;
    await client.family.update({
      where: { id: familyId },
      data: { ...(name === undefined ? {} : { name }), ...(icon === undefined ? {} : { icon }) },
      select: { id: true },
    });
    await recordActivity({ action: "family.changed", actorId: actor.userId, familyId }, client);
  });
  return requireFamilyOf(actor, familyId);
}

/**
 * Leaves the current family. This session looks at no family afterwards, so repeating the request doesn't leave the
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
  });
  forgetSessions((seen) => seen.userId === userId);
}
