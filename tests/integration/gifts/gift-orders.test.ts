import { removeFamily } from "@/lib/album/uploads/server/family-removal-service";
import { db } from "@/lib/db";
import type { GiftOrderStatus } from "@/lib/generated/prisma/enums";
import type { GiftOrderDto, GiftShopDto } from "@/lib/shop/gifts/schema";
import { dropUnpaidOrders } from "@/lib/shop/gifts/server/order-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  testPassword,
} from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";
import { printable } from "@/tests/support/print-calls";
import { giveBalance, operatorVoucher } from "@/tests/support/shop-calls";
import { makeEvent } from "@/tests/support/stripe-server";
import { deliverEvent, mustPostEvent, postEvent, withTestStripe } from "@/tests/support/test-stripe";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

const stripe = await withTestStripe();
withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  stripe.deliver = deliverEvent;
  stripe.events.length = 0;
  stripe.answer = () => null;
  owner = await createOwner();
});

const shippingAddress = "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA";
type Answer = GiftOrderDto & { field?: string; message?: string };
const mug = async (as = owner) => ({
  product: "mug",
  size: "330ml",
  pictures: [{ mediaId: await printable(as), crop: { x: 0, y: 0, width: 0.5, height: 0.5 } }],
  shippingAddress,
});
const order = (json: object, as = owner, headers = {}) =>
  call<Answer>("POST", "/api/gift-shop/orders", { cookie: as.cookie, json, headers });
const list = async (as = owner) =>
  (await call<GiftOrderDto[]>("GET", "/api/gift-shop/orders", { cookie: as.cookie })).body;
const balance = async (as = owner) =>
  (await call<GiftShopDto>("GET", "/api/gift-shop/products", { cookie: as.cookie })).body.balance;
const cancel = (id: string, as = owner) =>
  call<Answer>("POST", `/api/gift-shop/orders/${id}/cancel`, { cookie: as.cookie });
const sessionOf = async (id: string) =>
  (await db.giftOrder.findUniqueOrThrow({ where: { id }, select: { checkoutId: true } })).checkoutId ?? "";
const pay = async (id: string) => stripe.store.pay(await sessionOf(id));
const notified = async (as: FamilyPerson) =>
  (await db.notification.findMany({ where: { userId: as.userId }, select: { message: true } })).map(
    ({ message }) => message,
  );

describe("A gift", () => {
  test("is ordered at the server's price, paid at the provider, and then placed", async () => {
    const nana = await createMember(owner.familyId);
    const { status, body } = await order({ ...(await mug(nana)), quantity: 2, total: 1, price: 1 }, nana);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "awaiting_payment",
      total: 2600,
      fromBalance: 0,
      quantity: 2,
      paidAt: null,
    });
    expect(body.checkoutUrl).toContain(stripe.url);
    const { fields } = stripe.requests.findLast(({ path }) => path === "/v1/checkout/sessions") ?? {
      fields: {},
    };
    expect(fields).toMatchObject({ mode: "payment", metadata: { kind: "gift", orderId: body.id } });
    expect(JSON.stringify(fields)).not.toContain("Garden Lane");
    expect(await notified(owner)).toEqual([]);
    await pay(body.id);
    expect(await list(nana)).toMatchObject([{ id: body.id, status: "placed", checkoutUrl: null }]);
    expect(await notified(nana)).toEqual(["Mug, 330 ml: it is paid for, and we'll make it for you."]);
    // Who makes it is the operator's business, not the family's.
    expect(await notified(owner)).toEqual([]);
  });

  test("reported paid twice is placed once", async () => {
    const { body } = await order(await mug());
    await pay(body.id);
    const [event] = stripe.events.filter(({ type }) => type === "checkout.session.completed");
    if (!event) throw new Error("Nothing was told");
    await Promise.all(Array.from({ length: 10 }, () => postEvent(event)));
    expect(await notified(owner)).toHaveLength(1);
  });

  test("is placed only on the provider's word", async () => {
    const { body } = await order(await mug());
    const session = stripe.store.get(await sessionOf(body.id), "checkout.session");
    const event = makeEvent("checkout.session.completed", { ...session, payment_status: "paid" });
    expect((await postEvent({ ...event, signature: "t=1,v1=00" })).status).toBe(400);
    await call("GET", `/gift-shop?paid=${body.id}`, { cookie: owner.cookie }).catch(() => null);
    expect(await list()).toMatchObject([{ status: "awaiting_payment" }]);
  });

  test("a repeated request with its key is one order and one payment page", async () => {
    const json = await mug();
    const headers = { "Idempotency-Key": "one-mug" };
    const first = await order(json, owner, headers);
    expect((await order(json, owner, headers)).body).toEqual(first.body);
    expect(await db.giftOrder.count()).toBe(1);
  });

  test("whose payment page expires is cancelled, and its balance is restored", async () => {
    await giveBalance(owner, 500);
    const { body } = await order(await mug());
    expect(body).toMatchObject({ total: 1300, fromBalance: 500 });
    expect(await balance()).toBe(0);
    await stripe.store.expireSession(await sessionOf(body.id));
    expect(await list()).toMatchObject([{ status: "cancelled" }]);
    expect(await balance()).toBe(500);
  });

  test("can be cancelled while it is unpaid, once, and not afterwards", async () => {
    await giveBalance(owner, 500);
    const { body } = await order(await mug());
    expect((await cancel(body.id)).body).toMatchObject({ status: "cancelled", checkoutUrl: null });
    expect((await cancel(body.id)).status).toBe(200);
    expect(await balance()).toBe(500);
    const second = await order(await mug());
    await pay(second.body.id);
    expect(await cancel(second.body.id)).toMatchObject({ status: 409, body: { code: "too_late" } });
    expect(await balance()).toBe(0);
  });

  test("paid at the moment it was cancelled becomes a balance, once", async () => {
    const { body } = await order(await mug());
    const id = await sessionOf(body.id);
    const session = {
      ...stripe.store.get(id, "checkout.session"),
      payment_status: "paid",
      status: "complete",
    };
    await cancel(body.id);
    for (const name of ["checkout.session.completed", "checkout.session.async_payment_succeeded"]) {
      await mustPostEvent(makeEvent(name, session));
    }
    expect(await list()).toMatchObject([{ status: "cancelled" }]);
    expect(await balance()).toBe(1300);
  });

  test("paid at the moment it was cancelled is refunded if its customer's account is deleted", async () => {
    const nana = await createMember(owner.familyId);
    const { body } = await order(await mug(nana), nana);
    const session = stripe.store.get(await sessionOf(body.id), "checkout.session");
    await cancel(body.id, nana);
    const json = { password: testPassword };
    expect((await call("DELETE", "/api/user", { cookie: nana.cookie, json })).status).toBe(204);
    Object.assign(session, { payment_status: "paid", status: "complete", payment_intent: "pi_late" });
    await mustPostEvent(makeEvent("checkout.session.completed", session));
    await workOffQueue();
    const refunded = stripe.store.all("refund").map(({ payment_intent }) => payment_intent);
    expect(refunded).toContain("pi_late");
  });

  test("whose payment was never reported is dropped after a day", async () => {
    const { body } = await order(await mug());
    expect(await dropUnpaidOrders()).toBe(0);
    expect(await dropUnpaidOrders(new Date(Date.now() + 26 * 3_600_000))).toBe(1);
    expect(await list()).toMatchObject([{ id: body.id, status: "cancelled" }]);
  });

  test("that the provider refuses is not ordered", async () => {
    await giveBalance(owner, 500);
    stripe.answer = (_, path) =>
      path.startsWith("/v1/checkout")
        ? { status: 400, json: { error: { type: "invalid_request_error", message: "No" } } }
        : null;
    expect((await order(await mug())).status).toBeGreaterThanOrEqual(500);
    expect(await list()).toMatchObject([{ status: "cancelled" }]);
    expect(await balance()).toBe(500);
  });
});

describe("A balance", () => {
  test("from a voucher pays a gift without a card", async () => {
    const { code } = await operatorVoucher({ kind: "amount_off", amount: 2000 });
    await call("POST", "/api/vouchers/redeem", { cookie: owner.cookie, json: { code } });
    const { body } = await order(await mug());
    expect(body).toMatchObject({ status: "placed", total: 1300, fromBalance: 1300, checkoutUrl: null });
    expect(await balance()).toBe(700);
  });

  test("pays for as many of ten simultaneous orders as it covers", async () => {
    await giveBalance(owner, 3000);
    const json = await mug();
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(json)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const spent = answers.reduce((sum, { body }) => sum + body.fromBalance, 0);
    expect(spent).toBe(3000);
    expect(await balance()).toBe(0);
  });

  test("never leaves less to pay than a card can be charged", async () => {
    await giveBalance(owner, 1290);
    expect((await order(await mug())).body).toMatchObject({ total: 1300, fromBalance: 1270 });
  });

  test("can be left unused", async () => {
    await giveBalance(owner, 5000);
    expect((await order({ ...(await mug()), useBalance: false })).body).toMatchObject({ fromBalance: 0 });
  });
});

describe("A gift card", () => {
  const card = {
    product: "gift-card",
    size: "25",
    giftEmail: "Zoe@Example.org",
    giftMessage: "Happy birthday!",
  };

  test("has a code once it is paid, mailed once, for anyone who has it", async () => {
    const { body } = await order(card);
    expect(body).toMatchObject({ total: 2500, code: null, shippingAddress: null });
    expect(await db.voucher.count()).toBe(0);
    await pay(body.id);
    const [bought] = await list();
    expect(bought).toMatchObject({ status: "delivered", giftEmail: "zoe@example.org" });
    const mails = await writtenMessages();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.recipient).toBe("zoe@example.org");
    expect(mails[0]?.text).toContain(bought?.code);
    expect(mails[0]?.text).toContain("Happy birthday!");
    const elsewhere = await createOwner();
    const redeem = () =>
      call("POST", "/api/vouchers/redeem", { cookie: elsewhere.cookie, json: { code: bought?.code } });
    expect((await redeem()).status).toBe(200);
    expect((await redeem()).status).toBe(409);
    expect(await balance(elsewhere)).toBe(2500);
    // Its code is the buyer's: the family's admins don't see it among their vouchers.
    expect((await call("GET", "/api/admin/vouchers", { cookie: owner.cookie })).body).toEqual([]);
  });

  test("is bought by card, not with a balance", async () => {
    await giveBalance(owner, 9000);
    expect((await order(card)).body).toMatchObject({ fromBalance: 0, status: "awaiting_payment" });
    expect(await order({ ...card, quantity: 2 })).toMatchObject({ status: 400, body: { field: "quantity" } });
  });
});

describe("When a family is deleted", () => {
  let neighbour: FamilyPerson;
  beforeEach(async () => {
    neighbour = await createOwner();
  });

  const deleteFamily = async (as = owner) => {
    const json = { password: testPassword };
    const { status } = await call("DELETE", "/api/organization/current", { cookie: as.cookie, json });
    expect(status).toBe(204);
  };
  /** As the queue does, before any other job. */
  const removeRows = async () => {
    await removeFamily(owner.familyId);
    expect(await db.giftOrder.count({ where: { familyId: owner.familyId } })).toBe(0);
  };
  const spendable = async ({ userId }: FamilyPerson) =>
    (await db.giftCredit.aggregate({ where: { userId }, _sum: { pence: true } }))._sum.pence ?? 0;
  const refunds = (session: string) =>
    stripe.store.all("refund").filter((refund) => refund.payment_intent === `pi_${session}`).length;
  /** A mug paid with 5 pounds of a balance and, by card, the rest. */
  async function paidMug(as: FamilyPerson, status: GiftOrderStatus = "placed") {
    await giveBalance(as, 500);
    const { id } = (await order(await mug(as), as)).body;
    await pay(id);
    await db.giftOrder.update({ where: { id }, data: { status }, select: { id: true } });
    return { id, session: await sessionOf(id) };
  }
  const refuseRefunds = () => {
    stripe.answer = (method, path) =>
      method === "POST" && path.endsWith("/refunds")
        ? { status: 402, json: { error: { type: "card_error", message: "Insufficient funds" } } }
        : null;
  };

  test("gifts that were not sent yet are refunded to card and balance, and their customers get a mail", async () => {
    const nana = await createMember(owner.familyId);
    const late = await createMember(owner.familyId);
    const placed = await paidMug(owner);
    const inProduction = await paidMug(nana, "in_production");
    const sent = await paidMug(late, "dispatched");
    const theirs = await paidMug(neighbour);
    await deleteFamily();
    await removeRows();
    await workOffQueue();
    expect([placed, inProduction, sent, theirs].map(({ session }) => refunds(session))).toEqual([1, 1, 0, 0]);
    const balances = await Promise.all([owner, nana, late, neighbour].map(spendable));
    expect(balances).toEqual([500, 500, 0, 0]);
    expect(await list(neighbour)).toMatchObject([{ id: theirs.id, status: "placed" }]);
    const mails = (await writtenMessages()).filter(({ template }) => template === "giftOrderCancelled");
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([owner.email, nana.email].sort());
    expect(mails[0]?.text).toContain(
      "£8 to the card you paid with, within a few days, and £5 to your balance",
    );
  });

  test("unpaid gifts return their balance, and their pages can't be paid any more", async () => {
    const people = [owner, neighbour];
    for (const person of people) {
      await giveBalance(person, 500);
      await order(await mug(person), person);
    }
    const [mine, theirs] = await Promise.all(
      people.map(async (person) => sessionOf((await list(person))[0]?.id ?? "")),
    );
    await deleteFamily();
    await removeRows();
    await workOffQueue();
    const state = (session = "") => stripe.store.get(session, "checkout.session").status;
    expect([state(mine), state(theirs)]).toEqual(["expired", "open"]);
    expect([await spendable(owner), await spendable(neighbour)]).toEqual([500, 0]);
  });

  test.each([
    ["after", false],
    ["before", true],
  ])(
    "a page paid at that moment is refunded, with its payment reported %s the order is gone",
    async (_, isEarly) => {
      await giveBalance(owner, 500);
      const { id } = (await order(await mug())).body;
      const session = await sessionOf(id);
      await deleteFamily();
      stripe.deliver = null;
      await pay(id);
      if (!isEarly) await removeRows();
      for (const event of stripe.events) await mustPostEvent(event);
      if (isEarly) await removeRows();
      await workOffQueue();
      expect([refunds(session), await spendable(owner)]).toEqual([1, 500]);
    },
  );

  test("a page that has expired unpaid needs no refund", async () => {
    const { id } = (await order(await mug())).body;
    stripe.deliver = null;
    await stripe.store.expireSession(await sessionOf(id));
    await deleteFamily();
    await workOffQueue();
    const failed = db.$queryRaw`
      SELECT last_error FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL`;
    expect(await failed).toEqual([]);
  });

  test("with the account of its only member, the card is still refunded", async () => {
    const { session } = await paidMug(owner);
    const json = { password: testPassword };
    expect((await call("DELETE", "/api/user", { cookie: owner.cookie, json })).status).toBe(204);
    await removeRows();
    await workOffQueue();
    expect([refunds(session), await db.giftCredit.count()]).toEqual([1, 0]);
  });

  test("a refund that was under way, or that the provider refused, is still made", async () => {
    const operator = await createPerson({ isSuperAdmin: true });
    const [first, second] = [await paidMug(owner), await paidMug(owner)];
    const end = (id: string) =>
      call("POST", `/api/super-admin/gift-orders/${id}/cancel`, { cookie: operator.cookie });
    refuseRefunds();
    await end(first.id);
    await workOffQueue();
    await end(second.id);
    await deleteFamily();
    await removeRows();
    await workOffQueue();
    expect([refunds(first.session), refunds(second.session)]).toEqual([0, 0]);
    stripe.answer = () => null;
    await hurryQueue();
    await workOffQueue();
    expect([refunds(first.session), refunds(second.session)]).toEqual([1, 1]);
    expect(await spendable(owner)).toBe(1000);
  });
});

test.each([
  [{ product: "yacht" }, "product"],
  [{ size: "60x40" }, "size"],
  [{ quantity: 0 }, "quantity"],
  [{ quantity: 11 }, "quantity"],
  [{ pictures: [] }, "pictures"],
  [{ product: "photo-book", size: "21x21" }, "pictures"],
  [{ product: "gift-card", size: "25", pictures: [], giftEmail: "nobody" }, "giftEmail"],
])("an order with %j is refused at %s", async (change, field) => {
  expect(await order({ ...(await mug()), ...change })).toMatchObject({ status: 400, body: { field } });
  expect(await db.giftOrder.count()).toBe(0);
});

test("without an address nothing is ordered", async () => {
  const { shippingAddress: _, ...json } = await mug();
  expect(await order(json)).toMatchObject({
    status: 422,
    body: { code: "address_required", addressRequired: true },
  });
});

test("another family's picture and someone else's order are not found", async () => {
  const other = await createOwner();
  expect((await order(await mug(other))).status).toBe(404);
  const { body } = await order(await mug());
  const see = (as: FamilyPerson) => call("GET", `/api/gift-shop/orders/${body.id}`, { cookie: as.cookie });
  expect((await see(other)).status).toBe(404);
  expect((await see(await createMember(owner.familyId))).status).toBe(404);
  expect((await cancel(body.id, other)).status).toBe(404);
  expect((await see(owner)).status).toBe(200);
});

test("a photo book preserves its pictures' order, and each above twenty costs more", async () => {
  await giveBalance(owner, 10_000);
  const ids: string[] = [];
  for (let index = 0; index < 22; index++) ids.push(await printable(owner));
  const { body } = await order({
    product: "photo-book",
    size: "21x21",
    pictures: ids.map((mediaId) => ({ mediaId })),
    shippingAddress,
  });
  expect(body).toMatchObject({ status: "placed", total: 2900 + 2 * 70 });
  expect(body.pictures.map(({ mediaId }) => mediaId)).toEqual(ids);
});
