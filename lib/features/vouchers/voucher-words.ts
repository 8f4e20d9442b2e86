import { counted } from "@/lib/shared/counted";
import type { VoucherKindName } from "@/lib/shared/voucher-limits";

/** "£12.50" of 1250 pence; whole pounds without their pennies. */
export function poundsWords(pence: number): string {
  const isWhole = pence % 100 === 0;
  return new Intl.NumberFormat("en-GB", {
    style: "currency",
    currency: "GBP",
    minimumFractionDigits: isWhole ? 0 : 2,
  }).format(pence / 100);
}

const planNames = { free: "Free plan", family: "Family Plan", premium: "Premium Plan" } as const;

export const voucherPlanName = (tier: keyof typeof planNames): string => planNames[tier];

/** What one use of a voucher gives. */
export function voucherWorth(voucher: {
  kind: VoucherKindName;
  amount: number;
  tier: keyof typeof planNames | null;
}): string {
  const { kind, amount } = voucher;
  if (kind === "free_prints") return counted(amount, "free print");
  if (kind === "amount_off") return `${poundsWords(amount)} for the gift shop`;
  return `${counted(amount, "month")} of the ${planNames[voucher.tier ?? "family"]}`;
}
