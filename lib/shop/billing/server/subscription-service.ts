import { recordActivity } from "@/lib/core/activity/server/service";
import type { Prisma } from "@/lib/db";
import { makeFamily } from "@/lib/family/families/server/creation-service";
import type { BillingCheckoutState, Tier } from "@/lib/generated/prisma/enums";
import { requirePayments } from "@/lib/platform/payments/payments";
import type { Subscription } from "@/lib/platform/payments/payments-driver";
import { isUuid } from "@/lib/shared/uuid";
import { lockBilling } from "@/lib/shop/billing/server/billing-lock";
import { cancelSubscription } from "@/lib/shop/billing/server/cancellation";
import type { AfterKept } from "@/lib/shop/billing/server/checkout-handlers";
import { settleTier } from "@/lib/shop/billing/server/tier-service";

/** What the metadata of our subscriptions say. */
export const planKind = "plan";

const paidTiers: Record<string, Tier> = { family: "family", premium: "premium" };

interface CheckoutRow {
  id: string;
  familyId: string | null;
  familyName: string | null;
  userId: string | null;
  tier: Tier;
  state: BillingCheckoutState;
}

/** What the provider says of a subscription, as columns. */
function columnsOf(subscription: Subscription, before: { tier: Tier; pastDueSince: Date | null }, now: Date) {
  const { customerId, status, planKey, interval, amount, currency, currentPeriodEnd, endsAt } = subscription;
  return {
    customerId,
    subscriptionId: subscription.id,
    state: status,
    // A price that isn't ours, such as a discounted one made by hand: the plan stays what it was.
    tier: (planKey && paidTiers[planKey]) || before.tier,
    interval,
    amount,
    currency,
    currentPeriodEnd,
    endsAt,
    pastDueSince: status === "past_due" ? (before.pastDueSince ?? now) : null,
  };
}

/**
 * Brings a family's plan to what the provider says of a subscription now. An event only says that something has
 * changed: what, is asked once everybody else who asks has written theirs. So the order in which events arrive
 * doesn't matter, and nothing goes back.
 * @returns what to do once the transaction is kept
 */
export async function applySubscription(
  client: Prisma.TransactionClient,
  subscriptionId: string,
): Promise<AfterKept | undefined> {
  const known = await findAccount(client, subscriptionId);
  if (known) return refresh(client, known.familyId, subscriptionId);
  const subscription = await (await requirePayments()).getSubscription(subscriptionId);
  const checkoutId = subscription?.metadata.checkout;
  // Another shop's on the same account.
  if (subscription?.metadata.kind !== planKind || !checkoutId || !isUuid(checkoutId)) return undefined;
  return adopt(client, checkoutId, subscriptionId);
}

const findAccount = (client: Prisma.TransactionClient, subscriptionId: string) =>
  client.billingAccount.findUnique({ where: { subscriptionId }, select: { familyId: true } });

/** A subscription that is a family's already. */
async function refresh(
  client: Prisma.TransactionClient,
  familyId: string,
  subscriptionId: string,
): Promise<AfterKept | undefined> {
  await lockBilling(client, familyId);
  const account = await client.billingAccount.findUnique({
    where: { subscriptionId },
    select: { tier: true, pastDueSince: true },
  });
  // Replaced meanwhile, so it had ended.
  if (!account) return undefined;
  const subscription = await (await requirePayments()).getSubscription(subscriptionId);
  const data = subscription ? columnsOf(subscription, account, new Date()) : { state: "ended" as const };
  await client.billingAccount.update({ where: { subscriptionId }, data, select: { familyId: true } });
  return settleTier(client, familyId);
}

/** A subscription that was just paid for, and is nobody's yet. */
async function adopt(
  client: Prisma.TransactionClient,
  checkoutId: string,
  subscriptionId: string,
): Promise<AfterKept | undefined> {
  const select = {
    id: true,
    familyId: true,
    familyName: true,
    userId: true,
    tier: true,
    state: true,
  } as const;
  const found = await client.billingCheckout.findUnique({ where: { id: checkoutId }, select });
  if (!found) return undefined;
  await lockBilling(client, found.familyId ?? found.id);
  // Another event about it may have been first.
  const known = await findAccount(client, subscriptionId);
  if (known) return refresh(client, known.familyId, subscriptionId);
  const checkout = await client.billingCheckout.findUniqueOrThrow({ where: { id: checkoutId }, select });
  const subscription = await (await requirePayments()).getSubscription(subscriptionId);
  // Not paid for yet: the payment has an event of its own. Over: there is nothing to give.
  if (!subscription || subscription.status === "unpaid" || subscription.status === "ended") return undefined;
  await client.billingCheckout.update({
    where: { id: checkoutId },
    data: { state: "paid", url: null },
    select: { id: true },
  });
  const familyId = await familyOf(client, checkout);
  if (!familyId || (await hasLiveSubscription(client, familyId))) {
    return refuse(client, familyId, subscription);
  }
  const columns = columnsOf(subscription, { tier: checkout.tier, pastDueSince: null }, new Date());
  await client.billingAccount.upsert({
    where: { familyId },
    create: { familyId, payerId: checkout.userId, ...columns },
    update: { payerId: checkout.userId, ...columns },
    select: { familyId: true },
  });
  await recordActivity(
    { action: "billing.subscribed", actorId: checkout.userId, familyId, detail: { tier: columns.tier } },
    client,
  );
  return settleTier(client, familyId, { actorId: checkout.userId });
}

/** The family that was paid for, made now where it is a new one; null where nobody is left to have it. */
async function familyOf(client: Prisma.TransactionClient, checkout: CheckoutRow): Promise<string | null> {
  if (checkout.familyId) {
    const members = await client.membership.count({ where: { familyId: checkout.familyId } });
    return members > 0 ? checkout.familyId : null;
  }
  // Made before and deleted since: it must not come back.
  const isNew = checkout.familyName !== null && checkout.state !== "paid";
  if (!isNew || checkout.familyName === null || checkout.userId === null) return null;
  const familyId = await makeFamily(client, checkout.userId, checkout.familyName);
  await client.billingCheckout.update({
    where: { id: checkout.id },
    data: { familyId },
    select: { id: true },
  });
  return familyId;
}

async function hasLiveSubscription(client: Prisma.TransactionClient, familyId: string): Promise<boolean> {
  const live = { familyId, state: { in: ["active" as const, "past_due" as const] } };
  return (await client.billingAccount.count({ where: live })) > 0;
}

/** Nobody must go on paying for what nobody has: it ends at the provider, and whoever runs the house can see it. */
async function refuse(
  client: Prisma.TransactionClient,
  familyId: string | null,
  subscription: Subscription,
): Promise<undefined> {
  await cancelSubscription(client, subscription.id, { atPeriodEnd: false });
  const detail = { subscription: subscription.id, reason: familyId ? "second subscription" : "no family" };
  await recordActivity({ action: "billing.subscriptionRefused", familyId, detail }, client);
}
