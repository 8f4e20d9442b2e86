import { db } from "@/lib/db";
import type { OverviewDto } from "@/lib/operations/super-admin/schema";
import type { GiftOrderDto, GiftShopDto, OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";
import { refundGiftTask } from "@/lib/shop/gifts/server/refund-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  type Person,
} from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";
import { printable } from "@/tests/support/print-calls";
import { giveBalance, storeGiftOrder } from "@/tests/support/shop-calls";
import { deliverEvent, withTestStripe } from "@/tests/support/test-stripe";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

const stripe = await withTestStripe();
withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
let operator: Person;
beforeEach(async () => {
  stripe.deliver = deliverEvent;
  stripe.answer = () => null;
  refundsBefore = stripe.store.all("refund").length;
  owner = await createOwner();
  member = await createMember(owner.familyId);
  operator = await createPerson({ isSuperAdmin: true });
});

const path = "/api/super-admin/gift-orders";
const list = async () => (await call<OperatorGiftOrderDto[]>("GET", path, { cookie: operator.cookie })).body;
const step = (id: string, json: object, as: Person = operator) =>
  call<OperatorGiftOrderDto>("PATCH", `${path}/${id}`, { cookie: as.cookie, json });
const cancel = (id: string, as: Person = operator) =>
  call<OperatorGiftOrderDto>("POST", `${path}/${id}/cancel`, { cookie: as.cookie });
const balance = async () =>
  (await call<GiftShopDto>("GET", "/api/gift-shop/products", { cookie: member.cookie })).body.balance;
let refundsBefore = 0;
const refunds = () => stripe.store.all("refund").length - refundsBefore;
const mailsTo = async (email: string | null) =>
  (await writtenMessages()).filter(({ recipient }) => recipient === email).map(({ template }) => template);

/** Orders a mug for the member, who pays by card whatever their balance doesn't cover. */
async function paidMug(): Promise<string> {
  const { body } = await call<GiftOrderDto>("POST", "/api/gift-shop/orders", {
    cookie: member.cookie,
    json: {
      product: "mug",
      size: "330ml",
      pictures: [{ mediaId: await printable(member) }],
      shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA",
    },
  });
  const { checkoutId } = await db.giftOrder.findUniqueOrThrow({
    where: { id: body.id },
    select: { checkoutId: true },
  });
  await stripe.store.pay(checkoutId ?? "");
  return body.id;
}

test("a paid order reaches the operator by mail, page and figures, and none of the family's admins", async () => {
  const id = await paidMug();
  await storeGiftOrder(owner, { status: "awaiting_payment" });
  await storeGiftOrder(owner, { product: "gift-card", size: "25" });
  expect(await list()).toMatchObject([
    {
      id,
      status: "placed",
      familyName: "The Okafors",
      orderedBy: { username: member.username },
      pictureCount: 1,
      shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA",
      refund: "none",
    },
  ]);
  expect(JSON.stringify(await list())).not.toMatch(/mediaId|beach|checkoutUrl|"code"/);
  expect(await mailsTo(operator.email)).toEqual(["giftOrderToMake"]);
  expect(await mailsTo(member.email)).toEqual(["giftOrderPlaced"]);
  expect(await db.notification.count({ where: { userId: owner.userId } })).toBe(0);
  const overview = await call<OverviewDto>("GET", "/api/super-admin/overview", { cookie: operator.cookie });
  expect(overview.body.gifts).toEqual({ toMake: 1, underWay: 0, paidPence: 1300 });
});

test("the operator advances it step by step, never back, and the buyer gets a mail at each", async () => {
  const id = await paidMug();
  expect((await step(id, { status: "in_production" })).body.status).toBe("in_production");
  const trackingUrl = "https://post.example/parcel/1";
  expect((await step(id, { status: "dispatched", trackingUrl })).body).toMatchObject({
    status: "dispatched",
    trackingUrl,
  });
  expect((await step(id, { status: "dispatched" })).status).toBe(200);
  expect(await step(id, { status: "in_production" })).toMatchObject({
    status: 422,
    body: { code: "wrong_step", field: "status" },
  });
  await step(id, { status: "delivered" });
  expect((await mailsTo(member.email)).sort()).toEqual([
    "giftOrderDelivered",
    "giftOrderDispatched",
    "giftOrderInProduction",
    "giftOrderPlaced",
  ]);
  for (const wrong of [{}, { status: "lost" }, { trackingUrl: "javascript:alert(1)" }]) {
    expect((await step(id, wrong)).status).toBe(400);
  }
});

test("on cancellation the card is refunded and the balance restored, once", async () => {
  await giveBalance(member, 500);
  const id = await paidMug();
  expect(await balance()).toBe(0);
  const answers = await Promise.all([cancel(id), cancel(id), cancel(id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await cancel(id)).body).toMatchObject({ status: "cancelled", refund: "underWay" });
  expect(await balance()).toBe(500);
  await workOffQueue();
  await cancel(id);
  await workOffQueue();
  expect([refunds(), (await list())[0]?.refund, await balance()]).toEqual([1, "done", 500]);
  const mails = await writtenMessages();
  const receipts = mails.filter(({ template }) => template === "giftOrderCancelled");
  expect(receipts).toHaveLength(1);
  expect(receipts[0]?.text).toContain(
    "We'll refund £8 to the card you paid with, within a few days, and £5 to your balance in the gift shop.",
  );
});

test("mails and messages about money follow their reader's format", async () => {
  const write = (userId: string, locale: string) =>
    db.user.update({ where: { id: userId }, data: { settings: { locale } }, select: { id: true } });
  await write(member.userId, "en-SE");
  await write(operator.userId, "en-AT");
  await giveBalance(member, 550);
  await cancel(await paidMug());
  const mails = await writtenMessages();
  const textOf = (name: string) =>
    mails.find(({ template }) => template === name)?.text.replaceAll("\u00a0", " ") ?? "";
  expect(textOf("giftOrderToMake")).toContain("for £ 13.");
  expect(textOf("giftOrderCancelled")).toContain("Hello Somebody,");
  expect(textOf("giftOrderCancelled")).toContain(
    "We'll refund 7,50 £ to the card you paid with, within a few days, and 5,50 £ to your balance",
  );
});

test("a refund that the provider can't make yet is retried; one that it refuses is shown", async () => {
  const id = await paidMug();
  stripe.answer = (method, asked) =>
    method === "POST" && asked.endsWith("/refunds")
      ? { status: 402, json: { error: { type: "card_error", message: "Insufficient funds" } } }
      : null;
  await cancel(id);
  await workOffQueue();
  expect((await list())[0]).toMatchObject({ refund: "failing", refundError: "Insufficient funds" });
  stripe.answer = () => null;
  await cancel(id);
  await hurryQueue();
  await workOffQueue();
  expect([refunds(), (await list())[0]?.refund]).toEqual([1, "done"]);
});

test("a refund queued by an earlier version, with only the order's id, is made", async () => {
  const id = await paidMug();
  await db.giftOrder.update({ where: { id }, data: { status: "cancelled" }, select: { id: true } });
  await refundGiftTask.enqueue({ orderId: id });
  await workOffQueue();
  expect([refunds(), (await list())[0]?.refund]).toEqual([1, "done"]);
});

test("a sent order can't be cancelled any more", async () => {
  const id = await paidMug();
  await step(id, { status: "dispatched" });
  expect(await cancel(id)).toMatchObject({ status: 409, body: { code: "too_late" } });
  expect((await list())[0]).toMatchObject({ status: "dispatched", refund: "none" });
});

test("the family's owner, admins and members can't do any of it, nor can visitors", async () => {
  const id = await paidMug();
  for (const as of [owner, member]) {
    const answers = [
      await call("GET", path, { cookie: as.cookie }),
      await step(id, { status: "dispatched" }, as),
      await cancel(id, as),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  }
  expect((await call("GET", path)).status).toBe(401);
  for (const missing of ["nonsense", "01900000-0000-7000-8000-000000000009"]) {
    expect((await step(missing, { status: "dispatched" })).status).toBe(404);
    expect((await cancel(missing)).status).toBe(404);
  }
  // A gift card is delivered with its mail.
  const card = await storeGiftOrder(owner, { product: "gift-card", size: "25" });
  expect((await cancel(card)).status).toBe(404);
});
