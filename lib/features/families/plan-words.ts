import type { Plan } from "@/lib/features/families/plans";

const gibibyte = 1024 ** 3;

/** "5GB" (specification 9.7). */
export function storageWords({ storageBytes }: Pick<Plan, "storageBytes">): string {
  return storageBytes === null ? "Unlimited storage" : `${storageBytes / gibibyte}GB`;
}

/** "5GB, up to 3 members" */
export function planContents(plan: Plan): string {
  return `${storageWords(plan)}, up to ${plan.members} members`;
}

/** "£4.99 a month" */
export function planPrice({ priceMonthly }: Plan): string {
  if (priceMonthly === 0) return "Free of charge";
  const price = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
  return `${price.format(priceMonthly / 100)} a month`;
}
