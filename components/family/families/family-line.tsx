import { FamilyIcon } from "@/components/family/families/family-icon";
import { RoleIcon } from "@/components/family/families/role-icon";
import { plans } from "@/lib/core/plans/plans";
import type { FamilyDto } from "@/lib/family/families/schema";
import { counted } from "@/lib/shared/counted";

/** A family in a list: its icon and name, the person's role in it, its number of members, and its plan. */
export function FamilyLine({ family }: { family: FamilyDto }) {
  return (
    <>
      <FamilyIcon icon={family.icon} />
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate">{family.name}</span>
          <RoleIcon role={family.role} className="size-4 text-ink-soft" />
        </span>
        <span className="block text-step--1 font-normal text-ink-soft">
          {counted(family.member_count, "member")} · {plans[family.subscription_tier].name}
        </span>
      </span>
    </>
  );
}
