import { databasePool, db, maxConnections } from "@/lib/db";
import type { BillingDto } from "@/lib/shop/billing/schema";
import { getNewFamily } from "@/lib/shop/billing/server/billing-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  join,
} from "@/tests/support/factories";
import { openCheckout, subscribe } from "@/tests/support/subscriptions";
import { deliverEvent, mustPostEvent, withTestStripe } from "@/tests/support/test-stripe";
import { workOffQueue } from "@/tests/support/work-off-queue";

const stripe = await withTestStripe();
withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  stripe.deliver = null;
  stripe.answer = () => null;
  owner = await createOwner();
});

const checkout = (json: unknown, as: { cookie: string } = owner, headers = {}) =>
  call<{ url: string; code?: string; field?: string }>("POST", "/api/billing/checkout", {
    cookie: as.cookie,
    json,
    headers,
  });
const portal = (json: unknown = {}, as: { cookie: string } = owner) =>
  call<{ url: string; code?: string }>("POST", "/api/billing/portal", { cookie: as.cookie, json });
const billing = async (as = owner) =>
  (await call<BillingDto>("GET", "/api/billing", { cookie: as.cookie })).body;
const tierOf = async (familyId: string) =>
  (await db.family.findUniqueOrThrow({ where: { id: familyId }, select: { tier: true } })).tier;
/** The provider's session behind a checkout page. */
const sessionOf = (url: string) => stripe.store.get(url.split("/").at(-1), "checkout.session");

test.each([
  [{ tier: "family" }, 499],
  [{ tier: "family", interval: "year" }, 4990],
  [{ tier: "premium", interval: "month" }, 999],
  [{ tier: "premium", interval: "year" }, 9990],
])("%j costs what the plan says, and nothing is given before it is paid", async (json, amount) => {
  const { status, body } = await checkout(json);
  expect(status).toBe(200);
  expect(sessionOf(body.url)).toMatchObject({
    amount_total: amount,
    currency: "gbp",
    mode: "subscription",
    customer_email: owner.email,
    success_url: "http://album.test/billing?checkout=done",
    cancel_url: "http://album.test/billing?checkout=cancelled",
  });
  expect(await tierOf(owner.familyId)).toBe("free");
});

test("only the email address reaches the provider, and nobody's name", async () => {
  const { body } = await checkout({ tier: "family" });
  const session = JSON.stringify(sessionOf(body.url));
  expect(session).not.toContain("Okafor");
  expect(session).not.toContain(owner.familyId);
  expect(session).not.toContain(owner.userId);
});

test("a plan that can't be bought is refused with its field", async () => {
  for (const [json, field] of [
    [{ tier: "free" }, "tier"],
    [{ tier: "gold" }, "tier"],
    [{}, "tier"],
    [{ tier: "family", interval: "day" }, "interval"],
  ] as const) {
    expect(await checkout(json)).toMatchObject({ status: 400, body: { field } });
  }
  expect(await db.billingCheckout.count()).toBe(0);
});

test("only the owner pays, changes and views payments", async () => {
  const others = [
    await createMember(owner.familyId, "admin"),
    await createMember(owner.familyId),
    await createMember(owner.familyId, "member", { isChild: true }),
  ];
  for (const one of others) {
    expect((await checkout({ tier: "family" }, one)).status).toBe(403);
    expect((await portal({}, one)).status).toBe(403);
    expect((await call("GET", "/api/billing", { cookie: one.cookie })).status).toBe(403);
  }
  expect((await call("POST", "/api/billing/checkout", { json: { tier: "family" } })).status).toBe(401);
  expect(await db.billingCheckout.count()).toBe(0);
});

test("each family sees and pays its own", async () => {
  const other = await createOwner();
  await subscribe(owner, { tier: "premium" });
  expect(await billing()).toMatchObject({ tier: "premium", subscription: { tier: "premium", amount: 999 } });
  expect(await billing(other)).toMatchObject({ tier: "free", subscription: null, invoices: [] });
  expect(await portal({}, other)).toMatchObject({ status: 409, body: { code: "no_subscription" } });
});

test("a neighbour's open page is not given to another family, and survives that family changing its mind", async () => {
  const neighbour = await createOwner();
  const theirs = await openCheckout(neighbour, { tier: "family" });
  expect(await openCheckout(owner, { tier: "family" })).not.toBe(theirs);
  await openCheckout(owner, { tier: "premium" });
  expect(stripe.store.get(theirs, "checkout.session").status).toBe("open");
  expect(await openCheckout(neighbour, { tier: "family" })).toBe(theirs);
});

test("a former owner pays nothing, regardless of other owners and of what else they own", async () => {
  const { familyId } = owner;
  await createMember(familyId, "owner");
  const former = await createMember(familyId, "owner");
  const { userId, cookie } = former;
  for (let more = 0; more < 5; more++) await join(userId, await createFamily(), "owner");
  expect((await call("GET", "/api/billing", { cookie })).status).toBe(200);
  // Changed behind the album's back: this server still has the session cached.
  await db.membership.deleteMany({ where: { familyId, userId } });
  await db.membership.create({ data: { familyId, userId, role: "member" }, select: { userId: true } });
  expect((await checkout({ tier: "family" }, former)).status).toBe(403);
  expect((await portal({}, former)).status).toBe(403);
  expect(await db.billingCheckout.count()).toBe(0);
});

test("asked again, even concurrently, it is the same page: nobody pays twice", async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => checkout({ tier: "family" })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
});

test("owners who pay at the same moment have pages of their own, only one of which can be paid", async () => {
  const second = await createMember(owner.familyId, "owner");
  const payers = [owner, second, owner, second, owner];
  const answers = await Promise.all(payers.map((one) => checkout({ tier: "family" }, one)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const payerOf = new Map<string, FamilyPerson>();
  for (const [at, { body }] of answers.entries()) {
    const payer = payers[at] as FamilyPerson;
    expect(payerOf.get(body.url) ?? payer).toBe(payer);
    payerOf.set(body.url, payer);
  }
  expect([...payerOf.keys()].filter((url) => sessionOf(url).status === "open")).toHaveLength(1);
});

test("the payer is the owner who paid, not one who had opened the same page before", async () => {
  const second = await createMember(owner.familyId, "owner");
  const left = await openCheckout(owner, { tier: "family" });
  const id = await subscribe(second);
  expect(stripe.store.get(left, "checkout.session").status).toBe("expired");
  stripe.deliver = deliverEvent;
  const { status } = await call("POST", "/api/organization/leave", { cookie: second.cookie });
  expect(status).toBe(204);
  await workOffQueue();
  expect(stripe.store.get(id, "subscription")).toMatchObject({ cancel_at_period_end: true });
});

test("an owner who pays after another one doesn't see the other one's card", async () => {
  const id = await subscribe(owner);
  stripe.deliver = deliverEvent;
  await stripe.store.end(id);
  const second = await createMember(owner.familyId, "owner");
  const theirs = await checkout({ tier: "family" }, second);
  expect(sessionOf(theirs.body.url)).toMatchObject({ customer: null, customer_email: second.email });
});

test("choosing another plan makes the previous page unpayable", async () => {
  const first = await openCheckout(owner, { tier: "family" });
  const second = await openCheckout(owner, { tier: "premium" });
  expect(stripe.store.get(first, "checkout.session").status).toBe("expired");
  expect(stripe.store.get(second, "checkout.session").status).toBe("open");
});

test("just after a payment there is no second page", async () => {
  await stripe.store.pay(await openCheckout(owner, { tier: "family" }));
  // The payment's event hasn't arrived yet.
  expect(await checkout({ tier: "premium" })).toMatchObject({
    status: 409,
    body: { code: "payment_in_progress" },
  });
});

test("an abandoned checkout expires, and the next one is new", async () => {
  stripe.deliver = deliverEvent;
  const first = await openCheckout(owner, { tier: "family" });
  await stripe.store.expireSession(first);
  expect(await db.billingCheckout.findMany({ select: { state: true, url: true } })).toEqual([
    { state: "expired", url: null },
  ]);
  expect(await openCheckout(owner, { tier: "family" })).not.toBe(first);
});

test("someone already paying is led to the portal, to confirm the new plan", async () => {
  await subscribe(owner, { tier: "family" });
  stripe.deliver = deliverEvent;
  const { body } = await checkout({ tier: "premium", interval: "year" });
  expect(body.url).toContain("/portal/");
  await fetch(body.url, {
    method: "POST",
    body: new URLSearchParams({ action: "change" }),
    redirect: "manual",
  });
  expect(await billing()).toMatchObject({
    tier: "premium",
    subscription: { state: "active", tier: "premium", interval: "year", amount: 9990, endsAt: null },
  });
  expect(await db.billingAccount.count()).toBe(1);
});

test("cancelling keeps the plan until the end of the paid period, and then everything but the plan stays", async () => {
  const id = await subscribe(owner, { tier: "family" });
  stripe.deliver = deliverEvent;
  const { body } = await portal({ flow: "cancel" });
  await fetch(body.url, {
    method: "POST",
    body: new URLSearchParams({ action: "cancel" }),
    redirect: "manual",
  });
  const cancelled = await billing();
  expect(cancelled.tier).toBe("family");
  expect(cancelled.subscription?.endsAt).toBe(cancelled.subscription?.currentPeriodEnd);
  await stripe.store.end(id);
  expect(await billing()).toMatchObject({ tier: "free", subscription: { state: "ended" } });
  // The same card as before.
  const again = await checkout({ tier: "family" });
  expect(sessionOf(again.body.url).customer).toBe(stripe.store.get(id, "subscription").customer);
});

test("the invoices are the provider's, latest first, and the page works without them when it is down", async () => {
  const id = await subscribe(owner, { tier: "family" });
  stripe.deliver = deliverEvent;
  await stripe.store.failPayment(id);
  const { invoices } = await billing();
  expect(invoices?.map(({ status, amount }) => [status, amount])).toEqual([
    ["open", 499],
    ["paid", 499],
  ]);
  expect(invoices?.[0]?.pdfUrl).toContain("/invoice/");
  stripe.answer = () => ({ status: 500, json: { error: { message: "No." } } });
  expect(await billing()).toMatchObject({ tier: "family", invoices: null });
  expect(await checkout({ tier: "premium" })).toMatchObject({
    status: 503,
    body: { code: "payments_unavailable" },
  });
});

test("a key that the provider refuses is reported, and never shown", async () => {
  stripe.answer = () => ({
    status: 401,
    json: { error: { message: "Invalid API Key provided: sk_test_***" } },
  });
  const answer = await call("POST", "/api/admin/stripe-settings/test", { cookie: owner.cookie });
  expect(answer).toMatchObject({ status: 503, body: { code: "billing_misconfigured" } });
  expect(answer.bytes.toString()).not.toContain("sk_test");
});

test("the settings show what is configured, to admins and the super admin, without the keys", async () => {
  const superAdmin = await createPerson({ isSuperAdmin: true });
  for (const { cookie } of [owner, superAdmin]) {
    const answer = await call("GET", "/api/admin/stripe-settings", { cookie });
    expect(answer.body).toEqual({
      provider: "Stripe",
      isConfigured: true,
      hasSecretKey: true,
      hasWebhookSecret: true,
      mode: "test",
      webhookUrl: expect.stringMatching(/\/api\/stripe\/webhook$/),
      lastEvent: null,
      errors: [],
    });
    expect(answer.bytes.toString()).not.toMatch(/sk_test|whsec/);
    const test = await call("POST", "/api/admin/stripe-settings/test", { cookie });
    expect(test.body).toEqual({ accountName: "Test shop", mode: "test" });
  }
});

describe("a family with a paid plan", () => {
  const create = (subscriptionTier: string, as: { cookie: string } = owner) =>
    call<{ url: string; code: string }>("POST", "/api/create-organization", {
      cookie: as.cookie,
      json: { name: "The cousins", subscriptionTier },
    });
  const families = () => db.family.count({ where: { name: "The cousins" } });

  test("is paid for first (402 with the page), and created by the payment, once", async () => {
    const { status, body } = await create("premium");
    expect([status, body.code, await families()]).toEqual([402, "payment_required", 0]);
    expect((await create("premium")).body.url).toBe(body.url);
    const session = sessionOf(body.url);
    expect(session).toMatchObject({ amount_total: 999 });
    stripe.deliver = deliverEvent;
    await stripe.store.pay(session.id);
    for (const event of stripe.events.slice(-3)) await mustPostEvent(event);
    expect(await families()).toBe(1);
    const family = await db.family.findFirstOrThrow({
      where: { name: "The cousins" },
      select: { id: true, tier: true, memberships: { select: { userId: true, role: true } } },
    });
    expect(family).toMatchObject({ tier: "premium", memberships: [{ userId: owner.userId, role: "owner" }] });
    const mine = await call<{ name: string }[]>("GET", "/api/user-organizations", { cookie: owner.cookie });
    expect(mine.body.map(({ name }) => name)).toEqual(["The Okafors", "The cousins"]);
  });

  test("can be someone's first family", async () => {
    const person = await createPerson();
    const { body } = await create("family", person);
    stripe.deliver = deliverEvent;
    await stripe.store.pay(sessionOf(body.url).id);
    const user = await db.user.findUniqueOrThrow({
      where: { id: person.userId },
      select: { lastFamily: { select: { name: true, tier: true } } },
    });
    expect(user.lastFamily).toEqual({ name: "The cousins", tier: "family" });
  });

  test("whose payer has deleted their account meanwhile is not created, and nobody keeps paying", async () => {
    const person = await createPerson();
    const { body } = await create("family", person);
    await db.user.delete({ where: { id: person.userId }, select: { id: true } });
    stripe.deliver = deliverEvent;
    const { subscription } = await stripe.store.pay(sessionOf(body.url).id);
    await workOffQueue();
    expect(await families()).toBe(0);
    expect(stripe.store.get(subscription, "subscription").status).toBe("canceled");
  });

  test("can't be created by a child", async () => {
    const child = await createMember(owner.familyId, "member", { isChild: true });
    expect((await create("family", child)).status).toBe(403);
    expect(await db.billingCheckout.count()).toBe(0);
  });
});

test.each([
  ["a plan", () => checkout({ tier: "family" }), 200],
  [
    "a new family",
    () =>
      call<{ url: string }>("POST", "/api/create-organization", {
        cookie: owner.cookie,
        json: { name: "The cousins", subscriptionTier: "family" },
      }),
    402,
  ],
])("many requests to pay for %s don't take all of the database's connections", async (_, ask, expected) => {
  // More than there are connections: if all were waiting for the lock, its holder would get none.
  const answers = await Promise.all(Array.from({ length: 2 * maxConnections() }, ask));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([expected]));
  expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
  expect(databasePool().waitingCount).toBe(0);
});

test("two people who give new families the same name pay on their own pages, and see their own family", async () => {
  const [one, other] = [await createPerson(), await createPerson()];
  const begin = async ({ cookie }: { cookie: string }) => {
    const json = { name: "The Lindqvists", subscriptionTier: "premium" };
    const { status, body } = await call<{ url: string }>("POST", "/api/create-organization", {
      cookie,
      json,
    });
    return { status, url: body.url };
  };
  const first = await begin(one);
  expect(first).toEqual({ status: 402, url: expect.stringMatching(/^http/) });
  expect(await begin(one)).toEqual(first);
  expect((await begin(other)).url).not.toBe(first.url);
  const { id } = await db.billingCheckout.findFirstOrThrow({ where: { userId: one.userId } });
  expect(await getNewFamily(one.userId, id)).toMatchObject({ name: "The Lindqvists", isPaid: false });
  expect(await getNewFamily(other.userId, id)).toBeNull();
});
