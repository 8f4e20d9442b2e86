import { db } from "@/lib/db";
import type { PrintDiagnosticsDto, ProviderTestDto } from "@/lib/shop/prints/fulfilment-schema";
import type { AdminPrintOrderDto } from "@/lib/shop/prints/schema";
import { refreshPrintOrders } from "@/lib/shop/prints/server/callback-service";
import { callbackUrl } from "@/lib/shop/prints/server/print-links";
import { sendPrintOrder } from "@/lib/shop/prints/server/sending-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { holdDuring } from "@/tests/support/held-person";
import { letOrdersGo, storeBasketItem } from "@/tests/support/print-calls";
import { prodigiKey, startProdigi } from "@/tests/support/prodigi-server";
import { withTestStorage } from "@/tests/support/test-storage";
import { hurryQueue, workOffQueue } from "@/tests/support/work-off-queue";

// Before the settings are first read.
const server = await startProdigi();
Object.assign(process.env, {
  APP_URL: "http://album.test",
  PRODIGI_API_KEY: prodigiKey,
  PRODIGI_API_BASE: `${server.url}/v4.0/`,
});

withTestDatabase();
withTestStorage();
beforeEach(() => server.reset());
afterAll(() => server.stop());

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  member = await createMember(owner.familyId);
});

async function placed(): Promise<string> {
  await storeBasketItem(member, { mediaId: (await storeMedia(member)).id, quantity: 2 });
  const { body } = await call<{ orders: { id: string }[] }>("POST", "/api/print/basket/checkout", {
    cookie: member.cookie,
    json: { shippingAddress: "1 Garden Lane, Leeds" },
  });
  await letOrdersGo();
  return body.orders[0]?.id ?? "";
}
const send = (id: string, provider = "prodigi", as = owner) =>
  call<AdminPrintOrderDto>("POST", `/api/admin/print-orders/${id}/send`, {
    cookie: as.cookie,
    json: { provider },
  });
const patch = (id: string, json: object, as = owner) =>
  call<AdminPrintOrderDto>("PATCH", `/api/admin/print-orders/${id}`, { cookie: as.cookie, json });
const cancel = (id: string) => call("POST", `/api/print-orders/${id}/cancel`, { cookie: member.cookie });
const row = (id: string) =>
  db.printOrder.findUniqueOrThrow({
    where: { id },
    select: {
      status: true,
      provider: true,
      providerReference: true,
      sendState: true,
      sendError: true,
      trackingUrl: true,
    },
  });
const notified = async (userId: string) =>
  (await db.notification.findMany({ where: { userId }, select: { message: true } })).map(
    ({ message }) => message,
  );

async function sent(): Promise<string> {
  const id = await placed();
  await send(id);
  await workOffQueue();
  return id;
}

test("an order that is sent is made by Prodigi, once, and its owner is notified", async () => {
  const id = await placed();
  expect(await send(id)).toMatchObject({ status: 202, body: { fulfilment: { sendState: "queued" } } });
  expect((await send(id)).status).toBe(202);
  await workOffQueue();
  expect((await send(id)).status).toBe(202);
  await workOffQueue();
  expect(server.orders).toHaveLength(1);
  expect(await row(id)).toEqual({
    status: "in_production",
    provider: "Prodigi",
    providerReference: server.orders[0]?.id,
    sendState: "sent",
    sendError: null,
    trackingUrl: null,
  });
  expect(await notified(member.userId)).toEqual(
    expect.arrayContaining(["Your order is placed.", "Your order is being printed."]),
  );
  // Prodigi fetches the finished print with nothing but the link.
  const [item] = server.orders[0]?.body.items ?? [];
  expect(item).toMatchObject({ sku: "GLOBAL-PHO-4X6", copies: 2 });
  const { pathname } = new URL(item?.assets[0]?.url ?? "");
  expect((await call("GET", pathname)).headers.get("content-type")).toBe("image/jpeg");
});

test("a server error is retried, and an order whose answer was lost is not made twice", async () => {
  const id = await placed();
  server.trouble = "broken";
  await send(id);
  await workOffQueue();
  expect(await row(id)).toMatchObject({
    status: "placed",
    sendState: "sending",
    sendError: "Prodigi answered 503",
  });
  // It can't be cancelled while nobody knows whether it is being made.
  expect((await cancel(id)).status).toBe(409);
  expect((await patch(id, { status: "cancelled" })).status).toBe(409);
  server.trouble = "lost answer";
  await hurryQueue();
  await workOffQueue();
  server.trouble = "none";
  await hurryQueue();
  await workOffQueue();
  expect(server.orders).toHaveLength(1);
  expect(await row(id)).toMatchObject({ status: "in_production", sendState: "sent", sendError: null });
});

test("a refusal by Prodigi is reported to the admins, and the order can be cancelled or sent again", async () => {
  const id = await placed();
  server.trouble = "refuses";
  await send(id);
  await workOffQueue();
  expect(await row(id)).toMatchObject({
    status: "placed",
    sendState: "failed",
    sendError: expect.stringContaining("ValidationFailed"),
  });
  expect(await notified(owner.userId)).toContain(
    "It could not be sent to Prodigi. See the order for the reason.",
  );
  server.trouble = "none";
  await send(id);
  await workOffQueue();
  expect(await row(id)).toMatchObject({ status: "in_production", sendState: "sent" });
});

test("the last failed attempt is a failure, too", async () => {
  const id = await placed();
  server.trouble = "busy";
  await db.printOrder.update({ where: { id }, data: { sendState: "queued" }, select: { id: true } });
  await expect(sendPrintOrder(id, 10)).rejects.toThrow("Prodigi answered 429");
  expect(await row(id)).toMatchObject({ sendState: "failed", sendError: "Prodigi answered 429" });
});

test("an order cancelled before its job runs is not sent", async () => {
  const id = await placed();
  await send(id);
  expect((await cancel(id)).status).toBe(200);
  await workOffQueue();
  expect(server.orders).toEqual([]);
  expect(await row(id)).toMatchObject({ status: "cancelled", sendState: "none" });
  expect(await send(id)).toMatchObject({ status: 409, body: { code: "too_late" } });
});

test("an order of a suspended family waits, and is sent once the family is let in again", async () => {
  const id = await placed();
  await send(id);
  const suspend = (suspendedAt: Date | null) =>
    db.family.updateMany({ where: { id: owner.familyId }, data: { suspendedAt } });
  await suspend(new Date());
  await workOffQueue();
  expect(server.orders).toEqual([]);
  expect(await row(id)).toMatchObject({ status: "placed", sendState: "queued", sendError: null });
  await suspend(null);
  await refreshPrintOrders(new Date(Date.now() + 7 * 3_600_000));
  await workOffQueue();
  expect(server.orders).toHaveLength(1);
  expect(await row(id)).toMatchObject({ status: "in_production", sendState: "sent" });
});

const callback = (
  id: string,
  change: { token?: string; json?: object; body?: string; type?: string } = {},
) => {
  const { pathname, search } = new URL(callbackUrl("prodigi", id));
  const { token, ...options } = change;
  const path = token === undefined ? `${pathname}${search}` : `${pathname}?token=${token}`;
  return call("POST", path, { json: { subject: "ord_1" }, ...options });
};

test("a callback triggers a query about the order; its content is not trusted", async () => {
  const id = await sent();
  const lie = { data: { order: { id: "ord_1", status: { stage: "Complete" } } } };
  expect(await callback(id, { json: lie })).toMatchObject({ status: 200, body: { received: true } });
  await workOffQueue();
  expect((await row(id)).status).toBe("in_production");

  const [order] = server.orders;
  if (!order) throw new Error("There is no order");
  order.stage = "Complete";
  const parcel = { number: "1", url: "https://post.example/parcel/1" };
  order.shipments = [{ dispatchDate: "2026-11-22", tracking: parcel }];
  const event = { body: JSON.stringify({ specversion: "1.0" }), type: "application/cloudevents+json" };
  const { pathname, search } = new URL(callbackUrl("prodigi", id));
  expect((await call("POST", `${pathname}${search}`, event)).status).toBe(200);
  await workOffQueue();
  expect(await row(id)).toMatchObject({ status: "dispatched", trackingUrl: parcel.url });
  expect(await notified(member.userId)).toContain("Your order is on its way to you.");
});

test("repeated and late callbacks change nothing, and nobody is notified twice", async () => {
  const id = await sent();
  const [order] = server.orders;
  if (order) order.stage = "Complete";
  for (let count = 0; count < 5; count++) await callback(id);
  await workOffQueue();
  if (order) order.stage = "InProgress";
  await callback(id);
  await workOffQueue();
  expect((await row(id)).status).toBe("dispatched");
  const mails = await db.outboxMessage.count({ where: { template: "printOrderDispatched" } });
  expect(mails).toBe(1);
});

test("callbacks with a forged address, for another lab, or for an order that was never sent are refused", async () => {
  const [id, unsent] = [await sent(), await sentless()];
  const token = new URL(callbackUrl("prodigi", id)).searchParams.get("token") ?? "";
  const forged = token.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  server.calls.length = 0;
  for (const wrong of ["", "x", forged]) {
    expect(await callback(id, { token: wrong })).toMatchObject({ status: 400, body: { field: "token" } });
  }
  for (const name of ["professional-print-lab", "nobody"]) {
    const path = `/api/print-providers/${name}/webhook?token=${token}`;
    expect((await call("POST", path, { json: {} })).status).toBe(404);
  }
  expect((await callback(unsent)).status).toBe(400);
  const huge = { filler: "x".repeat(300_000) };
  expect((await callback(id, { json: huge })).status).toBe(413);
  await workOffQueue();
  expect(server.calls).toEqual([]);
});

async function sentless(): Promise<string> {
  await db.printOrder.updateMany({ data: { month: new Date(Date.UTC(1901, 0, 1)) } });
  return placed();
}

test("an admin also cancels at Prodigi, unless it is in production", async () => {
  const id = await sent();
  const [order] = server.orders;
  if (!order) throw new Error("There is no order");
  order.inProduction = "InProgress";
  expect(await patch(id, { status: "cancelled" })).toMatchObject({ status: 409, body: { code: "too_late" } });
  order.inProduction = "NotStarted";
  server.trouble = "broken";
  expect(await patch(id, { status: "cancelled" })).toMatchObject({
    status: 503,
    body: { code: "print_provider_unavailable" },
  });
  expect((await row(id)).status).toBe("in_production");
  server.trouble = "none";
  expect((await patch(id, { status: "cancelled" })).status).toBe(200);
  expect(order.stage).toBe("Cancelled");
  const quota = await call("GET", "/api/user/quota", { cookie: member.cookie });
  expect(quota.body).toMatchObject({ remaining: 5, order: null });
});

test("an order that is sent while an admin cancels it isn't cancelled here only", async () => {
  const id = await placed();
  await send(id);
  const answer = await holdDuring(
    id,
    [
      'SELECT 1 FROM "PrintOrder" WHERE id = $1 FOR UPDATE',
      `UPDATE "PrintOrder" SET "sendState" = 'sent', "providerReference" = 'ord_9', provider = 'Prodigi' WHERE id = $1`,
    ],
    () => patch(id, { status: "cancelled" }),
  );
  expect(answer).toMatchObject({ status: 409, body: { code: "too_late", field: "status" } });
  expect(await row(id)).toMatchObject({ status: "placed", sendState: "sent" });
  expect(await db.printCredit.count({ where: { orderId: id, kind: "cancelled" } })).toBe(0);
  // The next attempt cancels it there, too.
  expect((await patch(id, { status: "cancelled" })).status).toBe(200);
  expect(server.calls.at(-1)).toContain("ord_9");
});

test("an order of a deleted family isn't sent", async () => {
  const id = await placed();
  await send(id);
  const deleted = await call("DELETE", "/api/organization/current", {
    cookie: owner.cookie,
    json: { password: testPassword },
  });
  expect(deleted.status).toBe(204);
  await sendPrintOrder(id, 1);
  expect(server.orders).toEqual([]);
  expect((await row(id)).sendState).toBe("queued");
  await workOffQueue();
  expect(await db.printOrder.count({ where: { id } })).toBe(0);
  expect(server.orders).toEqual([]);
});

test("the admin of another family can't have an order cancelled at Prodigi", async () => {
  const id = await sent();
  const before = [await row(id), server.calls.length];
  const stranger = await createOwner();
  expect((await patch(id, { status: "cancelled" }, stranger)).status).toBe(404);
  expect([await row(id), server.calls.length]).toEqual(before);
  expect(server.orders[0]?.stage).toBe("InProgress");
});

test("an order that Prodigi cancels gives its prints back", async () => {
  const id = await sent();
  const [order] = server.orders;
  if (order) order.stage = "Cancelled";
  await callback(id);
  await workOffQueue();
  expect((await row(id)).status).toBe("cancelled");
  const quota = await call("GET", "/api/user/quota", { cookie: member.cookie });
  expect(quota.body).toMatchObject({ remaining: 5, order: null });
});

test("lost callbacks are made up for, and Prodigi's complaints are shown", async () => {
  const id = await sent();
  const [order] = server.orders;
  if (order) order.issues = [{ errorCode: "x", description: "A picture could not be fetched" }];
  await refreshPrintOrders();
  await workOffQueue();
  expect(await row(id)).toMatchObject({ sendError: "A picture could not be fetched" });
  const { body } = await call<PrintDiagnosticsDto>("GET", "/api/print-diagnostics", { cookie: owner.cookie });
  expect(body.troubled).toMatchObject([{ reason: "A picture could not be fetched" }]);
});

test("the diagnostics show the setup, the requests and the ledger's totals, for the family's own orders only", async () => {
  await sent();
  const { body } = await call<PrintDiagnosticsDto>("GET", "/api/print-diagnostics", { cookie: owner.cookie });
  expect(body.providers).toMatchObject([
    { name: "professional-print-lab", isConfigured: true, isChosen: true },
    { name: "prodigi", isConfigured: true, isChosen: false, setup: expect.stringContaining("127.0.0.1") },
  ]);
  expect(body.orders).toEqual([{ status: "in_production", orders: 1, prints: 2 }]);
  expect(body.ledger).toEqual(
    expect.arrayContaining([
      { kind: "grant", entries: 1, prints: 5 },
      { kind: "order", entries: 1, prints: -2 },
    ]),
  );
  expect(body.packages.count).toBe(1);
  expect(body.calls.map(({ provider, action, isOk }) => [provider, action, isOk])).toEqual(
    expect.arrayContaining([
      ["prodigi", "submit", true],
      ["professional-print-lab", "submit", true],
    ]),
  );
  expect(JSON.stringify(body)).not.toMatch(/Garden Lane|print-packages|a-key-for-tests/);
  const stranger = await createOwner({ name: "The others" });
  const foreign = await call<PrintDiagnosticsDto>("GET", "/api/print-diagnostics", {
    cookie: stranger.cookie,
  });
  expect([foreign.body.calls, foreign.body.orders, foreign.body.ledger]).toEqual([[], [], []]);
});

test("testing a lab doesn't need an order, and says what is wrong", async () => {
  const tried = (name: string, as = owner) =>
    call<ProviderTestDto>("POST", `/api/print-providers/${name}/test`, { cookie: as.cookie });
  expect(await tried("professional-print-lab")).toMatchObject({ status: 200, body: { isOk: true } });
  const { body } = await tried("prodigi");
  expect(body).toMatchObject({ isOk: true, label: "Prodigi" });
  expect(body.checks[0]?.detail).toBe("0.35 GBP, and 1.50 GBP to send it");
  server.trouble = "busy";
  expect((await tried("prodigi")).body).toMatchObject({ isOk: false });
  expect(server.orders).toEqual([]);
  expect((await tried("nobody")).status).toBe(404);
  expect((await tried("prodigi", member)).status).toBe(403);
});

test("only an admin of the family sends an order, and only to an existing lab", async () => {
  const id = await placed();
  const stranger = await createOwner({ name: "The others" });
  expect((await send(id, "prodigi", member)).status).toBe(403);
  expect((await send(id, "prodigi", stranger)).status).toBe(404);
  expect(await send(id, "the corner shop")).toMatchObject({ status: 400, body: { field: "provider" } });
  await workOffQueue();
  expect(server.orders).toEqual([]);
});
