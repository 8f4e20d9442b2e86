import type { Plan } from "@/lib/core/plans/plans";
import { counted } from "@/lib/shared/counted";
import { storageSize } from "@/lib/shared/storage-size";

/** "Free plan", "Family Plan" */
export const formatPlanName = ({ name }: Pick<Plan, "name">) =>
  name.endsWith("Plan") ? name : `${name} plan`;

/** How far a family exceeds its plan. */
export interface OverPlan {
  /** Bytes beyond the plan's storage; 0 if it fits. */
  storageBytes: number;
  /** People beyond the plan's places; 0 if they fit. */
  members: number;
}

export function overPlan(
  plan: Pick<Plan, "storageBytes" | "members">,
  usedBytes: number,
  accounts: number,
): OverPlan {
  return {
    storageBytes: plan.storageBytes === null ? 0 : Math.max(0, usedBytes - plan.storageBytes),
    members: Math.max(0, accounts - plan.members),
  };
}

/** What it means to exceed the plan: nothing is deleted, but some things have to wait until there is room. */
export function describeExcess(plan: Plan, over: OverPlan): string[] {
  const sentences: string[] = [];
  if (over.storageBytes > 0) {
    sentences.push(
      `Your album is ${storageSize(over.storageBytes)} over the ${storageSize(plan.storageBytes)} of your ${formatPlanName(plan)}. Everything stays, and you can still view and download it. You can't add new photos and videos until there's room.`,
    );
  }
  if (over.members > 0) {
    sentences.push(
      `Your family has ${counted(over.members, "person", "people")} more than the ${plan.members} of your ${formatPlanName(plan)}. Everyone stays. You can't invite anyone new until there's room.`,
    );
  }
  return sentences;
}
