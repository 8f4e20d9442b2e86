import { z } from "zod";
import { db } from "@/lib/db";
import { hasPayments, requirePayments } from "@/lib/platform/payments/payments";
import { defineTask } from "@/lib/platform/queue/task";

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

/** Ends a subscription at the provider, with nobody left who could. */
export const cancelSubscriptionTask = defineTask(
  "billing.cancelSubscription",
  z.object({
    subscriptionId: z.string(),
    /** What is paid for is still used; else it ends at once. */
    atPeriodEnd: z.boolean(),
  }),
  ({ subscriptionId, atPeriodEnd }) => cancelAtProvider(subscriptionId, atPeriodEnd),
);

/** Makes a checkout that nobody wants any more unpayable. */
export const expireCheckoutTask = defineTask(
  "billing.expireCheckout",
  z.object({ sessionId: z.string() }),
  ({ sessionId }) => expireAtProvider(sessionId),
);
