import type { MemberActor } from "@/lib/auth/actor";
import type { Role } from "@/lib/generated/prisma/enums";

/** Role -> what it may do (specification 6, product.md "People and families"). The one table. */
const permissionsByRole = {
  owner: ["media.deleteAny", "media.editAny", "media.feature", "family.setWelcomeImage"],
  admin: ["media.deleteAny", "media.editAny", "media.feature", "family.setWelcomeImage"],
  member: [],
} as const satisfies Record<Role, readonly string[]>;

export type Permission = (typeof permissionsByRole)[Role][number];

export function may(actor: MemberActor, permission: Permission): boolean {
  return (permissionsByRole[actor.role] as readonly string[]).includes(permission);
}
