import { notify } from "@/lib/core/notify/server/notify-service";
import type { Prisma } from "@/lib/db";
import { formatDay } from "@/lib/shared/day-text";
import { cancelSubscriptionTask, expireCheckoutTask } from "@/lib/shop/billing/server/provider-tasks-service";

/** Queues the end of a subscription at the provider, until the provider has accepted it. */
export async function cancelSubscription(
  client: Prisma.TransactionClient,
  subscriptionId: string,
  { atPeriodEnd }: { atPeriodEnd: boolean },
): Promise<void> {
  const jobKey = `cancel:${subscriptionId}`;
  await cancelSubscriptionTask.enqueue({ subscriptionId, atPeriodEnd }, { jobKey }, client);
}

const live = ["active", "past_due", "unpaid"] as const;

/**
 * Ends a family's plan at once, because the family is being deleted; checkouts still open for it can't be paid any
 * more.
 */
export async function endBilling(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  const account = await client.billingAccount.findFirst({
    where: { familyId, state: { in: [...live] } },
    select: { subscriptionId: true },
  });
  if (account) await cancelSubscription(client, account.subscriptionId, { atPeriodEnd: false });
  const open = await client.billingCheckout.findMany({
    where: { familyId, state: "open", sessionId: { not: null } },
    select: { id: true, sessionId: true },
  });
  for (const { sessionId } of open) {
    if (sessionId) await expireCheckoutTask.enqueue({ sessionId }, { jobKey: `expire:${sessionId}` }, client);
  }
}

interface Payer {
  familyId: string;
  /** Null: their account has been deleted. */
  userId: string | null;
}

/**
 * Call when someone stops being an owner. If their card pays for the plan, it ends with the period they have paid for,
 * because they could no longer cancel it themselves.
 */
export async function endPayer(client: Prisma.TransactionClient, { familyId, userId }: Payer): Promise<void> {
  const account = await client.billingAccount.findFirst({
    where: { familyId, payerId: userId, endsAt: null, state: { in: [...live] } },
    select: { subscriptionId: true, currentPeriodEnd: true },
  });
  if (!account) return;
  await cancelSubscription(client, account.subscriptionId, { atPeriodEnd: true });
  const until = formatDay(account.currentPeriodEnd, "UTC");
  const event = {
    kind: "account",
    familyId,
    actorId: userId,
    title: "Your family's plan needs a new card",
    message: `The person who paid for the plan is no longer an owner. It is paid for until ${until}; choose a plan before then to keep it.`,
    url: "/billing",
  } as const;
  await notify(event, "admins", { client });
}

/**
 * For a plan that has just been paid for: the page stays payable when the person who opened it is no longer an owner.
 * Call with the family locked, so that someone who leaves at the same moment is seen either here or by endPayer.
 */
export async function endPayerUnlessOwner(
  client: Prisma.TransactionClient,
  { familyId, userId }: Payer,
): Promise<void> {
  const isOwner =
    userId !== null && (await client.membership.count({ where: { familyId, userId, role: "owner" } })) > 0;
  if (!isOwner) await endPayer(client, { familyId, userId });
}
