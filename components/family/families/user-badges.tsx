import { RoleIcon } from "@/components/family/families/role-icon";
import { Badge } from "@/components/ui/badge";
import { roleTexts } from "@/lib/family/families/client/role-rules";
import type { FamilyUserDto } from "@/lib/family/families/schema";

/** The role, and other important facts about an account at a glance. */
export function UserBadges({ user, isSelf }: { user: FamilyUserDto; isSelf: boolean }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={user.role === "member" ? "quiet" : "accent"}>
        <span aria-hidden="true" className="inline-flex">
          <RoleIcon role={user.role} className="size-3.5" />
        </span>
        {roleTexts[user.role].label}
      </Badge>
      {user.isChild && <Badge tone="honey">Child</Badge>}
      {isSelf && <Badge tone="leaf">You</Badge>}
      {user.passwordTemporary && <Badge>Temporary password</Badge>}
    </span>
  );
}
