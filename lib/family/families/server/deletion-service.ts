import { requireOwnPassword } from "@/lib/account/accounts/server/own-password-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { emit } from "@/lib/core/events/server/events";
import { sendMail } from "@/lib/core/messages/server/service";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { memberName } from "@/lib/core/names/server/member-name-service";
import { db, longTransaction, type Prisma } from "@/lib/db";
import { lockOwnFamily, moveSessions } from "@/lib/family/families/server/membership-service";

/**
 * Permanently deletes the family. Everyone loses access at once; the queue removes pictures, files and the rest. The
 * others are notified by mail. Accounts stay, except those of children with no other family.
 * @throws AppError 403, 422 no_password or wrong_password, 429
 */
export async function deleteFamily(actor: MemberActor, password: string): Promise<void> {
  await requireOwnPassword(actor, password, "password", "That is not your password. Nothing was deleted.");
  const userIds = await db.$transaction(async (client) => {
    await lockOwnFamily(client, actor, "family.delete");
    return endFamily(client, actor);
  }, longTransaction);
  forgetSessions((seen) => userIds.has(seen.userId));
}

/**
 * Deletes the actor's family. Call with the family locked and the deletion confirmed.
 * @returns the users whose sessions to forget after the commit
 */
export async function endFamily(
  client: Prisma.TransactionClient,
  actor: Pick<MemberActor, "userId" | "username" | "sessionId" | "familyId">,
): Promise<Set<string>> {
  const { familyId } = actor;
  const members = await client.membership.findMany({
    where: { familyId },
    select: { userId: true, user: { select: { ...nameSelect(familyId), email: true } } },
  });
  const { name } = await client.family.findUniqueOrThrow({
    where: { id: familyId },
    select: { name: true },
  });
  const owner = await memberName(actor, client);
  await emit("family.ended", { familyId }, client);
  await endEverything(
    client,
    actor,
    members.map(({ userId }) => userId),
  );
  for (const { userId, user } of members) {
    if (userId === actor.userId || !user.email) continue;
    // The family, with its names for people, has been deleted by now.
    const values = { name: nameOf(user), username: user.username, owner, family: name };
    await sendMail("familyDeleted", user.email, values, client);
  }
  const detail = { members: members.length };
  await recordActivity({ action: "family.deleted", actorId: actor.userId, familyId, detail }, client);
  return new Set(members.map(({ userId }) => userId));
}

/** Removes everything that gives access, and what the family knew about people. */
async function endEverything(
  client: Prisma.TransactionClient,
  actor: Pick<MemberActor, "familyId" | "sessionId">,
  userIds: string[],
): Promise<void> {
  const { familyId } = actor;
  await client.membership.deleteMany({ where: { familyId } });
  // Stops the analysis of pictures; the queue removes faces first, then the rest.
  await client.recognitionSettings.deleteMany({ where: { familyId } });
  await client.familyMember.deleteMany({ where: { familyId } });
  await client.invitation.deleteMany({ where: { familyId } });
  await client.upload.updateMany({ where: { familyId, mediaId: null }, data: { expiresAt: new Date() } });
  await moveSessions(client, familyId, { exceptSession: actor.sessionId });
  await client.user.deleteMany({
    where: { id: { in: userIds }, isChild: true, memberships: { none: {} } },
  });
}
