import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import { AppError, forbidden, notFound } from "@/lib/http/errors";
import type { LetterReaderDto } from "@/lib/notify/digest/schema";

/** The people whose letter this person can turn on and off: an admin everyone's, others only their own. */
export async function listLetterReaders(actor: MemberActor, userId?: string): Promise<LetterReaderDto[]> {
  const mayAll = may(actor, "family.manageUsers");
  const rows = await db.membership.findMany({
    where: {
      familyId: actor.familyId,
      AND: [mayAll ? {} : { userId: actor.userId }, userId === undefined ? {} : { userId }],
    },
    select: {
      userId: true,
      hasLetter: true,
      user: { select: { ...nameSelect(actor.familyId), email: true, emailConfirmedAt: true } },
    },
    orderBy: [{ joinedAt: "asc" }, { userId: "asc" }],
  });
  return rows.map(({ userId: id, hasLetter: isOn, user }) => ({
    userId: id,
    name: nameOf(user),
    hasAddress: user.email !== null && user.emailConfirmedAt !== null,
    isOn,
  }));
}

/**
 * Turns a weekly letter on or off: the person's own, or a relative's for an admin.
 * @throws AppError 403, 404, 422 without a confirmed address
 */
export async function setLetter(actor: MemberActor, userId: string, isOn: boolean): Promise<LetterReaderDto> {
  const [reader] = await listLetterReaders(actor, userId);
  if (!reader) {
    const where = { familyId: actor.familyId, userId };
    const isInFamily = (await db.membership.count({ where })) > 0;
    throw isInFamily
      ? forbidden("Only the family's admins can turn someone else's letter on or off.")
      : notFound();
  }
  if (isOn && !reader.hasAddress) {
    throw new AppError("no_address", 422, `${reader.name} has no confirmed email address yet.`, {
      field: "isOn",
    });
  }
  const { familyId } = actor;
  const { count } = await db.membership.updateMany({
    where: { familyId, userId, hasLetter: !isOn },
    data: { hasLetter: isOn },
  });
  if (count > 0 && userId !== actor.userId) {
    const action = isOn ? "letter.on" : "letter.off";
    await recordActivity({ action, actorId: actor.userId, familyId, subjectId: userId });
  }
  return { ...reader, isOn };
}
