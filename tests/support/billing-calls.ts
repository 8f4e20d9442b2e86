import { db } from "@/lib/db";
import type { FamilyPerson, Person } from "@/tests/support/factories";
import type { SampleCall } from "@/tests/support/sample-calls";
import { makeEvent } from "@/tests/support/stripe-server";
import { testStripe } from "@/tests/support/test-stripe";

/** A family that pays for its plan by card, here and at the provider. */
async function subscribed(person: Person): Promise<string> {
  const { familyId, userId } = person as FamilyPerson;
  if (familyId === null) return "";
  const { store } = testStripe();
  const currentPeriodEnd = new Date(Date.now() + 20 * 86_400_000);
  const customer = store.keep("customer", "cus", {});
  const price = { unit_amount: 499, currency: "gbp", recurring: { interval: "month" }, metadata: {} };
  const item = {
    id: "si_1",
    price: { ...price, metadata: { keepsake_plan: "family" } },
    current_period_end: Math.floor(currentPeriodEnd.getTime() / 1000),
  };
  const subscription = store.keep("subscription", "sub", {
    customer: customer.id,
    status: "active",
    items: { data: [item] },
  });
  const data = {
    customerId: customer.id,
    subscriptionId: subscription.id,
    state: "active",
    tier: "family",
    interval: "month",
    amount: 499,
    currency: "GBP",
    currentPeriodEnd,
    payerId: userId,
  } as const;
  await db.billingAccount.upsert({
    where: { familyId },
    create: { familyId, ...data },
    update: data,
    select: { familyId: true },
  });
  return subscription.id;
}

/** Valid requests for the billing calls. They need withTestStripe(). */
export const billingCalls: Record<string, SampleCall> = {
  "GET /api/billing": { request: () => ({ path: "/api/billing" }), status: 200 },
  "POST /api/billing/checkout": {
    request: () => ({ path: "/api/billing/checkout", json: { tier: "family", interval: "month" } }),
    status: 200,
  },
  "POST /api/billing/portal": {
    prepare: subscribed,
    request: () => ({ path: "/api/billing/portal", json: { flow: "cancel" } }),
    status: 200,
  },
  "POST /api/stripe/webhook": {
    request: () => {
      const { body, signature } = makeEvent("charge.refunded", { id: "ch_1", object: "charge" });
      const headers = { "Stripe-Signature": signature };
      return { path: "/api/stripe/webhook", body, type: "application/json", headers };
    },
    status: 200,
  },
  "GET /api/admin/stripe-settings": {
    request: () => ({ path: "/api/admin/stripe-settings" }),
    status: 200,
  },
  "POST /api/admin/stripe-settings/test": {
    request: () => ({ path: "/api/admin/stripe-settings/test" }),
    status: 200,
  },
};
