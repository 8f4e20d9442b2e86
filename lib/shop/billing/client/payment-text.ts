import { plans } from "@/lib/core/plans/plans";
import { amountText } from "@/lib/shared/currency";
import { formatDay } from "@/lib/shared/day-text";
import type { BillingDto, SubscriptionDto } from "@/lib/shop/billing/schema";

function describeSubscription(
  { state, amount, currency, interval, ...dates }: SubscriptionDto,
  locale: string,
): string | null {
  const day = (iso: string) => formatDay(new Date(iso), "UTC", locale);
  const price = `${amountText(amount, currency, locale)} a ${interval}`;
  if (state === "ended") return null;
  if (state === "unpaid") return `${price}, by card. The payment is still due.`;
  if (dates.endsAt)
    return `${price}, by card. It's cancelled and ends on ${day(dates.endsAt)}. You won't be charged again.`;
  return `${price}, by card. The next payment is on ${day(dates.currentPeriodEnd)}.`;
}

/** Where the family's plan comes from: one sentence for each source. */
export function describePayments(
  {
    tier,
    subscription,
    givenTier,
    voucher,
  }: Pick<BillingDto, "tier" | "subscription" | "givenTier" | "voucher">,
  locale: string,
): string[] {
  const sentences: string[] = [];
  const paid = subscription && describeSubscription(subscription, locale);
  if (paid) sentences.push(paid);
  if (voucher)
    sentences.push(
      `The ${plans[voucher.tier].name} from a voucher, until ${formatDay(new Date(voucher.until), "UTC", locale)}.`,
    );
  if (givenTier && givenTier === tier)
    sentences.push("The person who runs this server gave your family this plan.");
  return sentences;
}
