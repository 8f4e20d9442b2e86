import { Crown, ShieldCheck, User } from "lucide-react";
import type { FamilyRole } from "@/lib/core/families/schema";
import { roleTexts } from "@/lib/family/families/client/role-rules";

const icons = { owner: Crown, admin: ShieldCheck, member: User } as const;

/** Specification 6: a family role as an icon, with its name for people who can't see it. */
export function RoleIcon({ role, className = "size-4" }: { role: FamilyRole; className?: string }) {
  const Icon = icons[role];
  return (
    <span title={roleTexts[role].label} className="inline-flex flex-none">
      <Icon aria-hidden="true" className={className} />
      <span className="sr-only">{roleTexts[role].label}</span>
    </span>
  );
}
