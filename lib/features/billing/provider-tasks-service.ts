import { db } from "@/lib/db";
import { hasPayments, requirePayments } from "@/lib/platform/payments/payments";

/** Ends a subscription at the provider; its event then ends it here. @throws PaymentsError, so that the queue tries again */
export async function cancelAtProvider(subscriptionId: string, atPeriodEnd: boolean): Promise<void> {
  // The keys were taken away: there is nobody to ask, now or later.
  if (!hasPayments()) return;
  await (await requirePayments()).cancelSubscription(subscriptionId, { atPeriodEnd });
}

/** Makes a checkout unpayable. One that was paid meanwhile is refused by its event. */
export async function expireAtProvider(sessionId: string): Promise<void> {
  if (!hasPayments()) return;
  if (!(await (await requirePayments()).expireCheckout(sessionId))) return;
  await db.billingCheckout.updateMany({
    where: { sessionId, state: "open" },
    data: { state: "expired", url: null },
  });
}
