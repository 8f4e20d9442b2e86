import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Role } from "@/lib/generated/prisma/enums";

/** Role -> what it can do (specification 6; product.md, People and families). The only such table. */
const permissionsByRole = {
  owner: [
    "media.deleteAny",
    "media.editAny",
    "media.feature",
    "albums.editAny",
    "comments.deleteAny",
    "family.setWelcomeImage",
    "family.edit",
    "family.invite",
    "family.manageUsers",
    "family.sendMessages",
    "notices.manage",
    "hashtags.feature",
    "monthIcons.manage",
    "family.passOwnership",
    "family.billing",
    "family.delete",
  ],
  admin: [
    "media.deleteAny",
    "media.editAny",
    "media.feature",
    "albums.editAny",
    "comments.deleteAny",
    "family.setWelcomeImage",
    "family.edit",
    "family.invite",
    "family.manageUsers",
    "family.sendMessages",
    "notices.manage",
    "hashtags.feature",
    "monthIcons.manage",
  ],
  member: [],
} as const satisfies Record<Role, readonly string[]>;

export type Permission = (typeof permissionsByRole)[Role][number];

/** Whether this role has the permission. If the role may just have changed, pass the one read under the lock. */
export function mayAs(role: Role, permission: Permission): boolean {
  return (permissionsByRole[role] as readonly string[]).includes(permission);
}

export function may(actor: MemberActor, permission: Permission): boolean {
  return mayAs(actor.role, permission);
}
