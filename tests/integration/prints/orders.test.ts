import { db } from "@/lib/db";
import { monthStart } from "@/lib/shared/calendar-month";
import type {
  AdminPrintOrderDto,
  BasketItemDto,
  PrintOrderDto,
  ReorderAnswer,
} from "@/lib/shop/prints/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, join } from "@/tests/support/factories";
import { writtenMessages } from "@/tests/support/outbox";
import {
  letOrdersGo,
  printable,
  storeBasketItem,
  storeHeldOrder,
  storePrintOrder,
} from "@/tests/support/print-calls";

withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

async function order(
  as: FamilyPerson,
  values: Parameters<typeof storeBasketItem>[1] = {},
): Promise<PrintOrderDto> {
  await storeBasketItem(as, values);
  const json = { shippingAddress: "1 Garden Lane, Leeds" };
  const answer = await call<{ orders: PrintOrderDto[] }>("POST", "/api/print/basket/checkout", {
    cookie: as.cookie,
    json,
  });
  await letOrdersGo();
  return { ...(answer.body.orders[0] as PrintOrderDto), undoMs: 0, updatedAt: expect.any(String) };
}
const patch = (id: string, json: object, as = owner) =>
  call<AdminPrintOrderDto>("PATCH", `/api/admin/print-orders/${id}`, { cookie: as.cookie, json });
const list = async (as: FamilyPerson) =>
  (await call<PrintOrderDto[]>("GET", "/api/print-orders", { cookie: as.cookie })).body;
const notified = (userId: string) =>
  db.notification.findMany({ where: { userId, kind: "printOrder" }, select: { message: true, url: true } });

test("people see their own orders, admins everyone's with who ordered", async () => {
  const mine = await order(member);
  expect(await list(member)).toEqual([mine]);
  expect(await list(owner)).toEqual([]);
  const { undoMs: _, ...forAdmins } = mine;
  const all = await call<AdminPrintOrderDto[]>("GET", "/api/admin/print-orders", { cookie: owner.cookie });
  expect(all.body).toEqual([
    {
      ...forAdmins,
      orderedBy: { userId: member.userId, username: member.username, displayName: "Somebody" },
      viewedAt: null,
      fulfilment: {
        packageMadeAt: null,
        packageBytes: null,
        problems: [],
        sendState: "none",
        sendError: null,
        providerReference: null,
      },
    },
  ]);
  expect((await call("GET", `/api/print-orders/${mine.id}`, { cookie: owner.cookie })).status).toBe(404);
  expect((await call("GET", `/api/print-orders/${mine.id}`, { cookie: member.cookie })).body).toEqual(mine);
});

test("admins are notified of a new order, and it counts until they have seen it", async () => {
  const count = async () =>
    (await call("GET", "/api/admin/print-orders/unviewed-count", { cookie: owner.cookie })).body;
  expect(await count()).toBe(0);
  await order(member, { quantity: 2 });
  expect(await notified(owner.userId)).toEqual([
    { message: "Somebody ordered 2 prints.", url: "/admin-print-orders" },
  ]);
  expect(await notified(member.userId)).toEqual([{ message: "Your order is placed.", url: "/print-orders" }]);
  expect(await count()).toBe(1);
  await call("POST", "/api/admin/print-orders/mark-viewed", { cookie: owner.cookie });
  expect(await count()).toBe(0);
});

test("an order moves step by step, never back, and its owner is notified at each", async () => {
  const { id } = await order(member);
  expect(await patch(id, { status: "in_production" })).toMatchObject({
    status: 200,
    body: { status: "in_production" },
  });
  const trackingUrl = "https://post.example/parcel/1";
  expect(await patch(id, { status: "dispatched", trackingUrl })).toMatchObject({
    body: { status: "dispatched", trackingUrl },
  });
  for (const status of ["placed", "in_production", "cancelled"]) {
    expect(await patch(id, { status })).toMatchObject({ status: 422, body: { field: "status" } });
  }
  expect((await patch(id, { status: "dispatched" })).status).toBe(200);
  await patch(id, { status: "delivered" });
  expect((await notified(member.userId)).map(({ message }) => message).sort()).toEqual([
    "Your order has been delivered.",
    "Your order is being printed.",
    "Your order is on its way to you.",
    "Your order is placed.",
  ]);
  const mails = await db.outboxMessage.findMany({
    where: { recipient: member.email },
    select: { template: true, subject: true, text: true },
    orderBy: { createdAt: "asc" },
  });
  expect(mails.map(({ template }) => template)).toEqual([
    "printOrderPlaced",
    "printOrderInProduction",
    "printOrderDispatched",
    "printOrderDelivered",
  ]);
  const { number } = await db.printOrder.findUniqueOrThrow({ where: { id }, select: { number: true } });
  expect(mails[2]).toMatchObject({ subject: `Your print order ${number} is on its way` });
  expect(mails[2]?.text).toContain(`Track parcel:\n${trackingUrl}`);
  expect(mails[2]?.text).toContain("1 Garden Lane, Leeds");
  for (const wrong of [
    { trackingUrl: "javascript:alert(1)" },
    { trackingUrl: "parcel" },
    { status: "lost" },
    {},
  ]) {
    expect((await patch(id, wrong)).status).toBe(400);
  }
});

test("an order cancelled by an admin gives its prints back", async () => {
  const { id } = await order(member, { quantity: 2 });
  await patch(id, { status: "cancelled" });
  const { body } = await call("GET", "/api/user/quota", { cookie: member.cookie });
  expect(body).toMatchObject({ remaining: 5, order: null });
});

test("an order of an earlier month is cancelled without promising prints that have ended", async () => {
  const cancelled = async (month: Date) => {
    const { id, number } = await order(member);
    await db.printOrder.updateMany({ where: { id }, data: { month, placedAt: month } });
    await db.printCredit.updateMany({ where: { orderId: id }, data: { month } });
    await patch(id, { status: "cancelled" });
    const title = `Print order ${number}`;
    const { message } = await db.notification.findFirstOrThrow({
      where: { userId: member.userId, title, message: { contains: "cancelled" } },
    });
    const subject = `Your print order ${number} is cancelled`;
    const [mail] = await writtenMessages({ recipient: member.email, subject });
    return [message, mail?.text];
  };
  const ended = "The free prints of January have ended.";
  expect(await cancelled(new Date("2026-01-01"))).toEqual([
    `Your order was cancelled. ${ended}`,
    expect.stringContaining(`Nothing will be printed. ${ended}`),
  ]);
  const back = "You get the prints back.";
  expect(await cancelled(monthStart(new Date()))).toEqual([
    `Your order was cancelled. ${back}`,
    expect.stringContaining(`Nothing will be printed. ${back}`),
  ]);
});

test("prints from vouchers come back from a cancelled order of an earlier month, and the messages say how many", async () => {
  const { userId, familyId } = member;
  const cancelled = async (quantity: number, fromVouchers: number) => {
    const data = { userId, familyId, kind: "voucher", prints: fromVouchers } as const;
    await db.printCredit.create({ data, select: { id: true } });
    const { id, number } = await order(member, { quantity });
    const month = new Date("2026-01-01");
    await db.printOrder.updateMany({ where: { id }, data: { month, placedAt: month } });
    await db.printCredit.updateMany({ where: { userId, month: { not: null } }, data: { month } });
    await call("POST", `/api/print-orders/${id}/cancel`, { cookie: member.cookie });
    const title = `Print order ${number}`;
    const { message } = await db.notification.findFirstOrThrow({
      where: { userId, title, message: { contains: "cancelled" } },
    });
    const subject = `Your print order ${number} is cancelled`;
    const [mail] = await writtenMessages({ recipient: member.email, subject });
    return [message, mail?.text];
  };
  const some = "The free prints of January have ended. You get back 2 prints from vouchers.";
  expect(await cancelled(7, 2)).toEqual([
    `Your order was cancelled. ${some}`,
    expect.stringContaining(`Nothing will be printed. ${some}`),
  ]);
  const { body } = await call("GET", "/api/user/quota", { cookie: member.cookie });
  expect(body).toMatchObject({ voucherPrints: 2 });
  // This month's free prints are given away, so all prints of the next order are from vouchers.
  const given = { userId, familyId, month: monthStart(new Date()) };
  await db.printCredit.createMany({
    data: [
      { ...given, kind: "grant", prints: 5 },
      { ...given, kind: "voucher", prints: -5 },
    ],
  });
  expect(await cancelled(3, 1)).toEqual([
    "Your order was cancelled. You get the prints back.",
    expect.stringContaining("Nothing will be printed. You get the prints back."),
  ]);
});

test("someone who switched off print orders gets neither notification nor mail", async () => {
  const settings = { notifications: { printOrder: false } };
  await call("PUT", "/api/user-settings", { cookie: member.cookie, json: settings });
  await order(member);
  expect(await notified(member.userId)).toEqual([]);
  expect(await db.outboxMessage.count({ where: { recipient: member.email } })).toBe(0);
});

test("someone who cancels an order gets a receipt, and the admins are notified once", async () => {
  const { id, number } = await order(member);
  const cancel = () => call("POST", `/api/print-orders/${id}/cancel`, { cookie: member.cookie });
  expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 200]);
  const messages = (await notified(owner.userId)).map(({ message }) => message);
  expect(messages).toContain("Somebody cancelled it. Please don't print it.");
  expect(messages).toHaveLength(2);
  const subject = `Your print order ${number} is cancelled`;
  expect(await db.outboxMessage.count({ where: { recipient: member.email, subject } })).toBe(1);
});

test("cancelling and sending to the lab at the same moment results in one of the two", async () => {
  const { id } = await order(member);
  const cancel = call("POST", `/api/print-orders/${id}/cancel`, { cookie: member.cookie });
  const [cancelled, sent] = await Promise.all([cancel, patch(id, { status: "in_production" })]);
  const { status } = await db.printOrder.findUniqueOrThrow({ where: { id }, select: { status: true } });
  expect([cancelled.status, sent.status]).toEqual(status === "cancelled" ? [200, 422] : [409, 200]);
});

test("ordering again fills the basket with what still exists, as far as prints remain", async () => {
  const kept = await printable(member);
  const gone = await printable(member);
  await storeBasketItem(member, { mediaId: gone });
  const { id } = await order(member, { mediaId: kept, quantity: 3 });
  const again = () =>
    call<ReorderAnswer>("POST", `/api/print-orders/${id}/reorder`, { cookie: member.cookie });
  expect((await again()).body).toEqual({ success: true, added: 0, skipped: 2 });
  await call("POST", `/api/print-orders/${id}/cancel`, { cookie: member.cookie });
  await call("DELETE", `/api/media/${gone}`, { cookie: owner.cookie });
  expect((await again()).body).toEqual({ success: true, added: 3, skipped: 1 });
  expect((await again()).body).toEqual({ success: true, added: 2, skipped: 1 });
  const items = await db.basketItem.findMany({ select: { mediaId: true, quantity: true } });
  expect(items.filter(({ mediaId }) => mediaId === kept)).toEqual([{ mediaId: kept, quantity: 5 }]);
});

test("ordering again keeps the chosen part of each picture", async () => {
  const crop = { cropX: 0.1, cropY: 0.2, cropWidth: 0.6, cropHeight: 0.6 };
  const mediaId = await printable(member);
  const itemId = await storeBasketItem(member, { mediaId });
  await db.basketItem.update({ where: { id: itemId }, data: crop, select: { id: true } });
  const { id } = await order(member);
  await call("POST", `/api/print-orders/${id}/cancel`, { cookie: member.cookie });
  await call("POST", `/api/print-orders/${id}/reorder`, { cookie: member.cookie });
  const { body } = await call<BasketItemDto[]>("GET", "/api/basket/items", { cookie: member.cookie });
  const chosen = { x: 0.1, y: 0.2, width: 0.6, height: 0.6 };
  expect(body.map((item) => [item.media_id === mediaId, item.crop])).toEqual(
    expect.arrayContaining([
      [true, chosen],
      [false, null],
    ]),
  );
});

describe("a relative's orders, and one's own in another family", () => {
  let elsewhere: FamilyPerson;
  let others: string[];
  beforeEach(async () => {
    const cousin = await createOwner();
    await join(member.userId, cousin.familyId, "member");
    elsewhere = { ...member, familyId: cousin.familyId };
    others = [];
    for (const person of [owner, elsewhere]) {
      others.push(await storePrintOrder(person), await storeHeldOrder(person));
      await storeBasketItem(person, { quantity: 5 });
    }
  });
  const rows = async () => ({
    orders: await db.printOrder.findMany({ where: { id: { in: others } }, orderBy: { id: "asc" } }),
    items: await db.printOrderItem.findMany({ where: { orderId: { in: others } }, orderBy: { id: "asc" } }),
    baskets: await db.basketItem.findMany({ orderBy: { id: "asc" } }),
    notifications: await db.notification.count(),
    credits: await db.printCredit.count(),
  });

  test("are not found: can't be seen, cancelled, undone or ordered again", async () => {
    const before = await rows();
    expect(await list(member)).toEqual([]);
    for (const id of others) {
      const asked = { cookie: member.cookie };
      const answers = [
        await call("GET", `/api/print-orders/${id}`, asked),
        await call("POST", `/api/print-orders/${id}/cancel`, asked),
        await call("POST", `/api/print-orders/${id}/undo`, asked),
        await call("POST", `/api/print-orders/${id}/reorder`, asked),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    expect(await rows()).toEqual(before);
  });

  test("leave all the room in the basket for what is ordered again", async () => {
    const id = await storePrintOrder(member);
    const { body } = await call("POST", `/api/print-orders/${id}/reorder`, { cookie: member.cookie });
    expect(body).toEqual({ success: true, added: 2, skipped: 0 });
  });
});

test("the admin of another family can't move an order on, nor set its tracking link", async () => {
  const id = await storePrintOrder(member);
  const read = () => db.printOrder.findUniqueOrThrow({ where: { id } });
  const before = await read();
  const stranger = await createOwner();
  for (const json of [
    { status: "in_production" },
    { status: "cancelled" },
    { trackingUrl: "https://x.example" },
  ]) {
    expect((await patch(id, json, stranger)).status).toBe(404);
  }
  expect(await read()).toEqual(before);
});

test("orders outlive the pictures and the account they came from", async () => {
  const mediaId = await printable(member);
  const { id } = await order(member, { mediaId });
  await db.media.deleteMany({ where: { id: mediaId } });
  await db.user.delete({ where: { id: member.userId }, select: { id: true } });
  const { body } = await call<AdminPrintOrderDto[]>("GET", "/api/admin/print-orders", {
    cookie: owner.cookie,
  });
  expect(body).toMatchObject([{ id, orderedBy: null, items: [{ mediaId: null, quantity: 1 }] }]);
});
