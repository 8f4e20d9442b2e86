import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";

/** A download can take hours, so it rechecks that its person still has access to the family. */
const askAgainMs = 10_000;

/**
 * @param role a role that they must still have
 * @returns a check that throws if the person was removed from the family, lost the role, or was suspended alone or
 *   with the family, while downloading
 */
export function membershipGuard({ userId, familyId }: MemberActor, role?: "owner"): () => Promise<void> {
  const isLetIn = { user: { suspendedAt: null }, family: { suspendedAt: null } };
  let askedAt = performance.now();
  return async () => {
    if (performance.now() - askedAt < askAgainMs) return;
    askedAt = performance.now();
    const found = await db.membership.count({
      where: { userId, familyId, ...isLetIn, ...(role ? { role } : {}) },
    });
    if (found === 0) throw new Error("The person lost access to the family during the download");
  };
}
