import { db } from "@/lib/db";
import type { Tier } from "@/lib/generated/prisma/enums";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  join,
  openSession,
} from "@/tests/support/factories";
import { makeEvent, type SignedEvent, signEvent } from "@/tests/support/stripe-server";
import { openCheckout, subscribe } from "@/tests/support/subscriptions";
import { deliverEvent, mustPostEvent, postEvent, withTestStripe } from "@/tests/support/test-stripe";
import { workOffQueue } from "@/tests/support/work-off-queue";

const stripe = await withTestStripe();
withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  stripe.deliver = null;
  stripe.events.length = 0;
  stripe.answer = () => null;
  owner = await createOwner();
});

const tierOf = async (familyId = owner.familyId): Promise<Tier> =>
  (await db.family.findUniqueOrThrow({ where: { id: familyId }, select: { tier: true } })).tier;
const changes = () => db.activityEntry.count({ where: { action: "family.tierChanged" } });
const notified = async () =>
  (await db.notification.findMany({ select: { title: true }, orderBy: { createdAt: "asc" } })).map(
    ({ title }) => title,
  );

test("a paid plan is the family's immediately, on every device", async () => {
  expect((await call("GET", "/api/auth/me", { cookie: owner.cookie })).body).toMatchObject({
    subscriptionTier: "free",
    subscriptionStatus: "inactive",
  });
  await subscribe(owner);
  expect((await call("GET", "/api/auth/me", { cookie: owner.cookie })).body).toMatchObject({
    subscriptionTier: "family",
    subscriptionStatus: "active",
  });
  expect(await notified()).toEqual(["Welcome to the Family Plan"]);
});

describe("an event that isn't the provider's changes nothing", () => {
  let event: SignedEvent;
  beforeEach(async () => {
    await stripe.store.pay(await openCheckout(owner, { tier: "premium" }));
    event = stripe.events.at(-1) as SignedEvent;
  });

  test.each([
    ["nobody signed", (one: SignedEvent) => ({ ...one, signature: "" })],
    [
      "another secret signed",
      (one: SignedEvent) => ({ ...one, signature: signEvent(one.body, "whsec_guess") }),
    ],
    ["was changed on its way", (one: SignedEvent) => ({ ...one, body: one.body.replace("plan", "gift") })],
    ["has one space more", (one: SignedEvent) => ({ ...one, body: ` ${one.body}` })],
    [
      "was kept for six minutes and sent again",
      (one: SignedEvent) => ({ ...one, signature: signEvent(one.body, undefined, Date.now() / 1000 - 360) }),
    ],
  ])("that %s", async (_, change) => {
    const answer = await postEvent(change(event));
    expect(answer).toMatchObject({ status: 400, body: { code: "bad_signature" } });
    expect([await tierOf(), await db.billingAccount.count()]).toEqual(["free", 0]);
    expect((await postEvent(event)).status).toBe(200);
    expect(await tierOf()).toBe("premium");
  });

  test("isn't JSON or UTF-8, or is too large", async () => {
    const post = (body: BodyInit, type = "application/json") =>
      call("POST", "/api/stripe/webhook", { body, type, headers: { "Stripe-Signature": event.signature } });
    expect((await post("{")).status).toBe(400);
    expect((await post(new Uint8Array([0xff, 0xfe]))).status).toBe(400);
    expect((await post("x".repeat(1_048_577))).status).toBe(413);
    expect((await post(event.body, "text/plain")).status).toBe(415);
    const signed = "no json at all";
    expect(
      (
        await call("POST", "/api/stripe/webhook", {
          body: signed,
          type: "application/json",
          headers: { "Stripe-Signature": signEvent(signed) },
        })
      ).status,
    ).toBe(400);
  });
});

test("the same event fifty times, concurrently, is applied once", async () => {
  await stripe.store.pay(await openCheckout(owner, { tier: "family" }));
  const events = stripe.events;
  const deliveries = Array.from({ length: 50 }, (_, at) => events[at % events.length] as SignedEvent);
  const statuses = (await Promise.all(deliveries.map(postEvent))).map(({ status }) => status);
  // Deliveries that found all connections taken are asked to retry, as Stripe does.
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  for (const event of events) await mustPostEvent(event);
  expect([await tierOf(), await changes(), await db.billingAccount.count()]).toEqual(["family", 1, 1]);
  expect(await notified()).toHaveLength(1);
  expect(await db.billingEvent.count({ where: { appliedAt: { not: null } } })).toBe(events.length);
});

/** Every permutation of the items, the given order first. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** Step through the 720 orders of six, with each event in each place at least once: all of them take a minute. */
const everyFewOrders = 17;

test("six events of one subscription lead to the same result in any order", async () => {
  const checkout = await openCheckout(owner, { tier: "family" });
  const { subscription } = await stripe.store.pay(checkout);
  const id = String(subscription);
  await stripe.store.failPayment(id);
  await stripe.store.payLate(id);
  const [created, paid, completed, , pastDue, late] = stripe.events as [
    SignedEvent,
    SignedEvent,
    SignedEvent,
    SignedEvent,
    SignedEvent,
    SignedEvent,
  ];
  const reset = async () => {
    await db.billingEvent.deleteMany();
    await db.billingAccount.deleteMany();
    await db.billingCheckout.updateMany({ data: { state: "open" } });
    await db.family.updateMany({ data: { tier: "free" } });
  };
  const failed = stripe.events[3] as SignedEvent;
  const all = orders([created, paid, completed, failed, pastDue, late]);
  for (const order of all.filter((_, at) => at % everyFewOrders === 0)) {
    for (const event of order) await mustPostEvent(event);
    const account = await db.billingAccount.findUniqueOrThrow({
      where: { familyId: owner.familyId },
      select: { state: true, tier: true, pastDueSince: true, subscriptionId: true },
    });
    expect(account).toEqual({ state: "active", tier: "family", pastDueSince: null, subscriptionId: id });
    expect(await tierOf()).toBe("family");
    await reset();
  }
}, 240_000);

test("events that arrive after the end don't bring the plan back", async () => {
  const id = await subscribe(owner);
  const early = stripe.events.slice();
  await db.billingEvent.deleteMany();
  stripe.deliver = deliverEvent;
  await stripe.store.end(id);
  expect(await tierOf()).toBe("free");
  for (const event of early) await mustPostEvent(event);
  expect(await tierOf()).toBe("free");
  expect(await notified()).toEqual(["Welcome to the Family Plan", "Your family's plan is smaller now"]);
});

test("an event that can't be applied is answered so that it is resent, and then it is", async () => {
  await stripe.store.pay(await openCheckout(owner, { tier: "family" }));
  const event = stripe.events.at(-1) as SignedEvent;
  stripe.answer = (method) =>
    method === "GET" ? { status: 500, json: { error: { message: "No." } } } : null;
  expect(await postEvent(event)).toMatchObject({ status: 503, body: { code: "payments_unavailable" } });
  expect(await tierOf()).toBe("free");
  const settings = await call("GET", "/api/admin/stripe-settings", { cookie: owner.cookie });
  expect(settings.body.errors).toMatchObject([{ name: event.type, code: "payments_unavailable" }]);
  stripe.answer = () => null;
  await mustPostEvent(event);
  expect(await tierOf()).toBe("family");
  const after = await call("GET", "/api/admin/stripe-settings", { cookie: owner.cookie });
  expect(after.body).toMatchObject({ errors: [], lastEvent: { name: event.type } });
});

test("a family's admins see what was reported about their family, a super admin everything", async () => {
  const other = await createOwner({ name: "The others" });
  await stripe.store.pay(await openCheckout(owner, { tier: "family" }));
  const event = stripe.events.at(-1) as SignedEvent;
  stripe.answer = (method) =>
    method === "GET" ? { status: 500, json: { error: { message: "No." } } } : null;
  await postEvent(event);
  stripe.answer = () => null;
  await postEvent({ ...event, signature: "" });
  const seen = async ({ cookie }: { cookie: string }) =>
    (
      await call<{ lastEvent: { name: string } | null; errors: { code: string }[] }>(
        "GET",
        "/api/admin/stripe-settings",
        { cookie },
      )
    ).body;
  expect(await seen(other)).toMatchObject({ lastEvent: null, errors: [] });
  expect(await seen(owner)).toMatchObject({
    lastEvent: { name: event.type },
    errors: [{ code: "payments_unavailable" }],
  });
  const all = await seen(await createPerson({ isSuperAdmin: true }));
  expect(all.errors.map(({ code }) => code).sort()).toEqual(["bad_signature", "payments_unavailable"]);

  await mustPostEvent(event);
  expect(await seen(owner)).toMatchObject({ lastEvent: { name: event.type }, errors: [] });
  expect(await seen(other)).toMatchObject({ lastEvent: null, errors: [] });
});

test.each([
  ["nothing of ours in its metadata", {}],
  ["another shop's metadata", { kind: "subscription-box", checkout: "7" }],
  ["a checkout that is no id", { kind: "plan", checkout: "../../etc" }],
  ["a checkout nobody opened", { kind: "plan", checkout: "0d9f3bf0-3a3c-4c0e-9d0b-0f1f2f3f4f5f" }],
])("a subscription with %s belongs to nobody", async (_, metadata) => {
  await stripe.store.pay(await openCheckout(owner, { tier: "family" }));
  const [subscription] = stripe.store.all("subscription").slice(-1);
  Object.assign(subscription ?? {}, { metadata });
  for (const { type } of stripe.events.slice()) {
    const object = stripe.store.all("subscription").at(-1);
    if (type.startsWith("customer.") && object) await mustPostEvent(makeEvent(type, object));
  }
  expect([await tierOf(), await db.billingAccount.count()]).toEqual(["free", 0]);
});

test("a family deleted while someone was paying: nobody keeps paying", async () => {
  await createOwner();
  const checkout = await openCheckout(owner, { tier: "family" });
  await stripe.store.pay(checkout);
  await call("DELETE", "/api/organization/current", {
    cookie: owner.cookie,
    json: { password: "correct horse battery" },
  });
  for (const event of stripe.events.slice()) await mustPostEvent(event);
  await workOffQueue();
  expect(stripe.store.all("subscription").at(-1)).toMatchObject({ status: "canceled" });
  expect(await db.family.count()).toBe(1);
});

test("a family that is deleted stops paying, and its open page can't be paid any more", async () => {
  const id = await subscribe(owner);
  const other = await createOwner();
  const open = await openCheckout(other, { tier: "premium" });
  stripe.deliver = deliverEvent;
  for (const person of [owner, other]) {
    const json = { password: "correct horse battery" };
    const { status } = await call("DELETE", "/api/organization/current", { cookie: person.cookie, json });
    expect(status).toBe(204);
  }
  await workOffQueue();
  expect(stripe.store.get(id, "subscription").status).toBe("canceled");
  expect(stripe.store.get(open, "checkout.session").status).toBe("expired");
});

test("someone whose card pays stops paying after losing ownership, at the end of the paid period", async () => {
  const id = await subscribe(owner);
  const second = await createMember(owner.familyId, "owner");
  const answer = await call("POST", "/api/organization/leave", { cookie: owner.cookie });
  expect(answer.status).toBe(204);
  stripe.deliver = deliverEvent;
  await workOffQueue();
  expect(stripe.store.get(id, "subscription")).toMatchObject({
    status: "active",
    cancel_at_period_end: true,
  });
  expect(await tierOf()).toBe("family");
  const { body } = await call("GET", "/api/billing", { cookie: second.cookie });
  expect(body.subscription).toMatchObject({ endsAt: expect.any(String) });
  expect(await notified()).toContain("Your family's plan needs a new card");
});

test.each([
  ["has left", () => call("POST", "/api/organization/leave", { cookie: owner.cookie })],
  [
    "is a member now",
    ({ cookie }: FamilyPerson) =>
      call("PATCH", `/api/users/${owner.userId}`, { cookie, json: { role: "member" } }),
  ],
  [
    "has deleted their account",
    () => call("DELETE", "/api/user", { cookie: owner.cookie, json: { password: "correct horse battery" } }),
  ],
])("a plan paid on the page of an owner who %s ends with the paid period", async (_, stop) => {
  const second = await createMember(owner.familyId, "owner");
  // Owning another family doesn't matter.
  const elsewhere = await createFamily();
  await join(owner.userId, elsewhere, "owner");
  await join((await createPerson()).userId, elsewhere, "owner");
  const page = await openCheckout(owner, { tier: "family" });
  expect([200, 204]).toContain((await stop(second)).status);
  stripe.deliver = deliverEvent;
  const { subscription } = await stripe.store.pay(page);
  await workOffQueue();
  expect(stripe.store.get(subscription, "subscription")).toMatchObject({
    status: "active",
    cancel_at_period_end: true,
  });
  expect(await tierOf()).toBe("family");
  const titles = await notified();
  expect(titles.filter((title) => title === "Your family's plan needs a new card")).toHaveLength(1);
});

test("a neighbour's plan, and their pending payment, continues when a family is deleted", async () => {
  const neighbour = await createOwner();
  const theirs = await subscribe(neighbour);
  const about = await openCheckout(await createOwner(), { tier: "premium" });
  await subscribe(owner);
  stripe.deliver = deliverEvent;
  const json = { password: "correct horse battery" };
  const { status } = await call("DELETE", "/api/organization/current", { cookie: owner.cookie, json });
  expect(status).toBe(204);
  await workOffQueue();
  expect(stripe.store.get(theirs, "subscription").status).toBe("active");
  expect(stripe.store.get(about, "checkout.session").status).toBe("open");
  expect(await tierOf(neighbour.familyId)).toBe("family");
});

test("a plan continues when a relative who doesn't pay leaves, and when its payer leaves another family", async () => {
  const ours = await subscribe(owner);
  const relative = await createMember(owner.familyId);
  const payer = await createOwner();
  const theirs = await subscribe(payer);
  await join(payer.userId, owner.familyId, "owner");
  const guest = await openSession(payer.userId, owner.familyId);
  for (const { cookie } of [relative, guest]) {
    expect((await call("POST", "/api/organization/leave", { cookie })).status).toBe(204);
  }
  stripe.deliver = deliverEvent;
  await workOffQueue();
  for (const id of [ours, theirs]) {
    expect(stripe.store.get(id, "subscription")).toMatchObject({
      status: "active",
      cancel_at_period_end: false,
    });
  }
  expect(await notified()).not.toContain("Your family's plan needs a new card");
});

test("a second live subscription of a family ends immediately", async () => {
  const first = await subscribe(owner);
  // As if two pages had been paid at the same moment.
  const [row] = await db.billingCheckout.findMany({ select: { id: true, familyId: true, userId: true } });
  const { id } = await db.billingCheckout.create({
    data: {
      familyId: row?.familyId ?? null,
      userId: row?.userId ?? null,
      tier: "premium",
      interval: "month",
      amount: 999,
      expiresAt: new Date(),
    },
    select: { id: true },
  });
  const twin = stripe.store.keep("subscription", "sub", {
    ...structuredClone(stripe.store.get(first, "subscription")),
    id: "sub_twin",
    metadata: { kind: "plan", checkout: id },
  });
  await mustPostEvent(makeEvent("customer.subscription.created", twin));
  await workOffQueue();
  expect(stripe.store.get("sub_twin", "subscription").status).toBe("canceled");
  expect(stripe.store.get(first, "subscription").status).toBe("active");
  expect(await tierOf()).toBe("family");
});

test("a plan that is paid again before the end of the former one is reported is kept, without notifications", async () => {
  const first = await subscribe(owner);
  // The album can't be reached: the event isn't delivered.
  await stripe.store.end(first);
  const { length: undelivered } = stripe.events;
  const { subscription } = await stripe.store.pay(await openCheckout(owner, { tier: "family" }));
  for (const event of stripe.events.slice(undelivered)) await mustPostEvent(event);
  await workOffQueue();
  // Then what was missed arrives.
  for (const event of stripe.events.slice(0, undelivered)) await mustPostEvent(event);
  expect(stripe.store.get(subscription, "subscription").status).toBe("active");
  const account = await db.billingAccount.findUniqueOrThrow({
    where: { familyId: owner.familyId },
    select: { state: true, subscriptionId: true },
  });
  expect(account).toEqual({ state: "active", subscriptionId: subscription });
  expect(await tierOf()).toBe("family");
  expect(await notified()).toEqual(["Welcome to the Family Plan"]);
});

test("refunds, disputes and unknown events are accepted and change nothing", async () => {
  const id = await subscribe(owner);
  for (const type of ["charge.refunded", "charge.dispute.created", "payout.paid", "a.new.thing"]) {
    await mustPostEvent(makeEvent(type, { id: "obj_1", object: "charge", subscription: id }));
  }
  expect(await tierOf()).toBe("family");
});

test("a failed payment is notified once, the plan stays for 14 days and then ends", async () => {
  const { endGracePeriods } = await import("@/lib/shop/billing/server/tier-service");
  const id = await subscribe(owner);
  stripe.deliver = deliverEvent;
  await stripe.store.failPayment(id);
  expect(await tierOf()).toBe("family");
  expect(await notified()).toEqual([
    "Welcome to the Family Plan",
    "A payment for your plan didn't go through",
  ]);
  const { body } = await call("GET", "/api/billing", { cookie: owner.cookie });
  expect(body.subscription).toMatchObject({ state: "past_due", graceEndsAt: expect.any(String) });
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await endGracePeriods(days(13.9));
  expect(await tierOf()).toBe("family");
  await endGracePeriods(days(14.1));
  expect(await tierOf()).toBe("free");
  await stripe.store.payLate(id);
  expect(await tierOf()).toBe("family");
});
