import type { FamilyRole } from "@/lib/core/families/schema";

/** What the pages offer; the server decides by itself. */
export interface RoleHolder {
  id: string;
  role: FamilyRole;
  isChild: boolean;
}

/**
 * The roles that somebody can give this person, their present one included; empty where nothing can be changed.
 * @param owners how many owners the family has
 */
export function givableRoles(
  actor: { id: string; role: FamilyRole },
  target: RoleHolder,
  owners: number,
): FamilyRole[] {
  if (actor.role === "member" || target.isChild) return [];
  if (target.role === "owner") {
    return actor.role === "owner" && owners > 1 ? ["owner", "admin", "member"] : [];
  }
  return actor.role === "owner" ? ["owner", "admin", "member"] : ["admin", "member"];
}

/** Whether somebody can take this person out of the family; oneself one leaves. */
export function mayRemove(actor: { id: string; role: FamilyRole }, target: RoleHolder): boolean {
  if (actor.id === target.id || actor.role === "member") return false;
  return target.role !== "owner" || actor.role === "owner";
}

/** What a role is called and what it lets people do, in words. */
export const roleWords: Record<FamilyRole, { label: string; means: string }> = {
  owner: {
    label: "Owner",
    means: "Everything, including billing, making other owners and deleting the family.",
  },
  admin: {
    label: "Admin",
    means: "Invites and manages people, and looks after notices, covers and everyone's photos.",
  },
  member: { label: "Member", means: "Uploads, browses, hearts and searches." },
};
