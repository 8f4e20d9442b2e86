import type { KeyScope, Role, Tier } from "@/lib/generated/prisma/enums";

/**
 * Who is asking. Everything about identity comes from the row of the session, key or screen, never from what the
 * request claims.
 */
export interface Actor {
  /** For a key or screen, its own id, which names no session. */
  sessionId: string;
  /** The personal key of the request; null for a session. */
  key: { id: string; scopes: readonly KeyScope[] } | null;
  /** The TV or frame asking; null for a session or a key. */
  screenId: string | null;
  userId: string;
  username: string;
  /** null for a super admin, for someone without a family, and while the family is suspended. */
  familyId: string | null;
  /** The current family while a super admin has suspended it: its members have no access, but nothing is deleted. */
  suspendedFamilyId: string | null;
  role: Role | null;
  /** Owner or admin of the current family. */
  isAdmin: boolean;
  isSuperAdmin: boolean;
  isChild: boolean;
  /** Email is set up, and this adult's address is unconfirmed. */
  isUnconfirmed: boolean;
  /** An adult's session opened by an admin's link: the admin may be the one using it. */
  isDirectAccess: boolean;
  /** The current family's plan. */
  tier: Tier;
  /** They have chosen to see every photo in a stack. */
  unstacks?: boolean;
  /** The first year of the current family's album. */
  firstYear: number;
}

/** An actor inside a family. */
export interface MemberActor extends Actor {
  familyId: string;
  role: Role;
}

export function isMember(actor: Actor): actor is MemberActor {
  return actor.familyId !== null && actor.role !== null;
}
