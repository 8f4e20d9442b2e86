import type { Plan } from "@/lib/core/plans/plans";
import { megabyteLabel } from "@/lib/shared/megabytes";
import { storageSize } from "@/lib/shared/storage-size";
import { gibibyte } from "@/lib/shared/units";

/** "5GB" (specification 9.7); "500MB" if a super admin has set less than a gigabyte. */
export function formatStorage({ storageBytes }: Pick<Plan, "storageBytes">): string {
  if (storageBytes === null) return "Unlimited storage";
  return storageBytes < gibibyte ? megabyteLabel(storageBytes) : storageSize(storageBytes);
}

/** "5GB, up to 3 members" */
export function planContents(plan: Plan): string {
  return `${formatStorage(plan)}, up to ${plan.members} members`;
}

/** "£4.99 a month", "£49.90 a year", in another currency with the approximate amount. */
export function priceFor(
  plan: Pick<Plan, "priceMonthly" | "priceYearly">,
  interval: "month" | "year",
  money: (pence: number) => string,
): string {
  const pence = interval === "year" ? plan.priceYearly : plan.priceMonthly;
  if (pence === 0) return "Free";
  return `${money(pence)} a ${interval}`;
}

/** "£4.99 a month" */
export const planPrice = (plan: Plan, money: (pence: number) => string): string =>
  priceFor(plan, "month", money);
