import type { Plan } from "@/lib/core/plans/plans";
import { formatDay } from "@/lib/shared/day-text";
import { describeExcess } from "@/lib/shop/billing/billing-text";
import type { BillingDto } from "@/lib/shop/billing/schema";

export interface BillingNotesProps {
  plan: Plan;
  over: BillingDto["over"];
  subscription?: BillingDto["subscription"];
}

/** Issues that need attention: a failed payment, and anything that exceeds the plan. */
export function BillingNotes({ plan, over, subscription = null }: BillingNotesProps) {
  const sentences = describeExcess(plan, over);
  const isLate = subscription?.state === "past_due";
  if (sentences.length === 0 && !isLate) return null;
  return (
    <div className="mb-5 grid gap-3">
      {isLate && subscription && (
        <p role="alert" className="rounded-2xl bg-accent-soft px-4 py-3">
          <strong>A payment for your plan didn't go through.</strong> Your plan continues
          {subscription.graceEndsAt && ` until ${formatDay(new Date(subscription.graceEndsAt), "UTC")}`}, and
          we'll try the card again before then. Please check it under “Card and billing details”.
        </p>
      )}
      {sentences.map((line) => (
        <p key={line} className="rounded-2xl bg-honey-soft px-4 py-3">
          {line}
        </p>
      ))}
    </div>
  );
}
