import { counted } from "@/lib/shared/counted";
import { poundsText } from "@/lib/shared/currency";
import type { VoucherKindName } from "@/lib/shared/voucher-limits";

const planNames = { free: "Free plan", family: "Family Plan", premium: "Premium Plan" } as const;

export const voucherPlanName = (tier: keyof typeof planNames): string => planNames[tier];

/** What one use of a voucher gives. */
export function voucherWorth(
  voucher: {
    kind: VoucherKindName;
    amount: number;
    tier: keyof typeof planNames | null;
  },
  locale: string,
): string {
  const { kind, amount } = voucher;
  if (kind === "free_prints") return counted(amount, "free print");
  if (kind === "amount_off") return `${poundsText(amount, locale)} for the gift shop`;
  return `${counted(amount, "month")} of the ${planNames[voucher.tier ?? "family"]}`;
}
