import { counted } from "@/lib/shared/counted";
import { poundsText } from "@/lib/shared/currency";
import { defaultFormatLocale } from "@/lib/shared/default-format-locale";
import type { VoucherKindName } from "@/lib/shared/voucher-limits";

/** "£12.50" of 1250 pence, as mails and messages write it. */
export function poundsWords(pence: number): string {
  return poundsText(pence, defaultFormatLocale);
}

const planNames = { free: "Free plan", family: "Family Plan", premium: "Premium Plan" } as const;

export const voucherPlanName = (tier: keyof typeof planNames): string => planNames[tier];

/** What one use of a voucher gives. */
export function voucherWorth(
  voucher: {
    kind: VoucherKindName;
    amount: number;
    tier: keyof typeof planNames | null;
  },
  locale: string = defaultFormatLocale,
): string {
  const { kind, amount } = voucher;
  if (kind === "free_prints") return counted(amount, "free print");
  if (kind === "amount_off") return `${poundsText(amount, locale)} for the gift shop`;
  return `${counted(amount, "month")} of the ${planNames[voucher.tier ?? "family"]}`;
}
