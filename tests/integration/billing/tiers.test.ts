import { db } from "@/lib/db";
import { setTierManually, settleTier } from "@/lib/shop/billing/server/tier-service";
import type { QuotaDto } from "@/lib/shop/prints/schema";
import { recordMonthlyGrants } from "@/lib/shop/prints/server/grant-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, join, storeMedia } from "@/tests/support/factories";
import { clipBytes } from "@/tests/support/pictures";
import { storeBasketItem } from "@/tests/support/print-calls";
import { subscribe } from "@/tests/support/subscriptions";
import { withTestStorage } from "@/tests/support/test-storage";
import { mustPostEvent, withTestStripe } from "@/tests/support/test-stripe";

const stripe = await withTestStripe();
withTestDatabase();
withTestStorage();

const gibibyte = 1024 ** 3;
let owner: FamilyPerson;
let subscription: string;
beforeEach(async () => {
  owner = await createOwner();
  subscription = await subscribe(owner, { tier: "family" });
  stripe.deliver = mustPostEvent;
});

const fill = (bytes: number, { familyId } = owner) =>
  db.family.update({
    where: { id: familyId },
    data: { storageBytes: BigInt(Math.floor(bytes)) },
    select: { id: true },
  });
const upload = (content = clipBytes(400), { cookie } = owner) =>
  call("POST", "/api/media", {
    cookie,
    json: {
      fileName: "film.mp4",
      fileData: `data:video/mp4;base64,${content.toString("base64")}`,
      fileType: "video/mp4",
      year: 2024,
      month: 7,
      description: "",
    },
  });
const invite = (username: string) =>
  call("POST", "/api/invitations", {
    cookie: owner.cookie,
    json: { username, email: `${username}@example.org`, isAdmin: false },
  });
const quota = async () => (await call<QuotaDto>("GET", "/api/user/quota", { cookie: owner.cookie })).body;
const tierOf = async () =>
  (await db.family.findUniqueOrThrow({ where: { id: owner.familyId }, select: { tier: true } })).tier;
const messages = async () =>
  (
    await db.notification.findMany({ select: { title: true, message: true }, orderBy: { createdAt: "asc" } })
  ).slice(1);
const titles = async () => (await messages()).map(({ title }) => title);

test("a larger plan makes room for what didn't fit", async () => {
  await fill(6 * gibibyte);
  expect((await upload()).status).toBe(201);
  for (const name of ["nana", "grandad", "auntie", "uncle"]) expect((await invite(name)).status).toBe(201);
});

describe("when the plan ends and the family has more than the free one holds", () => {
  beforeEach(async () => {
    await storeMedia(owner);
    await fill(6 * gibibyte);
    for (let more = 0; more < 3; more++) await createMember(owner.familyId);
    await stripe.store.end(subscription);
  });

  test("nothing is deleted, everyone stays, and the excess is reported", async () => {
    expect(await tierOf()).toBe("free");
    expect([
      await db.media.count(),
      await db.membership.count({ where: { familyId: owner.familyId } }),
    ]).toEqual([1, 4]);
    const { body } = await call("GET", "/api/billing", { cookie: owner.cookie });
    expect(body.over).toEqual({ storageBytes: gibibyte, members: 1 });
    const [told] = await messages();
    expect(told?.title).toBe("Your family's plan is smaller now");
    expect(told?.message).toMatch(/Nothing was deleted\..*1GB over the 5GB.*1 person more than the 3/);
    expect((await call("GET", "/api/media/latest", { cookie: owner.cookie })).body).toHaveLength(1);
  });

  test("uploads are blocked with a message naming the limit and the plan, and this is notified once", async () => {
    for (let tries = 0; tries < 3; tries++) {
      const answer = await upload();
      expect(answer).toMatchObject({ status: 422, body: { code: "storage_limit" } });
      expect(answer.body.error).toMatch(/5GB.*Family Plan/);
    }
    expect((await titles()).filter((title) => title === "Storage Full")).toHaveLength(1);
    expect(await db.media.count()).toBe(1);
  });

  test("nobody new is invited, with a message naming the limit and the plan", async () => {
    const answer = await invite("nana");
    expect(answer).toMatchObject({ status: 422, body: { code: "member_limit" } });
    expect(answer.body.error).toMatch(/3 people.*Family Plan has room for 6/);
  });

  test("with room again, uploads continue", async () => {
    await fill(4 * gibibyte);
    expect((await upload()).status).toBe(201);
  });
});

describe("the month's free prints", () => {
  test("a larger plan adds the difference", async () => {
    const other = await createOwner();
    const quotaOf = async () =>
      (await call<QuotaDto>("GET", "/api/user/quota", { cookie: other.cookie })).body.remaining;
    expect(await quotaOf()).toBe(5);
    await subscribe(other, { tier: "premium" });
    expect(await quotaOf()).toBe(50);
  });

  test("a smaller plan takes back nothing that the month has granted, and the next month is its own", async () => {
    expect((await quota()).remaining).toBe(20);
    await stripe.store.end(subscription);
    expect(await quota()).toMatchObject({ remaining: 20, monthlyQuota: 20 });
    await storeBasketItem(owner, { quantity: 20 });
    const json = { shippingAddress: "1 Garden Lane, Leeds" };
    const order = await call("POST", "/api/print/basket/checkout", { cookie: owner.cookie, json });
    expect(order.status).toBe(201);
    const { _sum } = await db.printCredit.aggregate({ _sum: { prints: true } });
    expect(_sum.prints).toBe(0);
    await db.printCredit.deleteMany();
    await db.printOrder.deleteMany();
    expect((await quota()).remaining).toBe(5);
  });

  test("one member's grant is not another's", async () => {
    const now = new Date();
    await db.$transaction((client) => recordMonthlyGrants(client, owner.familyId, "family", now));
    const relative = await createMember(owner.familyId);
    await stripe.store.end(subscription);
    const { body } = await call<QuotaDto>("GET", "/api/user/quota", { cookie: relative.cookie });
    expect(body.remaining).toBe(20);
  });

  test("a smaller plan changes nobody's ledger in other families, which counts only there", async () => {
    const neighbour = await createOwner();
    await join(owner.userId, neighbour.familyId, "member");
    const { familyId } = neighbour;
    await db.$transaction((client) => recordMonthlyGrants(client, familyId, "family", new Date()));
    await createMember(familyId);
    await stripe.store.end(subscription);
    const rows = await db.printCredit.findMany({ select: { userId: true, familyId: true, prints: true } });
    const given = (userId: string, family: string) => ({ userId, familyId: family, prints: 20 });
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        given(owner.userId, owner.familyId),
        given(owner.userId, familyId),
        given(neighbour.userId, familyId),
      ]),
    );
  });

  test("switching up and down grants them once", async () => {
    const now = new Date();
    for (let times = 0; times < 3; times++) {
      await db.$transaction((client) => recordMonthlyGrants(client, owner.familyId, "family", now));
    }
    const { _sum } = await db.printCredit.aggregate({ where: { kind: "grant" }, _sum: { prints: true } });
    expect(_sum.prints).toBe(20);
    expect((await quota()).remaining).toBe(20);
  });

  test("children, who don't order, are granted none", async () => {
    const child = await createMember(owner.familyId, "member", { isChild: true });
    await stripe.store.end(subscription);
    expect(await db.printCredit.count({ where: { userId: child.userId } })).toBe(0);
  });
});

describe("several entitlements to a plan", () => {
  const byHand = (tier: "free" | "family" | "premium") =>
    db.$transaction((client) => setTierManually(client, { userId: owner.userId }, owner.familyId, tier));
  const settle = (now: Date) => db.$transaction((client) => settleTier(client, owner.familyId, { now }));

  test("the largest counts, and one that ends leaves the others", async () => {
    expect((await byHand("premium")).tier).toBe("premium");
    await stripe.store.end(subscription);
    expect(await tierOf()).toBe("premium");
    expect((await byHand("free")).tier).toBe("free");
  });

  test("what is revoked for one family stays for the others", async () => {
    const other = await createOwner();
    const { familyId } = other;
    await db.$transaction((client) => setTierManually(client, { userId: other.userId }, familyId, "premium"));
    const until = new Date(Date.now() + 86_400_000);
    await db.voucherPlan.create({ data: { familyId, tier: "premium", until }, select: { familyId: true } });
    await stripe.store.end(subscription);
    await byHand("premium");
    expect((await byHand("free")).tier).toBe("free");
    const rights = [await db.tierGrant.count(), await db.voucherPlan.count()];
    expect(rights).toEqual([1, 1]);
  });

  test("a family's plan depends on that family alone, whatever plans its neighbours have", async () => {
    for (const tier of ["free", "family", "premium"] as const) await createOwner({ tier });
    const { userId, familyId } = await createOwner();
    for (const tier of ["family", "premium", "free"] as const) {
      const set = await db.$transaction((client) => setTierManually(client, { userId }, familyId, tier));
      expect(set.tier).toBe(tier);
    }
    await stripe.store.end(subscription);
    expect(await tierOf()).toBe("free");
  });

  test("nobody can manually revoke what a family pays for", async () => {
    await expect(byHand("free")).rejects.toMatchObject({ code: "live_subscription", status: 409 });
    expect(await tierOf()).toBe("family");
  });

  test("voucher months end, and the paid plan continues", async () => {
    const until = new Date(Date.now() + 86_400_000);
    await db.voucherPlan.create({
      data: { familyId: owner.familyId, tier: "premium", until },
      select: { familyId: true },
    });
    await settle(new Date());
    expect(await tierOf()).toBe("premium");
    await settle(new Date(until.getTime() + 1));
    expect(await tierOf()).toBe("family");
  });
});

describe("storage is notified once per threshold", () => {
  const plan = 200 * gibibyte;
  const content = () => clipBytes(5000);
  const crossing = async (share: number) => {
    await fill(plan * share - 2000);
    expect((await upload(content())).status).toBe(201);
    expect((await upload(content())).status).toBe(201);
  };

  test("80 and 95 percent", async () => {
    await crossing(0.8);
    expect(await messages()).toEqual([
      { title: "Storage Low", message: expect.stringContaining("80% of your plan's 200GB") },
    ]);
    await crossing(0.95);
    expect(await titles()).toEqual(["Storage Low", "Storage almost full"]);
  });

  test("again, after room was made in between", async () => {
    await crossing(0.8);
    await crossing(0.5);
    await crossing(0.8);
    expect(await titles()).toEqual(["Storage Low", "Storage Low"]);
  });

  test("full, once, even while another family's storage fills up", async () => {
    await fill(plan - 10);
    await upload(content());
    const neighbour = await createOwner({ tier: "family" });
    await fill(plan * 0.95 - 2000, neighbour);
    expect((await upload(content(), neighbour)).status).toBe(201);
    await upload(content());
    const { familyId } = owner;
    expect(await db.notification.count({ where: { familyId, title: "Storage Full" } })).toBe(1);
    const almost = { familyId: neighbour.familyId, title: "Storage almost full" };
    expect(await db.notification.count({ where: almost })).toBe(1);
  });

  test("full, once, even if a neighbour's plan changes in between; their people aren't counted in its message", async () => {
    const neighbour = await createOwner({ tier: "family" });
    for (let more = 0; more < 3; more++) await createMember(neighbour.familyId);
    await fill(plan - 10, neighbour);
    expect((await upload(content(), neighbour)).status).toBe(422);
    await stripe.store.end(subscription);
    expect((await upload(content(), neighbour)).status).toBe(422);
    const { familyId } = neighbour;
    expect(await db.notification.count({ where: { familyId, title: "Storage Full" } })).toBe(1);
    const ours = await db.notification.findFirst({
      where: { familyId: owner.familyId, title: "Your family's plan is smaller now" },
      select: { message: true },
    });
    expect(ours?.message).toMatch(/Nothing was deleted\.$/);
  });

  test("full, when an upload is refused, and again after filling up again", async () => {
    await fill(plan - 10);
    await Promise.all([upload(content()), upload(content()), upload(content())]);
    expect((await upload(content())).status).toBe(422);
    expect(await titles()).toEqual(["Storage Full"]);
    await crossing(0.95);
    await fill(plan - 10);
    await upload(content());
    expect(await titles()).toEqual(["Storage Full", "Storage almost full", "Storage Full"]);
  });

  test("of many concurrent uploads one crosses", async () => {
    await fill(plan * 0.8 - 2000);
    await Promise.all(Array.from({ length: 8 }, () => upload(content())));
    expect(await titles()).toEqual(["Storage Low"]);
  });

  test("only the owner and admins are notified", async () => {
    await createMember(owner.familyId);
    const admin = await createMember(owner.familyId, "admin");
    await crossing(0.8);
    const rows = await db.notification.findMany({
      where: { title: "Storage Low" },
      select: { userId: true, url: true },
    });
    expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([owner.userId, admin.userId]));
    expect(rows.every(({ url }) => url === "/billing")).toBe(true);
  });
});
