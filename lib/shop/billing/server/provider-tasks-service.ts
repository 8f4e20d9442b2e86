import { z } from "zod";
import { db } from "@/lib/db";
import { hasPayments, requirePayments } from "@/lib/platform/payments/payments";
import { defineTask } from "@/lib/platform/queue/task";

/** Cancels a subscription at the provider, whose event ends it here. @throws PaymentsError so that the queue retries */
export async function cancelAtProvider(subscriptionId: string, atPeriodEnd: boolean): Promise<void> {
  // The keys were removed: there is no provider to ask, now or later.
  if (!hasPayments()) return;
  await (await requirePayments()).cancelSubscription(subscriptionId, { atPeriodEnd });
}

/** Expires a checkout. If it was paid meanwhile, its event handler refuses it. */
export async function expireAtProvider(sessionId: string): Promise<void> {
  if (!hasPayments()) return;
  if (!(await (await requirePayments()).expireCheckout(sessionId))) return;
  await db.billingCheckout.updateMany({
    where: { sessionId, state: "open" },
    data: { state: "expired", url: null },
  });
}

/** Cancels a subscription at the provider when nobody is left who could. */
export const cancelSubscriptionTask = defineTask(
  "billing.cancelSubscription",
  z.object({
    subscriptionId: z.string(),
    /** The period already paid for is still used; otherwise it ends at once. */
    atPeriodEnd: z.boolean(),
  }),
  ({ subscriptionId, atPeriodEnd }) => cancelAtProvider(subscriptionId, atPeriodEnd),
);

/** Expires a checkout that nobody wants any more. */
export const expireCheckoutTask = defineTask(
  "billing.expireCheckout",
  z.object({ sessionId: z.string() }),
  ({ sessionId }) => expireAtProvider(sessionId),
);
