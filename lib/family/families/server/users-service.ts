import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { mayAs } from "@/lib/core/auth/server/permissions";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { emit } from "@/lib/core/events/server/events";
import type { FamilyRole } from "@/lib/core/families/schema";
import { nameOf, nameSelect, shownName } from "@/lib/core/names/server/display-name";
import { db, longTransaction, type Prisma } from "@/lib/db";
import type { FamilyUserDto } from "@/lib/family/families/schema";
import {
  endDirectAccess,
  endMembership,
  freeFamilyExists,
  lockOwnFamily,
  lockPerson,
  ownsFreeFamily,
  requireAnotherOwner,
  revokeInvitations,
} from "@/lib/family/families/server/membership-service";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import type { Role } from "@/lib/generated/prisma/enums";
import { AppError, forbidden, notFound } from "@/lib/http/errors";

interface UserRow extends Omit<FamilyUserDto, "joinedAt" | "lastSeenAt" | "storageBytes"> {
  joinedAt: Date;
  lastSeenAt: Date | null;
  storageBytes: bigint;
}

/**
 * The accounts of the family, owners first. When someone was last seen only considers this family: what they do in
 * another one is private.
 */
export async function listUsers(actor: MemberActor, userId?: string): Promise<FamilyUserDto[]> {
  const one = userId === undefined ? Sql.empty : Sql.sql`AND m."userId" = ${userId}::uuid`;
  const uploader = userId === undefined ? Sql.empty : Sql.sql`AND item."uploaderId" = ${userId}::uuid`;
  const rows = await db.$queryRaw<UserRow[]>`
    SELECT u.id, u.username, ${shownName} AS "displayName", u.email, m.role::text AS role,
           u."isChild", m."joinedAt", u."passwordTemporary",
           (m.role = 'member' AND NOT u."isSuperAdmin" AND elsewhere.families = 0
             AND u."totpEnabledAt" IS NULL) AS "isOpenToLinks",
           (m.role = 'member' AND NOT u."isSuperAdmin" AND (elsewhere.families = 0 OR u."isChild"))
             AS "isOpenToPasswords",
           greatest(s."lastSeenAt", i."lastUploadAt") AS "lastSeenAt",
           coalesce(i."uploadCount", 0)::int AS "uploadCount", coalesce(i.bytes, 0)::bigint AS "storageBytes"
    FROM "Membership" m
    JOIN "User" u ON u.id = m."userId"
    LEFT JOIN "FamilyMember" p ON p."familyId" = m."familyId" AND p."userId" = m."userId"
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS families FROM "Membership"
      WHERE "userId" = m."userId" AND "familyId" <> m."familyId") elsewhere
    LEFT JOIN LATERAL (
      SELECT max("lastSeenAt") AS "lastSeenAt" FROM "Session"
      WHERE "userId" = m."userId" AND "familyId" = m."familyId") s ON true
    LEFT JOIN (
      SELECT item."uploaderId", count(*) FILTER (WHERE item."deletedAt" IS NULL) AS "uploadCount",
             sum(item.bytes + coalesce(clip.bytes, 0)) AS bytes, max(item."uploadDate") AS "lastUploadAt"
      FROM "Media" item LEFT JOIN "MediaClip" clip ON clip."mediaId" = item.id
      WHERE item."familyId" = ${actor.familyId}::uuid ${uploader}
      GROUP BY item."uploaderId") i ON i."uploaderId" = m."userId"
    WHERE m."familyId" = ${actor.familyId}::uuid ${one}
    ORDER BY m.role, m."joinedAt", m."userId"`;
  return rows.map((row) => ({
    ...row,
    joinedAt: row.joinedAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    storageBytes: Number(row.storageBytes),
  }));
}

interface Target {
  role: Role;
  isChild: boolean;
  displayName: string;
}

/** A member of the actor's family. @throws AppError 404 */
async function requireTarget(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  userId: string,
): Promise<Target> {
  const membership = await client.membership.findFirst({
    where: { familyId: actor.familyId, userId },
    select: { role: true, user: { select: { ...nameSelect(actor.familyId), isChild: true } } },
  });
  if (!membership) throw notFound();
  const { role, user } = membership;
  return { role, isChild: user.isChild, displayName: nameOf(user) };
}

/** @throws AppError 403, 422 */
function requireCanGive(actorRole: Role, isOneself: boolean, target: Target, role: FamilyRole): void {
  if (target.isChild && role !== "member") {
    throw new AppError("child_stays_member", 422, "A child's account can only be a member.", {
      field: "role",
    });
  }
  const touchesOwnership = role === "owner" || target.role === "owner";
  if (touchesOwnership && !mayAs(actorRole, "family.passOwnership")) {
    throw forbidden(
      isOneself
        ? "You can't give yourself a higher role. Please ask an owner of your family."
        : "Only an owner can make owners, or change an owner's role.",
    );
  }
}

/**
 * Gives a family member another role; giving the same one changes nothing.
 * @throws AppError 403, 404, 409 free_family_exists, 422 child_stays_member or last_owner
 */
export async function changeRole(
  actor: MemberActor,
  userId: string,
  role: FamilyRole,
): Promise<FamilyUserDto> {
  const { familyId } = actor;
  await db.$transaction(async (client) => {
    const actorRole = await lockOwnFamily(client, actor, "family.manageUsers");
    const target = await requireTarget(client, actor, userId);
    if (target.role === role) return;
    requireCanGive(actorRole, userId === actor.userId, target, role);
    if (target.role === "owner") await requireAnotherOwner(client, familyId, userId);
    if (role === "owner") await requireCanOwn(client, familyId, userId, target.displayName);
    await client.membership.update({
      where: { familyId_userId: { familyId, userId } },
      data: { role },
      select: { userId: true },
    });
    if (role === "member") await revokeInvitations(client, familyId, userId);
    // An admin may be using them, and must not act as another admin or an owner.
    if (target.role === "member") await endDirectAccess(client, familyId, userId);
    if (target.role === "owner") await emit("owner.left", { familyId, userId }, client);
    const detail = { from: target.role, to: role };
    await recordActivity(
      { action: "family.roleChanged", actorId: actor.userId, subjectId: userId, familyId, detail },
      client,
    );
  });
  forgetSessions((seen) => seen.userId === userId);
  const [user] = await listUsers(actor, userId);
  if (!user) throw notFound();
  return user;
}

/** One free family per owner (product.md, Free families). @throws AppError 409 */
async function requireCanOwn(
  client: Prisma.TransactionClient,
  familyId: string,
  userId: string,
  displayName: string,
): Promise<void> {
  const { tier } = await client.family.findUniqueOrThrow({ where: { id: familyId }, select: { tier: true } });
  if (tier !== "free") return;
  await lockPerson(client, userId);
  if (await ownsFreeFamily(client, userId, familyId)) {
    throw freeFamilyExists(
      `${displayName} already owns a free family, and each owner can have one. Choose a plan for this family first, or make someone else its owner.`,
    );
  }
}

/**
 * Removes someone from the family; see endMembership for what stays.
 * @throws AppError 403 for an owner, unless by an owner; 404; 422 for oneself
 */
export async function removeUser(actor: MemberActor, userId: string): Promise<void> {
  const { familyId } = actor;
  await db.$transaction(async (client) => {
    const actorRole = await lockOwnFamily(client, actor, "family.manageUsers");
    const target = await requireTarget(client, actor, userId);
    if (userId === actor.userId) {
      throw new AppError("cannot_remove_yourself", 422, "To leave the family yourself, choose Leave family.");
    }
    if (target.role === "owner" && !mayAs(actorRole, "family.passOwnership")) {
      throw forbidden("Only an owner can remove an owner.");
    }
    await endMembership(client, { familyId, userId });
    await recordActivity(
      { action: "family.memberRemoved", actorId: actor.userId, subjectId: userId, familyId },
      client,
    );
  }, longTransaction);
  forgetSessions((seen) => seen.userId === userId);
}
