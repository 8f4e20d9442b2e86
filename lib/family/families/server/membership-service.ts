import type { MemberActor } from "@/lib/core/auth/server/actor";
import { revokeTokens } from "@/lib/core/auth/server/one-time-tokens";
import { mayAs, type Permission } from "@/lib/core/auth/server/permissions";
import { emit } from "@/lib/core/events/server/events";
import type { Prisma } from "@/lib/db";
import type { Role } from "@/lib/generated/prisma/enums";
import { AppError, forbidden, notFound } from "@/lib/http/errors";

/**
 * Serialises changes of one family's roles and members until the transaction ends: if two owners demote each other at
 * once, the second sees what the first did. Lock families before users.
 */
export async function lockFamily(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  const locked = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM "Family" WHERE id = ${familyId}::uuid FOR UPDATE`;
  if (locked.length === 0) throw notFound();
}

/**
 * Locks the actor's family and rereads their role, which may have changed while the request waited.
 * @throws AppError 403 for someone who has left it meanwhile, or is no longer allowed to do it
 */
export async function lockOwnFamily(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  permission?: Permission,
): Promise<Role> {
  await lockFamily(client, actor.familyId);
  const membership = await client.membership.findFirst({
    where: { familyId: actor.familyId, userId: actor.userId },
    select: { role: true },
  });
  if (!membership) throw forbidden("You don't belong to this family any more.");
  if (permission && !mayAs(membership.role, permission)) {
    throw forbidden(
      permission === "family.delete" || permission === "family.billing"
        ? "Only the family's owner can do this."
        : "Only the family's admins can do this.",
    );
  }
  return membership.role;
}

/** Serialises creating and taking over families for one person. */
export async function lockPerson(client: Prisma.TransactionClient, userId: string): Promise<void> {
  await client.$executeRaw`SELECT 1 FROM "User" WHERE id = ${userId}::uuid FOR UPDATE`;
}

/** Whether a person owns a free family; one is allowed (product.md, Free families). Lock the person first. */
export async function ownsFreeFamily(
  client: Prisma.TransactionClient,
  userId: string,
  except?: string,
): Promise<boolean> {
  const owned = await client.membership.count({
    where: {
      userId,
      role: "owner",
      family: { tier: "free", ...(except ? { id: { not: except } } : {}) },
    },
  });
  return owned > 0;
}

export const freeFamilyExists = (message: string) => new AppError("free_family_exists", 409, message);

/** What canOwn needs to know about someone in a family. */
export const ownerSelect = { role: true, user: { select: { isChild: true, suspendedAt: true } } } as const;

/** Whether someone can be the owner a family needs: a child never is one, and a suspended account can't do anything. */
export const canOwn = ({ user }: { user: { isChild: boolean; suspendedAt: Date | null } }): boolean =>
  !user.isChild && user.suspendedAt === null;

/**
 * Prevents leaving a family without an owner. Call with the family locked.
 * @throws AppError 422 last_owner
 */
export async function requireAnotherOwner(
  client: Prisma.TransactionClient,
  familyId: string,
  userId: string,
): Promise<void> {
  const others = await client.membership.findMany({
    where: { familyId, userId: { not: userId } },
    select: ownerSelect,
  });
  const able = others.filter(canOwn);
  if (able.some(({ role }) => role === "owner")) return;
  const instead = "Delete the family instead, if that's what you want.";
  throw new AppError(
    "last_owner",
    422,
    able.length > 0
      ? "A family needs an owner who can sign in, and there is no other. Make someone else the owner first."
      : others.length > 0
        ? `A family needs an owner, and nobody else in this one can become it. ${instead}`
        : `You're the only one in this family. ${instead}`,
  );
}

/**
 * Removes someone from a family. Their pictures stay, and so does their entry among the family's people, without the
 * account and their faces. From the next request, their devices switch to another family of theirs, or to none;
 * sessions from links, unfinished uploads, invitations they made and links they were given become void. A child's
 * account is deleted with its only family. Call `forgetSessions` after the commit.
 * @param exceptSession has no current family afterwards: repeating the request must not affect the next family
 * @throws AppError 404 when they don't belong to it
 */
export async function endMembership(
  client: Prisma.TransactionClient,
  { familyId, userId, exceptSession }: { familyId: string; userId: string; exceptSession?: string },
): Promise<void> {
  const ended = await client.membership.deleteMany({ where: { familyId, userId } });
  if (ended.count === 0) throw notFound();
  await emit("member.left", { familyId, userId }, client);
  await client.familyMember.updateMany({ where: { familyId, userId }, data: { userId: null } });
  await client.upload.updateMany({
    where: { familyId, userId, mediaId: null },
    data: { expiresAt: new Date() },
  });
  await moveSessions(client, familyId, { userId, ...(exceptSession ? { exceptSession } : {}) });
  await client.notification.deleteMany({ where: { familyId, userId } });
  await revokeInvitations(client, familyId, userId);
  await revokeTokens("directAccess", userId, client);
  await client.user.deleteMany({ where: { id: userId, isChild: true, memberships: { none: {} } } });
}

/** Revokes the open invitations of someone who may no longer invite. */
export async function revokeInvitations(
  client: Prisma.TransactionClient,
  familyId: string,
  userId: string,
): Promise<void> {
  await client.invitation.updateMany({
    where: { familyId, invitedById: userId, acceptedAt: null, revokedAt: null },
    data: { revokedAt: new Date() },
  });
}

/**
 * Ends the sessions that links of this family's admins opened, for everyone or one person. Call `forgetSessions` after
 * the commit.
 */
export async function endDirectAccess(
  client: Prisma.TransactionClient,
  familyId: string,
  userId?: string,
): Promise<void> {
  await client.session.deleteMany({
    where: { familyId, method: "directAccess", ...(userId ? { userId } : {}) },
  });
}

/**
 * Switches sessions whose current family is no longer theirs to another of theirs, or to none. Those opened by a link
 * end: an admin of this family may be using them, and must not get into the next one.
 */
export async function moveSessions(
  client: Prisma.TransactionClient,
  familyId: string,
  { userId, exceptSession }: { userId?: string; exceptSession?: string } = {},
): Promise<void> {
  await endDirectAccess(client, familyId, userId);
  await client.$executeRaw`
    UPDATE "Session" s SET "familyId" = CASE WHEN s.id = ${exceptSession ?? null}::uuid THEN NULL ELSE (
      SELECT m."familyId" FROM "Membership" m WHERE m."userId" = s."userId" AND m."familyId" <> ${familyId}::uuid
      ORDER BY m."joinedAt", m."familyId" LIMIT 1) END
    WHERE s."familyId" = ${familyId}::uuid
      AND (${userId ?? null}::uuid IS NULL OR s."userId" = ${userId ?? null}::uuid)`;
  await client.$executeRaw`
    UPDATE "User" u SET "lastFamilyId" = (
      SELECT m."familyId" FROM "Membership" m WHERE m."userId" = u.id AND m."familyId" <> ${familyId}::uuid
      ORDER BY m."joinedAt", m."familyId" LIMIT 1)
    WHERE u."lastFamilyId" = ${familyId}::uuid
      AND (${userId ?? null}::uuid IS NULL OR u.id = ${userId ?? null}::uuid)`;
}
