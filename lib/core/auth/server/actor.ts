import type { Role, Tier } from "@/lib/generated/prisma/enums";

/** Who asks. Everything about identity comes from the session's row, never from a header or a body. */
export interface Actor {
  sessionId: string;
  userId: string;
  username: string;
  /** null for a super admin, for somebody without a family, and while the family is suspended. */
  familyId: string | null;
  /** The current family while a super admin has closed it: nobody of it gets in, and everything is kept. */
  suspendedFamilyId: string | null;
  role: Role | null;
  /** Owner or admin of the current family. */
  isAdmin: boolean;
  isSuperAdmin: boolean;
  isChild: boolean;
  /** Email works here, and nobody has confirmed that this adult's address is theirs. */
  isUnconfirmed: boolean;
  /** An adult's session that an admin's link opened: the admin may be the one who is using it. */
  isDirectAccess: boolean;
  /** The current family's. */
  tier: Tier;
}

/** An actor inside a family. */
export interface MemberActor extends Actor {
  familyId: string;
  role: Role;
}

export function isMember(actor: Actor): actor is MemberActor {
  return actor.familyId !== null && actor.role !== null;
}
