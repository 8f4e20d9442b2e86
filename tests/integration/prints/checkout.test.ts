import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { PrintOrderDto, QuotaDto } from "@/lib/shop/prints/schema";
import { getQuota } from "@/lib/shop/prints/server/quota-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, join } from "@/tests/support/factories";
import { address, printable, storeBasketItem, storePrintOrder } from "@/tests/support/print-calls";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

interface CheckoutAnswer {
  success: boolean;
  orders: PrintOrderDto[];
  code?: string;
}
const shippingAddress = "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA";
const checkOut = (json: object = { shippingAddress }, as = owner, headers = {}) =>
  call<CheckoutAnswer>("POST", "/api/print/basket/checkout", { cookie: as.cookie, json, headers });
const quota = async (as = owner) =>
  (await call<QuotaDto>("GET", "/api/user/quota", { cookie: as.cookie })).body;
const ledger = async () =>
  (await db.printCredit.findMany({ select: { kind: true, prints: true, month: true } })).map(
    ({ kind, prints, month }) => `${kind} ${prints}${month ? "" : " voucher"}`,
  );
const cancel = (id: string, as = owner) =>
  call("POST", `/api/print-orders/${id}/cancel`, { cookie: as.cookie });
const giveVoucherPrints = (prints: number) =>
  db.printCredit.create({
    data: { userId: owner.userId, familyId: owner.familyId, kind: "voucher", prints },
    select: { id: true },
  });

test.each([
  ["free", 5],
  ["family", 20],
  ["premium", 50],
] as const)("the %s plan gives %d prints a month, reset on the 1st", async (tier, prints) => {
  const person = await createOwner({ tier });
  const today = new Date();
  const resetsOn = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1))
    .toISOString()
    .slice(0, 10);
  expect(await quota(person)).toEqual({
    remaining: prints,
    monthlyQuota: prints,
    voucherPrints: 0,
    order: null,
    forfeited: 0,
    resetsOn,
  });
});

test("what is in the basket still counts as not yet ordered", async () => {
  await storeBasketItem(owner, { quantity: 3 });
  expect((await quota()).remaining).toBe(5);
});

test("an order empties the basket, uses its prints and forfeits the rest of the month", async () => {
  await storeBasketItem(owner, { quantity: 2 });
  await storeBasketItem(owner, { quantity: 1, size: "5x7" });
  const answer = await checkOut();
  expect(answer).toMatchObject({
    status: 201,
    body: {
      success: true,
      orders: [
        {
          status: "placed",
          provider: "Professional Print Lab",
          shippingAddress,
          courtesyName: "The Okafors",
          printCount: 3,
          items: [
            { quantity: 2, size: "4x6" },
            { quantity: 1, size: "5x7" },
          ],
        },
      ],
    },
  });
  expect(await db.basketItem.count()).toBe(0);
  expect(await quota()).toMatchObject({ remaining: 0, order: { printCount: 3 }, forfeited: 2 });
  expect((await ledger()).sort()).toEqual(["forfeit -2", "grant 5", "order -3"]);
});

test("fifty submissions at once are one order", async () => {
  await storeBasketItem(owner, { quantity: 4 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => checkOut()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
  expect(await db.printOrder.count()).toBe(1);
  expect((await ledger()).sort()).toEqual(["forfeit -1", "grant 5", "order -4"]);
});

test("a repeated request with its key gets the same order", async () => {
  await storeBasketItem(owner);
  const headers = { "Idempotency-Key": "one-checkout" };
  const [first, second] = [
    await checkOut(undefined, owner, headers),
    await checkOut(undefined, owner, headers),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
});

test("a second order in the month waits for the 1st, and then succeeds", async () => {
  await storeBasketItem(owner);
  const { body } = await checkOut();
  expect(
    await call("POST", "/api/basket/add", {
      cookie: owner.cookie,
      json: { mediaId: await printable(owner) },
    }),
  ).toMatchObject({
    status: 422,
    body: { quotaExceeded: true },
  });
  await storeBasketItem(owner);
  expect(await checkOut()).toMatchObject({ status: 409, body: { code: "ordered_already", success: false } });
  await db.printOrder.update({
    where: { id: body.orders[0]?.id ?? "" },
    data: { month: new Date("2026-01-01") },
    select: { id: true },
  });
  await db.printCredit.updateMany({ data: { month: new Date("2026-01-01") } });
  expect((await quota()).remaining).toBe(5);
  expect((await checkOut()).status).toBe(201);
});

test("each person has their own prints in each of their families", async () => {
  const member = await createMember(owner.familyId);
  await storeBasketItem(owner);
  await storeBasketItem(member);
  expect((await checkOut()).status).toBe(201);
  expect((await quota(member)).remaining).toBe(5);
  expect((await checkOut(undefined, member)).status).toBe(201);
});

test("an order and a voucher's prints in another of one's families leave this family's unchanged", async () => {
  const before = await quota();
  const cousin = await createOwner();
  await join(owner.userId, cousin.familyId, "member");
  const { userId } = owner;
  const { familyId } = cousin;
  const id = await storePrintOrder({ ...owner, familyId });
  const today = new Date();
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1));
  await db.printOrder.update({ where: { id }, data: { month }, select: { id: true } });
  await db.printCredit.createMany({
    data: [
      { userId, familyId, kind: "voucher", prints: 7 },
      { userId, familyId, kind: "grant", prints: 50, month },
    ],
  });
  expect(await quota()).toEqual(before);
  await storeBasketItem(owner, { quantity: 5 });
  expect((await checkOut()).status).toBe(201);
});

test("without an address nothing is ordered or lost", async () => {
  await storeBasketItem(owner);
  const refusal = {
    status: 422,
    body: {
      success: false,
      addressRequired: true,
      field: "shippingAddress",
      error: "Missing shipping address - Please add your address in your profile settings.",
    },
  };
  for (const json of [{}, { shippingAddress: "" }, { shippingAddress: "   " }]) {
    expect(await checkOut(json)).toMatchObject(refusal);
  }
  for (const field of ["addressFullName", "addressLine1", "addressCity", "addressPostcode"]) {
    await db.user.update({
      where: { id: owner.userId },
      data: { ...address, [field]: null },
      select: { id: true },
    });
    expect(await checkOut()).toMatchObject(refusal);
  }
  expect([await db.basketItem.count(), await db.printOrder.count(), await ledger()]).toEqual([1, 0, []]);
});

test("an empty basket, more than the quota and an unknown lab are refused", async () => {
  expect(await checkOut()).toMatchObject({ status: 422, body: { code: "basket_empty", success: false } });
  await storeBasketItem(owner, { quantity: 6 });
  expect(await checkOut()).toMatchObject({ status: 422, body: { quotaExceeded: true, success: false } });
  expect(await checkOut({ shippingAddress, printProvider: "The corner shop" })).toMatchObject({
    status: 400,
    body: { field: "printProvider" },
  });
  expect(await db.printOrder.count()).toBe(0);
});

test("voucher prints are used after the month's, and stay until used", async () => {
  await giveVoucherPrints(4);
  expect(await quota()).toMatchObject({ remaining: 9, monthlyQuota: 5, voucherPrints: 4 });
  await storeBasketItem(owner, { quantity: 6 });
  await checkOut();
  expect(await quota()).toMatchObject({ remaining: 0, voucherPrints: 3, forfeited: 0 });
  expect((await ledger()).sort()).toEqual(["grant 5", "order -1 voucher", "order -5", "voucher 4 voucher"]);
});

test("a cancelled order gives everything back, once, and the month can be ordered again", async () => {
  await giveVoucherPrints(2);
  await storeBasketItem(owner, { quantity: 6 });
  const id = (await checkOut()).body.orders[0]?.id ?? "";
  const answers = await Promise.all([cancel(id), cancel(id), cancel(id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await quota()).toMatchObject({ remaining: 7, voucherPrints: 2, order: null, forfeited: 0 });
  await storeBasketItem(owner, { quantity: 3 });
  expect((await checkOut()).status).toBe(201);
  const { _sum } = await db.printCredit.aggregate({
    where: { month: { not: null } },
    _sum: { prints: true },
  });
  expect(_sum.prints).toBe(0);
  expect(await quota()).toMatchObject({ remaining: 0, voucherPrints: 2, forfeited: 2 });
});

test("upgrading in the middle of the month adds the larger plan's prints", async () => {
  await storeBasketItem(owner, { quantity: 5 });
  const id = (await checkOut()).body.orders[0]?.id ?? "";
  await cancel(id);
  await db.family.update({ where: { id: owner.familyId }, data: { tier: "family" }, select: { id: true } });
  await storeBasketItem(owner, { quantity: 20 });
  expect((await checkOut()).status).toBe(201);
  const { _sum } = await db.printCredit.aggregate({ _sum: { prints: true } });
  expect(_sum.prints).toBe(0);
});

test("an order in production can't be cancelled", async () => {
  await storeBasketItem(owner);
  const id = (await checkOut()).body.orders[0]?.id ?? "";
  await db.printOrder.update({ where: { id }, data: { status: "in_production" }, select: { id: true } });
  expect(await cancel(id)).toMatchObject({ status: 409, body: { code: "too_late" } });
});

test("the courtesy name is the admin's choice, or empty", async () => {
  const settings = (json: object) =>
    call("PUT", `/api/print-payment-settings/${owner.familyId}`, { cookie: owner.cookie, json });
  const ordered = async () => {
    await storeBasketItem(owner);
    const [order] = (await checkOut()).body.orders;
    await cancel(order?.id ?? "");
    return order?.courtesyName;
  };
  await settings({ showCourtesyMessage: true, courtesyName: " Nana " });
  expect(await ordered()).toBe("Nana");
  await settings({ showCourtesyMessage: false, courtesyName: "Nana" });
  expect(await ordered()).toBeNull();
});

test("a change of the sender's name keeps whether parcels show it, and the other way round", async () => {
  const settings = (json: object) =>
    call("PUT", `/api/print-payment-settings/${owner.familyId}`, { cookie: owner.cookie, json });
  const saved = async (json: object) => (await settings(json)).body;
  expect(await saved({ courtesyName: "Nana" })).toEqual({ showCourtesyMessage: true, courtesyName: "Nana" });
  expect(await saved({ showCourtesyMessage: false })).toEqual({
    showCourtesyMessage: false,
    courtesyName: "Nana",
  });
  expect(await saved({ courtesyName: "" })).toEqual({ showCourtesyMessage: false, courtesyName: null });
  expect(await settings({})).toMatchObject({ status: 400, body: { message: "There is nothing to change" } });
});

test("the sender's name on parcels can be read by everyone in the family, and by nobody else", async () => {
  const path = `/api/print-payment-settings/${owner.familyId}`;
  const read = ({ cookie }: { cookie: string }) => call("GET", path, { cookie });
  const member = await createMember(owner.familyId);
  const untouched = { showCourtesyMessage: true, courtesyName: null };
  expect(await read(member)).toMatchObject({ status: 200, body: untouched });
  const chosen = { showCourtesyMessage: false, courtesyName: "Nana Rose" };
  const answer = await call("PUT", path, { cookie: owner.cookie, json: chosen });
  expect([answer.status, answer.body]).toEqual([200, chosen]);
  expect((await read(member)).body).toEqual(chosen);
  const stranger = await createOwner();
  expect((await read(stranger)).status).toBe(404);
  expect((await call("PUT", path, { cookie: stranger.cookie, json: untouched })).status).toBe(404);
  expect((await call("PUT", path, { cookie: member.cookie, json: untouched })).status).toBe(403);
  expect((await read(owner)).body).toEqual(chosen);
});

test("the quota renews on the 1st, UTC", async () => {
  const actor = { ...owner, isChild: false } as unknown as MemberActor;
  await storeBasketItem(owner);
  await checkOut();
  const today = new Date();
  const next = (day: number, ms = 0) =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, day) + ms);
  expect((await getQuota(actor, next(1, -1))).remaining).toBe(0);
  expect((await getQuota(actor, next(1))).remaining).toBe(5);
});
