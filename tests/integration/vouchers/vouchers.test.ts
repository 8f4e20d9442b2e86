import { removeFamily } from "@/lib/album/uploads/server/family-removal-service";
import { db } from "@/lib/db";
import type { QuotaDto } from "@/lib/shop/prints/schema";
import type { RedeemedDto, VoucherDto } from "@/lib/shop/vouchers/schema";
import { endVoucherPlans, monthsLater } from "@/lib/shop/vouchers/server/plan-months-service";
import { returnExpiredVouchers } from "@/lib/shop/vouchers/server/service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  testPassword,
} from "@/tests/support/factories";
import { storeBasketItem } from "@/tests/support/print-calls";
import { giveBalance, operatorVoucher } from "@/tests/support/shop-calls";
import { subscribe } from "@/tests/support/subscriptions";
import { withTestStripe } from "@/tests/support/test-stripe";

await withTestStripe();
withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const make = (json: object, as = owner) =>
  call<VoucherDto & { field?: string }>("POST", "/api/admin/vouchers", { cookie: as.cookie, json });
const redeem = (code: string, as = owner, headers = {}) =>
  call<RedeemedDto & { field?: string; code?: string }>("POST", "/api/vouchers/redeem", {
    cookie: as.cookie,
    json: { code },
    headers,
  });
const list = async (as = owner) =>
  (await call<VoucherDto[]>("GET", "/api/admin/vouchers", { cookie: as.cookie })).body;
const revoke = (id: string, as = owner) => call("DELETE", `/api/admin/vouchers/${id}`, { cookie: as.cookie });
const quota = async (as = owner) =>
  (await call<QuotaDto>("GET", "/api/user/quota", { cookie: as.cookie })).body;
const tierOf = async (familyId: string) =>
  (await db.family.findUniqueOrThrow({ where: { id: familyId }, select: { tier: true } })).tier;
const balance = async (person: FamilyPerson) =>
  (await db.giftCredit.aggregate({ where: { userId: person.userId }, _sum: { pence: true } }))._sum.pence ??
  0;

/** A super admin gives the family the Family Plan. */
async function givePlan({ familyId }: FamilyPerson): Promise<void> {
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const json = { subscriptionTier: "family" };
  const { status } = await call("PATCH", `/api/super-admin/organizations/${familyId}`, { cookie, json });
  if (status !== 200) throw new Error(`No plan was given: ${status}`);
}

describe("A family's voucher", () => {
  test("gives prints from its maker's month to someone else, who orders them", async () => {
    const nana = await createMember(owner.familyId);
    const { status, body } = await make({ kind: "free_prints", amount: 3, uses: 1 });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: "free_prints",
      amount: 3,
      uses: 1,
      usesLeft: 1,
      state: "open",
      tier: null,
      madeBy: "Somebody",
      usedBy: [],
    });
    expect(body.code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    // The month's prints expire with the month.
    const { resetsOn } = await quota();
    expect(Date.parse(body.expiresAt ?? "")).toBe(Date.parse(resetsOn) - 1);
    expect(await quota()).toMatchObject({ remaining: 2, monthlyQuota: 2, sharedPrints: -3 });
    expect(await redeem(body.code, nana)).toMatchObject({
      status: 200,
      body: {
        success: true,
        kind: "free_prints",
        amount: 3,
        message: "3 free prints are yours until this month ends.",
      },
    });
    expect(await quota(nana)).toMatchObject({
      remaining: 8,
      monthlyQuota: 8,
      sharedPrints: 3,
      voucherPrints: 0,
    });
    expect(await list()).toMatchObject([{ state: "usedUp", usesLeft: 0, usedBy: ["Somebody"] }]);
    await storeBasketItem(nana, { quantity: 8 });
    const ordered = await call("POST", "/api/print/basket/checkout", {
      cookie: nana.cookie,
      json: { shippingAddress: "1 Garden Lane" },
    });
    expect(ordered.status).toBe(201);
    const sums = await db.printCredit.groupBy({ by: ["userId", "month"], _sum: { prints: true } });
    expect(sums.every(({ _sum }) => (_sum.prints ?? 0) >= 0)).toBe(true);
  });

  test("of this month's prints isn't used up by someone who has ordered, and is left for others", async () => {
    const [nana, uncle] = [await createMember(owner.familyId), await createMember(owner.familyId)];
    await storeBasketItem(nana, { quantity: 5 });
    const ordered = await call("POST", "/api/print/basket/checkout", {
      cookie: nana.cookie,
      json: { shippingAddress: "1 Garden Lane" },
    });
    expect(ordered.status).toBe(201);
    const { body } = await make({ kind: "free_prints", amount: 3, uses: 1 });
    expect(await redeem(body.code, nana)).toMatchObject({
      status: 409,
      body: { code: "ordered_already", field: "code" },
    });
    expect(await list()).toMatchObject([{ state: "open", usesLeft: 1, usedBy: [] }]);
    expect((await redeem(body.code, uncle)).status).toBe(200);
    expect(await quota(uncle)).toMatchObject({ remaining: 8 });
    // Prints that stay until they are used are for the next order.
    const { code } = await operatorVoucher({ amount: 7 });
    expect((await redeem(code, nana)).status).toBe(200);
    expect(await quota(nana)).toMatchObject({ remaining: 0, voucherPrints: 7 });
  });

  test("can't give more than its maker has", async () => {
    expect(await make({ kind: "free_prints", amount: 3, uses: 2 })).toMatchObject({
      status: 422,
      body: { code: "not_enough", field: "amount" },
    });
    expect(await make({ kind: "amount_off", amount: 100, uses: 1 })).toMatchObject({
      status: 422,
      body: { code: "not_enough", field: "amount" },
    });
    expect(await quota()).toMatchObject({ remaining: 5 });
    expect(await list()).toEqual([]);
  });

  test("never gives months of a plan", async () => {
    expect(await make({ kind: "plan_months", amount: 1, uses: 1 })).toMatchObject({
      status: 403,
      body: { code: "forbidden" },
    });
    expect(await db.voucher.count()).toBe(0);
  });

  test("of ten made at once out of five prints, five are made", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => make({ kind: "free_prints", amount: 1, uses: 1 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect((await quota()).remaining).toBe(0);
  });

  test("when revoked, gives back what nobody used, once", async () => {
    const nana = await createMember(owner.familyId);
    const { body } = await make({ kind: "free_prints", amount: 2, uses: 2 });
    await redeem(body.code, nana);
    expect((await revoke(body.id)).status).toBe(204);
    expect((await revoke(body.id)).status).toBe(204);
    expect(await quota()).toMatchObject({ remaining: 3 });
    expect(await redeem(body.code)).toMatchObject({
      status: 422,
      body: { code: "voucher_revoked", field: "code" },
    });
    expect(await list()).toMatchObject([{ state: "revoked", usesLeft: 1, usedBy: ["Somebody"] }]);
  });

  test("can be of gift shop balance, which comes back when it expires unused", async () => {
    await giveBalance(owner, 3000);
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { body } = await make({ kind: "amount_off", amount: 1000, uses: 2, expiresAt });
    expect(await balance(owner)).toBe(1000);
    const nana = await createMember(owner.familyId);
    expect((await redeem(body.code, nana)).body.message).toBe("You have £10 for the gift shop.");
    expect(await returnExpiredVouchers()).toBe(0);
    expect(await returnExpiredVouchers(new Date(Date.now() + 120_000))).toBe(1);
    expect(await returnExpiredVouchers(new Date(Date.now() + 120_000))).toBe(0);
    expect([await balance(owner), await balance(nana)]).toEqual([2000, 1000]);
  });

  test("shows amounts in the format of the person who makes or uses it", async () => {
    const data = { settings: { locale: "en-SE" } };
    await db.user.update({ where: { id: owner.userId }, data, select: { id: true } });
    await giveBalance(owner, 1250);
    const refused = await make({ kind: "amount_off", amount: 2000, uses: 1 });
    expect(refused).toMatchObject({ status: 422, body: { code: "not_enough" } });
    expect(JSON.stringify(refused.body)).toContain(
      "20\u00a0£ in all, and your gift shop balance is 12,50\u00a0£",
    );
    const { body } = await make({ kind: "amount_off", amount: 550, uses: 1 });
    expect((await redeem(body.code, owner)).body.message).toBe("You have 12,50\u00a0£ for the gift shop.");
  });

  test("returns the unused part to its maker's balance when the family is deleted", async () => {
    const neighbour = await createOwner();
    const nana = await createMember(owner.familyId);
    for (const maker of [owner, neighbour]) {
      await giveBalance(maker, 3000);
      const { body } = await make({ kind: "amount_off", amount: 1000, uses: 3 }, maker);
      await redeem(body.code, maker === owner ? nana : maker);
    }
    const json = { password: testPassword };
    await call("DELETE", "/api/organization/current", { cookie: owner.cookie, json });
    await removeFamily(owner.familyId);
    expect(await db.voucher.count({ where: { familyId: owner.familyId } })).toBe(0);
    const balances = await Promise.all([owner, nana, neighbour].map(balance));
    expect(balances).toEqual([2000, 1000, 1000]);
  });

  test("is unknown to other families, and so is its row", async () => {
    const other = await createOwner();
    const { body } = await make({ kind: "free_prints", amount: 1, uses: 1 });
    expect(await redeem(body.code, other)).toMatchObject({
      status: 404,
      body: { code: "voucher_unknown", field: "code" },
    });
    expect((await revoke(body.id, other)).status).toBe(404);
    expect(await list(other)).toEqual([]);
    expect((await redeem(body.code)).status).toBe(200);
  });
});

describe("A voucher from the operator", () => {
  test("used fifty times at once, the last use goes to one person", async () => {
    const { code } = await operatorVoucher({ amount: 7 });
    const people = await Promise.all(Array.from({ length: 50 }, () => createMember(owner.familyId)));
    const answers = await Promise.all(people.map((person) => redeem(code, person)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, "voucher_used_up"]));
    const { _sum } = await db.printCredit.aggregate({ _sum: { prints: true } });
    expect(_sum.prints).toBe(7);
  });

  test("used fifty times at once by one person gives once", async () => {
    const { code } = await operatorVoucher({ uses: 100 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await quota()).toMatchObject({ voucherPrints: 5, remaining: 10 });
  });

  test("a repeated request with its key gets the same answer", async () => {
    const { code } = await operatorVoucher();
    const headers = { "Idempotency-Key": "one-redemption" };
    const first = await redeem(code, owner, headers);
    expect(first.status).toBe(200);
    expect((await redeem(code, owner, headers)).body).toEqual(first.body);
    expect((await quota()).voucherPrints).toBe(5);
  });

  test("is recognised in any case, with spaces and with letters that look like digits", async () => {
    const { code } = await operatorVoucher();
    const typed = ` ${code.toLowerCase().replaceAll("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `;
    expect((await redeem(typed)).status).toBe(200);
  });

  test("distinguishes unknown, expired and used up", async () => {
    expect(await redeem("ABCD-EFGH-JKMN")).toMatchObject({
      status: 404,
      body: { code: "voucher_unknown", field: "code" },
    });
    expect(await redeem("x")).toMatchObject({
      status: 404,
      body: { code: "voucher_unknown", field: "code" },
    });
    const old = await operatorVoucher();
    const expiresAt = new Date("2026-01-02T12:00:00Z");
    await db.voucher.update({ where: { id: old.id }, data: { expiresAt }, select: { id: true } });
    expect(await redeem(old.code)).toMatchObject({
      status: 422,
      body: {
        code: "voucher_expired",
        field: "code",
        message: "This voucher was valid until 2 January 2026.",
      },
    });
    const once = await operatorVoucher();
    await redeem(once.code, await createOwner());
    expect(await redeem(once.code)).toMatchObject({
      status: 422,
      body: { code: "voucher_used_up", field: "code" },
    });
    expect(await redeem(once.code.repeat(20))).toMatchObject({ status: 400, body: { field: "code" } });
  });

  test("never has its code stored in the database", async () => {
    const { code, id } = await operatorVoucher();
    const [row] = await db.$queryRaw<
      { text: string }[]
    >`SELECT v::text AS text FROM "Voucher" v WHERE id = ${id}::uuid`;
    expect(row?.text).toBeTruthy();
    expect(row?.text).not.toContain(code.replaceAll("-", ""));
  });

  test("can't be seen or ended by a family's admin", async () => {
    const { id } = await operatorVoucher();
    expect(await list()).toEqual([]);
    expect((await revoke(id)).status).toBe(404);
  });
});

describe("Months of a plan", () => {
  const months = (amount: number, values = {}) =>
    operatorVoucher({ kind: "plan_months", amount, uses: 10, ...values });

  test("give the family its plan, add up, and expire automatically", async () => {
    const first = await months(1);
    expect((await redeem(first.code)).body.message).toMatch(/^Your family has the Family Plan until /);
    expect(await tierOf(owner.familyId)).toBe("family");
    expect(await call("GET", "/api/auth/me", { cookie: owner.cookie })).toMatchObject({
      body: { subscriptionTier: "family", subscriptionStatus: "active" },
    });
    await redeem((await months(2)).code, await createMember(owner.familyId));
    const { until } = await db.voucherPlan.findUniqueOrThrow({
      where: { familyId: owner.familyId },
      select: { until: true },
    });
    expect(Math.abs(until.getTime() - monthsLater(new Date(), 3).getTime())).toBeLessThan(3 * 86_400_000);
    expect(await endVoucherPlans(new Date(until.getTime() - 1))).toBe(0);
    expect(await endVoucherPlans(until)).toBe(1);
    expect(await tierOf(owner.familyId)).toBe("free");
  });

  test("expiring in two families at once return both to what else they have", async () => {
    const neighbour = await createOwner();
    await redeem((await months(1)).code);
    await redeem((await months(1)).code, neighbour);
    expect(await endVoucherPlans(monthsLater(new Date(), 2))).toBe(2);
    expect([await tierOf(owner.familyId), await tierOf(neighbour.familyId)]).toEqual(["free", "free"]);
  });

  test("can be used once by a family, no matter who in it types the code", async () => {
    const { code } = await months(1);
    expect((await redeem(code)).status).toBe(200);
    expect(await redeem(code, await createMember(owner.familyId))).toMatchObject({
      status: 409,
      body: { code: "voucher_used_already", message: "Your family has already used this voucher." },
    });
  });

  test("wait while the family has another plan, and stay valid", async () => {
    const rich = await createOwner({ tier: "premium" });
    const { code } = await months(1);
    expect(await redeem(code, rich)).toMatchObject({
      status: 409,
      body: { code: "plan_voucher_not_now", field: "code" },
    });
    expect(await tierOf(rich.familyId)).toBe("premium");
    expect((await redeem(code)).status).toBe(200);
    expect(await redeem((await months(1, { tier: "premium" })).code)).toMatchObject({
      status: 409,
      body: { code: "plan_voucher_not_now" },
    });
  });

  test.each([
    ["pays for it by card", subscribe],
    ["was given it", givePlan],
  ])("wait, and stay valid, while the family %s besides months from a voucher", async (_, start) => {
    expect((await redeem((await months(1)).code)).status).toBe(200);
    await start(owner);
    const { code, id } = await months(1);
    expect(await redeem(code)).toMatchObject({
      status: 409,
      body: { code: "plan_voucher_not_now", field: "code" },
    });
    const kept = await db.voucher.findUniqueOrThrow({ where: { id }, select: { usesLeft: true } });
    expect(kept).toEqual({ usesLeft: 10 });
    expect((await redeem(code, await createOwner())).status).toBe(200);
  });

  test("used by two people of the family at once add up", async () => {
    const [one, two] = [await months(1), await months(1)];
    const nana = await createMember(owner.familyId);
    const answers = await Promise.all([redeem(one.code), redeem(two.code, nana)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { until } = await db.voucherPlan.findUniqueOrThrow({
      where: { familyId: owner.familyId },
      select: { until: true },
    });
    expect(until.getTime()).toBeGreaterThan(monthsLater(new Date(), 1).getTime() + 86_400_000);
  });
});

test.each([
  [{ kind: "money", amount: 1 }, "kind"],
  [{ kind: "free_prints", amount: 0 }, "amount"],
  [{ kind: "free_prints", amount: 1.5 }, "amount"],
  [{ kind: "free_prints", amount: 501 }, "amount"],
  [{ kind: "free_prints", amount: 1, uses: 0 }, "uses"],
  [{ kind: "free_prints", amount: 1, uses: 1001 }, "uses"],
  [{ kind: "free_prints", amount: 1, expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
  [{ kind: "free_prints", amount: 1, expiresAt: "soon" }, "expiresAt"],
])("a voucher of %j is refused at %s", async (json, field) => {
  expect(await make(json)).toMatchObject({ status: 400, body: { field } });
});

test("the day of the month stays, unless the month is too short", () => {
  expect(monthsLater(new Date("2026-01-31T10:00:00Z"), 1).toISOString()).toBe("2026-02-28T10:00:00.000Z");
  expect(monthsLater(new Date("2026-11-21T10:00:00Z"), 3).toISOString()).toBe("2027-02-21T10:00:00.000Z");
});
