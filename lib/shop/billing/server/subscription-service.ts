import { recordActivity } from "@/lib/core/activity/server/service";
import type { Prisma } from "@/lib/db";
import { insertFamily } from "@/lib/family/families/server/creation-service";
import type { BillingCheckoutState, Tier } from "@/lib/generated/prisma/enums";
import { requirePayments } from "@/lib/platform/payments/payments";
import type { Subscription } from "@/lib/platform/payments/payments-driver";
import { isUuid } from "@/lib/shared/uuid";
import { lockBilling } from "@/lib/shop/billing/server/billing-lock";
import { cancelSubscription, endPayerUnlessOwner } from "@/lib/shop/billing/server/cancellation";
import type { AfterCommit } from "@/lib/shop/billing/server/checkout-handlers";
import { settleTier } from "@/lib/shop/billing/server/tier-service";

/** `metadata.kind` of our subscriptions. */
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

/** What the provider says about a subscription, as columns. */
function columnsOf(subscription: Subscription, before: { tier: Tier; pastDueSince: Date | null }, now: Date) {
  const { customerId, status, planKey, interval, amount, currency, currentPeriodEnd, endsAt } = subscription;
  return {
    customerId,
    subscriptionId: subscription.id,
    state: status,
    // For a price that isn't ours, such as a manual discount, the plan stays as it was.
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
 * Brings a family's plan in line with a subscription's current state at the provider. An event only says that something
 * changed; the details are fetched once every earlier handler has written its result. So the order in which events
 * arrive doesn't matter, and nothing reverts to an older state.
 * @returns what to do after the commit
 */
export async function applySubscription(
  client: Prisma.TransactionClient,
  subscriptionId: string,
): Promise<AfterCommit | undefined> {
  const known = await findAccount(client, subscriptionId);
  if (known) return refresh(client, known.familyId, subscriptionId);
  const subscription = await (await requirePayments()).getSubscription(subscriptionId);
  const checkoutId = subscription?.metadata.checkout;
  // Belongs to another shop on the same account.
  if (subscription?.metadata.kind !== planKind || !checkoutId || !isUuid(checkoutId)) return undefined;
  return adopt(client, checkoutId, subscriptionId);
}

const findAccount = (client: Prisma.TransactionClient, subscriptionId: string) =>
  client.billingAccount.findUnique({ where: { subscriptionId }, select: { familyId: true } });

/** Updates a subscription that already belongs to a family. */
async function refresh(
  client: Prisma.TransactionClient,
  familyId: string,
  subscriptionId: string,
): Promise<AfterCommit | undefined> {
  await lockBilling(client, familyId);
  const account = await client.billingAccount.findUnique({
    where: { subscriptionId },
    select: { tier: true, pastDueSince: true },
  });
  // It has been replaced meanwhile, so it had ended.
  if (!account) return undefined;
  const subscription = await (await requirePayments()).getSubscription(subscriptionId);
  const data = subscription ? columnsOf(subscription, account, new Date()) : { state: "ended" as const };
  await client.billingAccount.update({ where: { subscriptionId }, data, select: { familyId: true } });
  return settleTier(client, familyId);
}

/** Assigns a subscription that was just paid for and belongs to no family yet. */
async function adopt(
  client: Prisma.TransactionClient,
  checkoutId: string,
  subscriptionId: string,
): Promise<AfterCommit | undefined> {
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
  // If it isn't paid for yet, the payment gets its own event. If it has ended, there is nothing to give.
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
  const afterCommit = await settleTier(client, familyId, { actorId: checkout.userId });
  await endPayerUnlessOwner(client, { familyId, userId: checkout.userId });
  return afterCommit;
}

/** The family that was paid for, created now if it is new; null if nobody is left to own it. */
async function familyOf(client: Prisma.TransactionClient, checkout: CheckoutRow): Promise<string | null> {
  if (checkout.familyId) {
    const members = await client.membership.count({ where: { familyId: checkout.familyId } });
    return members > 0 ? checkout.familyId : null;
  }
  // Created before and deleted since: it must not come back.
  const isNew = checkout.familyName !== null && checkout.state !== "paid";
  if (!isNew || checkout.familyName === null || checkout.userId === null) return null;
  const familyId = await insertFamily(client, checkout.userId, checkout.familyName);
  await client.billingCheckout.update({
    where: { id: checkout.id },
    data: { familyId },
    select: { id: true },
  });
  return familyId;
}

const live = ["active", "past_due"] as const;

/** Asks the provider about the known subscription: the event about its end may still be on its way. */
async function hasLiveSubscription(client: Prisma.TransactionClient, familyId: string): Promise<boolean> {
  const account = await client.billingAccount.findFirst({
    where: { familyId, state: { in: [...live] } },
    select: { subscriptionId: true },
  });
  const subscription = account && (await (await requirePayments()).getSubscription(account.subscriptionId));
  return live.some((status) => status === subscription?.status);
}

/** Nobody must keep paying for nothing: it is cancelled at the provider, and the operator can see that. */
async function refuse(
  client: Prisma.TransactionClient,
  familyId: string | null,
  subscription: Subscription,
): Promise<undefined> {
  await cancelSubscription(client, subscription.id, { atPeriodEnd: false });
  const detail = { subscription: subscription.id, reason: familyId ? "second subscription" : "no family" };
  await recordActivity({ action: "billing.subscriptionRefused", familyId, detail }, client);
}
