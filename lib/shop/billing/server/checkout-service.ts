import type { Actor, MemberActor } from "@/lib/core/auth/server/actor";
import { mayAs } from "@/lib/core/auth/server/permissions";
import { db, maxConnections, type Prisma } from "@/lib/db";
import { AppError, forbidden } from "@/lib/http/errors";
import { requirePayments } from "@/lib/platform/payments/payments";
import type { Payments, PlanPrice, Subscription } from "@/lib/platform/payments/payments-driver";
import { processWide } from "@/lib/shared/process-wide";
import { Semaphore } from "@/lib/shared/semaphore";
import type { CheckoutInput, PortalInput } from "@/lib/shop/billing/schema";
import { billingPatience, lockBilling } from "@/lib/shop/billing/server/billing-lock";
import { createPlanCheckout, planPrice, portalPlans } from "@/lib/shop/billing/server/plan-page-service";

/** Each holds a connection while its work needs more: limited, so that some are always left. */
const opening = () => processWide("payment-pages", () => new Semaphore(maxConnections() / 4));

/** Runs `work` in a transaction that holds lockBilling. */
function withBillingLock<T>(key: string, work: (client: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  return opening().run(() =>
    db.$transaction(async (client) => {
      await lockBilling(client, key);
      return work(client);
    }, billingPatience),
  );
}

/** Roles change: what the session said a moment ago may be out of date. @throws AppError 403 */
async function requireOwner(client: Prisma.TransactionClient, actor: MemberActor): Promise<void> {
  const membership = await client.membership.findFirst({
    where: { familyId: actor.familyId, userId: actor.userId },
    select: { role: true },
  });
  if (!membership || !mayAs(membership.role, "family.billing")) {
    throw forbidden("Only the family's owner can do this.");
  }
}

async function liveAccount(client: Prisma.TransactionClient, familyId: string) {
  return client.billingAccount.findFirst({
    where: { familyId, state: { in: ["active", "past_due", "unpaid"] } },
    select: { customerId: true, subscriptionId: true },
  });
}

/**
 * The URL where the owner pays for a plan: a new checkout or, if the family already pays for one, the portal, where
 * that one is changed. A family never has two.
 * @param origin the address that the visitor uses
 * @throws AppError 403, 409 payment_in_progress; PaymentsError
 */
export async function startCheckout(
  actor: MemberActor,
  input: CheckoutInput,
  origin: string,
): Promise<{ url: string }> {
  const payments = await requirePayments();
  const { familyId, userId } = actor;
  return withBillingLock(familyId, async (client) => {
    await requireOwner(client, actor);
    const returnUrl = `${origin}/billing`;
    const account = await liveAccount(client, familyId);
    const subscription = account && (await payments.getSubscription(account.subscriptionId));
    if (subscription && subscription.status !== "ended") {
      return changePlan(payments, subscription, await planPrice(input), returnUrl);
    }
    const plan = await planPrice(input);
    const open = await reuseOrExpire(client, payments, actor, input, plan);
    if (open) return open;
    const former = await client.billingAccount.findUnique({
      where: { familyId },
      select: { customerId: true, payerId: true },
    });
    const urls = {
      successUrl: `${returnUrl}?checkout=done`,
      cancelUrl: `${returnUrl}?checkout=cancelled`,
    };
    return createPlanCheckout(payments, plan, {
      familyId,
      userId,
      tier: input.tier,
      // The provider shows a customer's card and address on the page.
      customerId: former?.payerId === userId ? former.customerId : undefined,
      urls: () => urls,
    });
  });
}

async function changePlan(
  payments: Payments,
  subscription: Subscription,
  plan: PlanPrice,
  returnUrl: string,
): Promise<{ url: string }> {
  const isAnother = subscription.planKey !== plan.key || subscription.interval !== plan.interval;
  // A missing payment or a scheduled cancellation comes first: the portal shows it.
  const isChangeable = subscription.status === "active" && subscription.endsAt === null;
  return payments.createPortal({
    customerId: subscription.customerId,
    returnUrl,
    plans: await portalPlans(),
    ...(isAnother && isChangeable ? { flow: { kind: "change" as const, subscription, plan } } : {}),
  });
}

/**
 * Two tabs, or two owners, must not pay twice: an open page is returned again to the owner who opened it. One for
 * another plan, or another owner's, is expired first: the person who opened a page counts as the payer.
 * @throws AppError 409 payment_in_progress if it has just been paid
 */
async function reuseOrExpire(
  client: Prisma.TransactionClient,
  payments: Payments,
  { familyId, userId }: MemberActor,
  { tier, interval }: CheckoutInput,
  { amount }: PlanPrice,
): Promise<{ url: string } | null> {
  const open = await client.billingCheckout.findMany({
    where: { familyId, state: "open", expiresAt: { gt: new Date() }, sessionId: { not: null } },
    select: { id: true, userId: true, sessionId: true, url: true, tier: true, interval: true, amount: true },
  });
  for (const { id, sessionId, url, ...before } of open) {
    const isSame = before.tier === tier && before.interval === interval && before.amount === amount;
    if (isSame && before.userId === userId && url) return { url };
    if (!(await payments.expireCheckout(sessionId ?? ""))) {
      throw new AppError(
        "payment_in_progress",
        409,
        "A payment for your family's plan has just been made, or its page has just expired. Please check again in a minute.",
      );
    }
    await client.billingCheckout.update({
      where: { id },
      data: { state: "expired", url: null },
      select: { id: true },
    });
  }
  return null;
}

/** The URL where a new family is paid for; the payment creates it. @throws PaymentsError */
export async function startNewFamilyCheckout(
  actor: Pick<Actor, "userId">,
  { name, ...input }: CheckoutInput & { name: string },
  origin: string,
): Promise<{ url: string }> {
  const payments = await requirePayments();
  const { userId } = actor;
  const plan = await planPrice(input);
  // A repeated request gets the same page: two pages would be two families.
  return withBillingLock(userId, async (client) => {
    const open = await client.billingCheckout.findFirst({
      where: {
        ...{ userId, familyId: null, familyName: name, state: "open", ...input },
        amount: plan.amount,
        expiresAt: { gt: new Date() },
        url: { not: null },
      },
      select: { url: true },
    });
    if (open?.url) return { url: open.url };
    return createPlanCheckout(payments, plan, {
      familyName: name,
      userId,
      tier: input.tier,
      urls: (id) => ({
        successUrl: `${origin}/billing?family=${id}`,
        cancelUrl: `${origin}/?checkout=cancelled`,
      }),
    });
  });
}

/**
 * The provider's portal for the family's card, invoices and plan.
 * @throws AppError 403, 409 no_subscription; PaymentsError
 */
export async function startPortal(
  actor: MemberActor,
  { flow }: PortalInput,
  origin: string,
): Promise<{ url: string }> {
  const payments = await requirePayments();
  await requireOwner(db, actor);
  const account = await db.billingAccount.findUnique({
    where: { familyId: actor.familyId },
    select: { customerId: true, subscriptionId: true, state: true, endsAt: true },
  });
  if (!account) {
    throw new AppError("no_subscription", 409, "Your family hasn't paid for a plan by card yet.");
  }
  const isCancellable = account.state !== "ended" && account.endsAt === null;
  return payments.createPortal({
    customerId: account.customerId,
    returnUrl: `${origin}/billing`,
    plans: await portalPlans(),
    ...(flow === "cancel" && isCancellable
      ? { flow: { kind: "cancel" as const, subscriptionId: account.subscriptionId } }
      : {}),
  });
}
