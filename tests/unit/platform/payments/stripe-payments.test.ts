import type { CheckoutRequest, PlanPrice } from "@/lib/platform/payments/payments-driver";
import { StripePayments } from "@/lib/platform/payments/stripe-payments";
import { makeEvent, signEvent, startStripeServer, stripeKeys } from "@/tests/support/stripe-server";

const server = await startStripeServer();
afterAll(() => server.stop());
afterEach(() => {
  server.answer = () => null;
});

const connect = (secretKey = stripeKeys.secretKey) =>
  new StripePayments({ ...stripeKeys, secretKey, apiBase: server.url });
const payments = connect();

const family: PlanPrice = {
  key: "family",
  name: "Family Plan",
  amount: 499,
  currency: "GBP",
  interval: "month",
};
const premium: PlanPrice = {
  ...family,
  key: "premium",
  name: "Premium Plan",
  amount: 9990,
  interval: "year",
};
const urls = { successUrl: "http://album.test/done", cancelUrl: "http://album.test/back" };
let keys = 0;
const planCheckout = (plan = family, extra: Partial<CheckoutRequest> = {}): CheckoutRequest =>
  ({
    mode: "subscription",
    plan,
    metadata: { kind: "plan", checkout: "c1" },
    idempotencyKey: `key-${++keys}`,
    customerEmail: "ada@example.org",
    ...urls,
    ...extra,
  }) as CheckoutRequest;

/** Pays for a plan. @returns the subscription's id */
async function subscribe(plan = family): Promise<string> {
  const { id } = await payments.createCheckout(planCheckout(plan));
  const session = await server.store.pay(id);
  return String(session.subscription);
}

const refusedWith = (code: string) => expect.objectContaining({ name: "PaymentsError", code });

test("a plan is paid for on the provider's page, and is then a subscription", async () => {
  const checkout = await payments.createCheckout(planCheckout());
  expect(checkout.url).toBe(`${server.url}/pay/${checkout.id}`);
  expect(checkout.expiresAt.getTime()).toBeGreaterThan(Date.now());
  const session = await server.store.pay(checkout.id);
  expect(session).toMatchObject({ amount_total: 499, currency: "gbp", customer_email: "ada@example.org" });
  const subscription = await payments.getSubscription(String(session.subscription));
  expect(subscription).toMatchObject({
    customerId: session.customer,
    status: "active",
    planKey: "family",
    interval: "month",
    amount: 499,
    currency: "GBP",
    endsAt: null,
    metadata: { kind: "plan", checkout: "c1" },
  });
  expect(subscription?.currentPeriodEnd.getTime()).toBeGreaterThan(Date.now());
});

test("each price of a plan is created once, even by another server, and another amount is another price", async () => {
  const prices = () => server.store.all("price").length;
  await payments.createCheckout(planCheckout());
  const before = prices();
  await payments.createCheckout(planCheckout());
  await connect().createCheckout(planCheckout());
  expect(prices()).toBe(before);
  await payments.createCheckout(planCheckout({ ...family, amount: 599 }));
  expect(prices()).toBe(before + 1);
});

test("the same key creates the same checkout", async () => {
  const request = planCheckout();
  const [first, second] = [await payments.createCheckout(request), await payments.createCheckout(request)];
  expect(second.id).toBe(first.id);
});

test("things are paid for once, line by line, less a discount", async () => {
  const { id } = await payments.createCheckout({
    mode: "payment",
    currency: "GBP",
    lines: [
      { name: "Mug", amount: 1299, quantity: 2 },
      { name: "Canvas", amount: 3500, quantity: 1 },
    ],
    discount: { name: "Voucher", amount: 1000 },
    metadata: { kind: "gift", order: "o1" },
    idempotencyKey: "gift-1",
    ...urls,
  });
  await server.store.pay(id);
  const event = server.events.at(-1);
  expect(payments.readEvent(event?.body ?? "", event?.signature ?? "")).toMatchObject({
    type: "checkoutFinished",
    checkout: {
      id,
      mode: "payment",
      isPaid: true,
      amount: 2 * 1299 + 3500 - 1000,
      currency: "GBP",
      subscriptionId: null,
      metadata: { kind: "gift", order: "o1" },
    },
  });
});

test("an open checkout can be expired, once; a paid one can't", async () => {
  const open = await payments.createCheckout(planCheckout());
  expect(await payments.expireCheckout(open.id)).toBe(true);
  expect(await payments.expireCheckout(open.id)).toBe(false);
  await expect(server.store.pay(open.id)).rejects.toThrow("no longer active");
  const paid = await payments.createCheckout(planCheckout());
  await server.store.pay(paid.id);
  expect(await payments.expireCheckout(paid.id)).toBe(false);
});

test("the portal switches between our plans, and cancels", async () => {
  const id = await subscribe();
  const subscription = await payments.getSubscription(id);
  if (!subscription) throw new Error("There is no subscription");
  const request = {
    customerId: subscription.customerId,
    returnUrl: urls.cancelUrl,
    plans: [family, premium],
  };
  const change = await payments.createPortal({
    ...request,
    flow: { kind: "change", subscription, plan: premium },
  });
  await fetch(change.url, {
    method: "POST",
    body: new URLSearchParams({ action: "change" }),
    redirect: "manual",
  });
  expect(await payments.getSubscription(id)).toMatchObject({
    planKey: "premium",
    interval: "year",
    amount: 9990,
  });
  const cancel = await payments.createPortal({ ...request, flow: { kind: "cancel", subscriptionId: id } });
  await fetch(cancel.url, {
    method: "POST",
    body: new URLSearchParams({ action: "cancel" }),
    redirect: "manual",
  });
  const cancelled = await payments.getSubscription(id);
  expect(cancelled?.status).toBe("active");
  expect(cancelled?.endsAt).toEqual(cancelled?.currentPeriodEnd);
  const [configuration, ...others] = server.store.all("billing_portal.configuration");
  expect(others).toEqual([]);
  expect(configuration?.features).toMatchObject({
    subscription_cancel: { enabled: "true", mode: "at_period_end" },
    subscription_update: { enabled: "true" },
  });
});

test("a subscription ends at once or at the end of its paid period, and ending it again is fine", async () => {
  const late = await subscribe();
  await payments.cancelSubscription(late, { atPeriodEnd: true });
  await payments.cancelSubscription(late, { atPeriodEnd: true });
  const ending = await payments.getSubscription(late);
  expect([ending?.status, ending?.endsAt]).toEqual(["active", ending?.currentPeriodEnd]);
  const now = await subscribe();
  await payments.cancelSubscription(now, { atPeriodEnd: false });
  await payments.cancelSubscription(now, { atPeriodEnd: false });
  expect(await payments.getSubscription(now)).toMatchObject({ status: "ended" });
  await payments.cancelSubscription("sub_missing", { atPeriodEnd: false });
  expect(await payments.getSubscription("sub_missing")).toBeNull();
});

test("a declined card makes it past due, with an open invoice", async () => {
  const id = await subscribe();
  await server.store.failPayment(id);
  const subscription = await payments.getSubscription(id);
  expect(subscription?.status).toBe("past_due");
  const invoices = await payments.listInvoices(subscription?.customerId ?? "", 10);
  expect(invoices.map(({ status, amount, currency }) => [status, amount, currency])).toEqual([
    ["open", 499, "GBP"],
    ["paid", 499, "GBP"],
  ]);
  expect(invoices[0]?.pageUrl).toContain("/invoice/");
});

test("checking the key returns its account's name, and the key's mode says whether payments are real", async () => {
  expect(await payments.checkConnection()).toEqual({ accountName: "Test shop" });
  expect(payments.mode).toBe("test");
  expect(connect("sk_live_other").mode).toBe("live");
  expect(connect("rk_live_other").mode).toBe("live");
});

describe("errors", () => {
  test("a wrong key is reported as such, without the key", async () => {
    const wrong = connect("sk_test_wrong");
    await expect(wrong.checkConnection()).rejects.toEqual(refusedWith("bad_key"));
    await expect(wrong.checkConnection()).rejects.not.toThrow(/sk_test/);
  });

  test.each([
    [500, "unreachable"],
    [429, "unreachable"],
    [403, "bad_key"],
    [400, "refused"],
  ])("an answer of %d is %s", async (status, code) => {
    server.answer = () => ({ status, json: { error: { type: "api_error", message: "No." } } });
    await expect(payments.listInvoices("cus_1", 1)).rejects.toEqual(refusedWith(code));
    await expect(payments.getSubscription("sub_1")).rejects.toEqual(refusedWith(code));
    await expect(payments.createCheckout(planCheckout())).rejects.toEqual(refusedWith(code));
  });

  test("a missing provider is unreachable", async () => {
    const away = new StripePayments({ ...stripeKeys, apiBase: "http://127.0.0.1:9" });
    await expect(away.checkConnection()).rejects.toEqual(refusedWith("unreachable"));
  });
});

describe("an event", () => {
  const event = makeEvent("customer.subscription.updated", { id: "sub_1", object: "subscription" });

  test("that is signed is read", () => {
    expect(payments.readEvent(event.body, event.signature)).toMatchObject({
      type: "subscription",
      name: "customer.subscription.updated",
      subscriptionId: "sub_1",
      isLive: false,
    });
  });

  test.each([
    ["nobody signed", event.body, ""],
    ["somebody else signed", event.body, signEvent(event.body, "whsec_other")],
    ["was changed", event.body.replace("sub_1", "sub_2"), event.signature],
    ["is older than five minutes", event.body, signEvent(event.body, undefined, Date.now() / 1000 - 301)],
    ["has another's signature", event.body, signEvent("{}")],
  ])("that %s is refused", (_, body, signature) => {
    expect(() => payments.readEvent(body, signature)).toThrow(refusedWith("bad_signature"));
  });

  test("that we don't handle, or that lacks what we need, is other", () => {
    for (const [type, object] of [
      ["charge.refunded", { id: "ch_1", object: "charge" }],
      ["charge.dispute.created", { id: "dp_1", object: "dispute" }],
      ["invoice.paid", { id: "in_1", object: "invoice" }],
    ] as const) {
      const { body, signature } = makeEvent(type, object);
      expect(payments.readEvent(body, signature).type).toBe("other");
    }
  });
});
