import { db } from "@/lib/db";
import type { BasketItemDto, PrintOrderDto, QuotaDto } from "@/lib/shop/prints/schema";
import { refreshPrintOrders } from "@/lib/shop/prints/server/callback-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { ledgerBreaches } from "@/tests/support/ledger-breaches";
import { letOrdersGo, storeBasketItem } from "@/tests/support/print-calls";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

async function checkOut(as = member): Promise<PrintOrderDto> {
  const { body } = await call<{ orders: PrintOrderDto[] }>("POST", "/api/print/basket/checkout", {
    cookie: as.cookie,
    json: { shippingAddress: "1 Garden Lane, Leeds" },
  });
  return body.orders[0] as PrintOrderDto;
}
const undo = (id: string, as = member, headers = {}) =>
  call<{ success: true; items: BasketItemDto[] }>("POST", `/api/print-orders/${id}/undo`, {
    cookie: as.cookie,
    headers,
  });
const basket = async (as = member) =>
  (await call<BasketItemDto[]>("GET", "/api/basket/items", { cookie: as.cookie })).body;
const quota = async (as = member) =>
  (await call<QuotaDto>("GET", "/api/user/quota", { cookie: as.cookie })).body;
const endTheWait = () =>
  db.$executeRaw`UPDATE "PrintOrder" SET "heldUntil" = now() WHERE "heldUntil" IS NOT NULL`;
const countNotified = () => db.notification.count({ where: { kind: "printOrder" } });
const mails = () => db.outboxMessage.count({ where: { template: { startsWith: "printOrder" } } });
const jobs = (task: string) =>
  db.$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier = ${task}`;

test("undoing an order leaves no trace of it: basket, crop, order and free prints", async () => {
  const first = await storeBasketItem(member, { quantity: 2, size: "5x7" });
  await storeBasketItem(member);
  await call("PATCH", `/api/basket/items/${first}`, {
    cookie: member.cookie,
    json: { crop: { x: 0.1, y: 0, width: 0.5, height: 0.5 }, finish: "Matte" },
  });
  await db.printCredit.create({
    data: { userId: member.userId, familyId: member.familyId, kind: "voucher", prints: 4 },
    select: { id: true },
  });
  const before = [await basket(), await quota()];
  const { id, undoMs } = await checkOut();
  expect(undoMs).toBeGreaterThan(20_000);
  expect(undoMs).toBeLessThanOrEqual(31_000);
  expect(await basket()).toEqual([]);
  const answer = await undo(id);
  expect(answer).toMatchObject({ status: 200, body: { success: true, items: before[0] } });
  expect([await basket(), await quota()]).toEqual(before);
  expect(await db.printOrder.count()).toBe(0);
  // It can be ordered again, now with something else added.
  expect((await checkOut()).printCount).toBe(3);
});

test("until it is placed, nobody else sees or is notified of it, and nothing is made", async () => {
  await storeBasketItem(member);
  const { id } = await checkOut();
  const asAdmin = async () => ({
    list: (await call<unknown[]>("GET", "/api/admin/print-orders", { cookie: owner.cookie })).body.length,
    count: (await call("GET", "/api/admin/print-orders/unviewed-count", { cookie: owner.cookie })).body,
    placed: (
      await call<{ printOrders: { placed: number } }>("GET", "/api/admin/dashboard", { cookie: owner.cookie })
    ).body.printOrders.placed,
  });
  const attempts = () =>
    Promise.all([
      call("PATCH", `/api/admin/print-orders/${id}`, {
        cookie: owner.cookie,
        json: { status: "in_production" },
      }),
      call("POST", `/api/admin/print-orders/${id}/send`, {
        cookie: owner.cookie,
        json: { provider: "professional-print-lab" },
      }),
      call("POST", `/api/admin/print-orders/${id}/link`, { cookie: owner.cookie }),
      call("GET", `/api/admin/print-orders/${id}/package`, { cookie: owner.cookie }),
    ]);
  await call("POST", "/api/admin/print-orders/mark-viewed", { cookie: owner.cookie });
  expect(await asAdmin()).toEqual({ list: 0, count: 0, placed: 0 });
  expect((await attempts()).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  // If the job runs too early, it sends nothing.
  await hurryQueue();
  await workOffQueue();
  expect([await countNotified(), await mails(), (await jobs("prints.make-package")).length]).toEqual([
    0, 0, 0,
  ]);
  expect((await undo(id)).status).toBe(200);
});

test("after 30 seconds it goes to the admins and the lab, notified once, and can't be undone", async () => {
  await storeBasketItem(member);
  const { id } = await checkOut();
  await endTheWait();
  expect(await undo(id)).toMatchObject({ status: 409, body: { code: "too_late" } });
  await hurryQueue();
  await workOffQueue();
  await refreshPrintOrders();
  const list = await call<{ id: string }[]>("GET", "/api/admin/print-orders", { cookie: owner.cookie });
  expect(list.body.map((order) => order.id)).toEqual([id]);
  const messages = await db.notification.findMany({
    where: { message: { contains: "order" } },
    select: { message: true },
  });
  expect(messages.map(({ message }) => message).sort()).toEqual([
    "Somebody ordered 1 print.",
    "Your order is placed.",
  ]);
  expect(await mails()).toBe(1);
  expect(await undo(id)).toMatchObject({ status: 409, body: { code: "too_late" } });
  expect((await basket()).length).toBe(0);
});

test("an order whose job was lost is placed by the hourly check", async () => {
  await storeBasketItem(member);
  await checkOut();
  await db.$executeRaw`UPDATE "PrintOrder" SET "heldUntil" = now() - interval '10 minutes'`;
  await refreshPrintOrders();
  expect(await countNotified()).toBe(2);
});

test("undone twice with one key, it is undone once; without a key, the second is not found", async () => {
  await storeBasketItem(member);
  const { id } = await checkOut();
  const headers = { "Idempotency-Key": "one-undo" };
  const [first, second] = [await undo(id, member, headers), await undo(id, member, headers)];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
  expect((await undo(id)).status).toBe(404);
  expect((await basket()).map(({ quantity }) => quantity)).toEqual([1]);
});

test("fifty presses of Undo restore everything once", async () => {
  await storeBasketItem(member, { quantity: 2 });
  const { id } = await checkOut();
  const answers = await Promise.all(Array.from({ length: 50 }, () => undo(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await basket()).map(({ quantity }) => quantity)).toEqual([2]);
  expect(await ledgerBreaches(member.familyId)).toEqual([]);
});

test("undoing and placing at the same moment results in one of the two", async () => {
  for (let round = 0; round < 5; round++) {
    await storeBasketItem(member);
    const { id } = await checkOut();
    await db.$executeRaw`UPDATE "PrintOrder" SET "heldUntil" = clock_timestamp() + interval '20 milliseconds'
      WHERE "heldUntil" IS NOT NULL`;
    const [undone] = await Promise.all([undo(id), letOrdersGo()]);
    const isThere = (await db.printOrder.count({ where: { id } })) === 1;
    expect(undone.status).toBe(isThere ? 409 : 200);
    expect(await db.notification.count({ where: { url: "/admin-print-orders" } })).toBe(isThere ? 1 : 0);
    await db.printOrder.deleteMany();
    await db.notification.deleteMany();
    await db.basketItem.deleteMany();
  }
});

test("if it is cancelled before it is placed, nobody is notified", async () => {
  await storeBasketItem(member);
  const { id } = await checkOut();
  expect((await call("POST", `/api/print-orders/${id}/cancel`, { cookie: member.cookie })).status).toBe(200);
  await hurryQueue();
  await workOffQueue();
  expect([await countNotified(), await mails()]).toEqual([0, 0]);
  const unviewed = await call("GET", "/api/admin/print-orders/unviewed-count", { cookie: owner.cookie });
  expect(unviewed.body).toBe(0);
  expect(await undo(id)).toMatchObject({ status: 409 });
});

test("only the person who ordered can undo it: no relative or stranger, and the id must be valid", async () => {
  await storeBasketItem(member);
  const { id } = await checkOut();
  const stranger = await createOwner();
  for (const as of [owner, stranger]) expect((await undo(id, as)).status).toBe(404);
  expect((await undo("nonsense")).status).toBe(404);
  expect((await call("POST", `/api/print-orders/${id}/undo`)).status).toBe(401);
  expect((await undo(id)).status).toBe(200);
});
