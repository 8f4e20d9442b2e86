import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";

/**
 * The import's owner, with the rights they have now; null once they have left the family, and while they or the family
 * are suspended.
 */
export async function importActor(userId: string | null, familyId: string): Promise<MemberActor | null> {
  if (userId === null) return null;
  const membership = await db.membership.findFirst({
    where: { userId, familyId, user: { suspendedAt: null }, family: { suspendedAt: null } },
    select: {
      role: true,
      user: { select: { username: true, isChild: true } },
      family: { select: { tier: true, firstYear: true } },
    },
  });
  if (!membership) return null;
  const { role, user, family } = membership;
  return {
    sessionId: "",
    key: null,
    screenId: null,
    userId,
    username: user.username,
    familyId,
    suspendedFamilyId: null,
    role,
    isAdmin: role === "owner" || role === "admin",
    isSuperAdmin: false,
    isChild: user.isChild,
    isUnconfirmed: false,
    isDirectAccess: false,
    tier: family.tier,
    firstYear: family.firstYear,
  };
}
