import { randomUUID } from "node:crypto";
import { getPlans } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";
import type { Payments, PlanPrice } from "@/lib/platform/payments/payments-driver";
import type { CheckoutInput } from "@/lib/shop/billing/schema";
import { planKind } from "@/lib/shop/billing/server/subscription-service";

const currency = "GBP";
/** Long enough to fetch the card; after that the price may have changed. */
const checkoutLifeMs = 2 * 3_600_000;

/** The current price of a plan, as the provider expects it. */
export async function planPrice({ tier, interval }: CheckoutInput): Promise<PlanPrice> {
  const plan = (await getPlans())[tier];
  const amount = interval === "year" ? plan.priceYearly : plan.priceMonthly;
  return { key: tier, name: plan.name, amount, currency, interval };
}

/** The plans that people can switch between in the provider's portal. */
export function portalPlans(): Promise<PlanPrice[]> {
  const choices = (["family", "premium"] as const).flatMap((tier) =>
    (["month", "year"] as const).map((interval) => ({ tier, interval })),
  );
  return Promise.all(choices.map(planPrice));
}

interface PlanCheckout {
  familyId?: string;
  familyName?: string;
  userId: string;
  tier: CheckoutInput["tier"];
  customerId?: string | undefined;
  urls: (checkoutId: string) => { successUrl: string; cancelUrl: string };
}

/** Our row is committed first: a page that can be paid must never be unknown here. */
export async function createPlanCheckout(
  payments: Payments,
  plan: PlanPrice,
  { familyId, familyName, userId, tier, customerId, urls }: PlanCheckout,
): Promise<{ url: string }> {
  const id = randomUUID();
  const expiresAt = new Date(Date.now() + checkoutLifeMs);
  await db.billingCheckout.create({
    data: {
      id,
      familyId: familyId ?? null,
      familyName: familyName ?? null,
      userId,
      tier,
      interval: plan.interval,
      amount: plan.amount,
      expiresAt,
    },
    select: { id: true },
  });
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const session = await payments.createCheckout({
    mode: "subscription",
    plan,
    metadata: { kind: planKind, checkout: id },
    ...urls(id),
    idempotencyKey: `plan:${id}`,
    ...(customerId ? { customerId } : email ? { customerEmail: email } : {}),
    expiresAt,
  });
  await db.billingCheckout.update({
    where: { id },
    data: { sessionId: session.id, url: session.url, expiresAt: session.expiresAt },
    select: { id: true },
  });
  return { url: session.url };
}
