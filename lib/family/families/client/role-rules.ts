import type { FamilyRole } from "@/lib/core/families/schema";

/** For what the pages offer; the server checks for itself. */
export interface RoleHolder {
  id: string;
  role: FamilyRole;
  isChild: boolean;
}

/**
 * The roles that the actor can give this person, including their current one; empty if nothing can be changed.
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

/** Whether the actor can remove this person from the family; people leave it themselves instead. */
export function canRemove(actor: { id: string; role: FamilyRole }, target: RoleHolder): boolean {
  if (actor.id === target.id || actor.role === "member") return false;
  return target.role !== "owner" || actor.role === "owner";
}

/** What a role is called and what it lets people do, as text. */
export const roleTexts: Record<FamilyRole, { label: string; means: string }> = {
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
