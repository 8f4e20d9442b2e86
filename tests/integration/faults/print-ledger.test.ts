import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import type { Tier } from "@/lib/generated/prisma/enums";
import { AppError } from "@/lib/http/errors";
import { defaultPrintProvider } from "@/lib/shared/print-products";
import { setTierManually } from "@/lib/shop/billing/server/tier-service";
import {
  addToBasket,
  clearBasket,
  listBasket,
  removeFromBasket,
  setQuantity,
} from "@/lib/shop/prints/server/basket-service";
import { checkOut } from "@/lib/shop/prints/server/checkout-service";
import { undoPrintOrder } from "@/lib/shop/prints/server/hold-service";
import { cancelPrintOrder, listPrintOrders, reorderPrints } from "@/lib/shop/prints/server/orders-service";
import { getPrintBalance, printsOfMonth } from "@/lib/shop/prints/server/quota-service";
import { createFamilyVoucher, createOperatorVoucher } from "@/lib/shop/vouchers/server/make-service";
import { redeemVoucher } from "@/lib/shop/vouchers/server/redeem-service";
import { listFamilyVouchers, revokeFamilyVoucher } from "@/lib/shop/vouchers/server/service";
import { withTestDatabase } from "@/tests/support/database";
import { faultRounds } from "@/tests/support/fault-rounds";
import { ledgerBreaches } from "@/tests/support/ledger-breaches";
import { installScopedClock, withClockAt } from "@/tests/support/scoped-clock";

withTestDatabase();
installScopedClock();

/** Moments at which people act at once, each checked afterwards: the number per family history, and in all. */
const moments = 20;
const histories = faultRounds({ full: 500, few: 100 });
const interleavings = moments * histories;
/** Histories that run in parallel. */
const laneCount = 8;

interface World {
  people: [MemberActor, MemberActor];
  media: string[];
  /** Codes that someone may type. */
  codes: string[];
  clock: { now: number };
}

type Who = 0 | 1;
type Act = (world: World, actor: MemberActor) => Promise<unknown>;

const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(1, list.length)];

const acts = {
  add:
    (nth: number, quantity: number): Act =>
    (world, actor) =>
      addToBasket(actor, { mediaId: pick(world.media, nth) ?? "", size: "4x6", finish: "Gloss", quantity }),
  update:
    (nth: number, quantity: number): Act =>
    async (_, actor) => {
      const item = pick(await listBasket(actor), nth);
      if (item) await setQuantity(actor, item.id, quantity);
    },
  remove:
    (nth: number): Act =>
    async (_, actor) => {
      const item = pick(await listBasket(actor), nth);
      if (item) await removeFromBasket(actor, item.id);
    },
  clear: (): Act => (_, actor) => clearBasket(actor),
  checkOut: (): Act => (_, actor) =>
    checkOut(actor, { shippingAddress: "1 Garden Lane", printProvider: defaultPrintProvider }),
  cancel:
    (nth: number): Act =>
    async (_, actor) => {
      const order = pick(await listPrintOrders(actor), nth);
      if (order) await cancelPrintOrder(actor, order.id);
    },
  undo:
    (nth: number): Act =>
    async (_, actor) => {
      const order = pick(await listPrintOrders(actor), nth);
      if (order) await undoPrintOrder(actor, order.id);
    },
  reorder:
    (nth: number): Act =>
    async (_, actor) => {
      const order = pick(await listPrintOrders(actor), nth);
      if (order) await reorderPrints(actor, order.id);
    },
  give:
    (amount: number, uses: number): Act =>
    async (world, actor) => {
      const { code } = await createFamilyVoucher(actor, {
        kind: "free_prints",
        amount,
        uses,
        tier: "family",
      });
      world.codes.push(code);
    },
  win:
    (amount: number): Act =>
    async (world, actor) => {
      const { code } = await createOperatorVoucher(actor, {
        kind: "free_prints",
        amount,
        uses: 2,
        tier: "family",
      });
      world.codes.push(code);
    },
  redeem:
    (nth: number): Act =>
    async (world, actor) => {
      const code = pick(world.codes, nth);
      if (code) await redeemVoucher(actor, code);
    },
  takeBack:
    (nth: number): Act =>
    async (_, actor) => {
      const voucher = pick(await listFamilyVouchers(actor), nth);
      if (voucher) await revokeFamilyVoucher(actor, voucher.id);
    },
  nextMonth:
    (): Act =>
    async ({ clock }) => {
      clock.now += 31 * 86_400_000;
    },
  tier:
    (tier: Tier): Act =>
    (_, actor) =>
      db.$transaction((client) => setTierManually(client, actor, actor.familyId, tier)),
};

const nth = fc.nat(5);
const few = fc.integer({ min: 1, max: 4 });
const many = fc.integer({ min: 1, max: 12 });

/** One action by one person; its name is what a counterexample shows. */
const step = fc
  .tuple(
    fc.constantFrom<Who>(0, 1),
    fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constant("add" as const), nth, few) },
      { weight: 2, arbitrary: fc.tuple(fc.constant("update" as const), nth, many) },
      { weight: 1, arbitrary: fc.tuple(fc.constant("remove" as const), nth) },
      { weight: 1, arbitrary: fc.tuple(fc.constant("clear" as const)) },
      { weight: 6, arbitrary: fc.tuple(fc.constant("checkOut" as const)) },
      { weight: 3, arbitrary: fc.tuple(fc.constant("cancel" as const), nth) },
      { weight: 1, arbitrary: fc.tuple(fc.constant("reorder" as const), nth) },
      { weight: 2, arbitrary: fc.tuple(fc.constant("undo" as const), nth) },
      { weight: 2, arbitrary: fc.tuple(fc.constant("give" as const), few, fc.integer({ min: 1, max: 2 })) },
      { weight: 1, arbitrary: fc.tuple(fc.constant("win" as const), few) },
      { weight: 3, arbitrary: fc.tuple(fc.constant("redeem" as const), nth) },
      { weight: 1, arbitrary: fc.tuple(fc.constant("takeBack" as const), nth) },
      { weight: 2, arbitrary: fc.tuple(fc.constant("nextMonth" as const)) },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.constant("tier" as const), fc.constantFrom<Tier>("free", "family")),
      },
    ),
  )
  .map(([who, [name, ...values]]) => ({ who, name, values }));
type Step = { who: Who; name: keyof typeof acts; values: unknown[] };

/** Up to three actions at once, again and again. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
  minLength: moments,
  maxLength: moments,
});

const address = {
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
};

/** Creates families of two adults and three pictures, thousands at a time. */
async function createWorlds(count: number): Promise<Omit<World, "clock">[]> {
  const worlds = Array.from({ length: count }, () => ({
    familyId: randomUUID(),
    users: [randomUUID(), randomUUID()],
    media: [randomUUID(), randomUUID(), randomUUID()],
  }));
  for (let start = 0; start < count; start += 1000) {
    const some = worlds.slice(start, start + 1000);
    await db.family.createMany({ data: some.map(({ familyId }) => ({ id: familyId, name: "The Okafors" })) });
    const people = some.flatMap(({ familyId, users }) => users.map((userId) => ({ familyId, userId })));
    await db.user.createMany({
      data: people.map(({ userId }) => ({ ...address, id: userId, username: `person-${userId}` })),
    });
    await db.membership.createMany({ data: people.map((one) => ({ ...one, role: "admin" as const })) });
    await db.media.createMany({
      data: some.flatMap(({ familyId, media }) =>
        media.map((id) => ({
          id,
          familyId,
          fileName: "beach.jpg",
          mediaType: "image" as const,
          mimeType: "image/jpeg",
          year: 2024,
          month: 7,
          sortAt: new Date("2024-07-01T12:00:00Z"),
          storagePath: id,
          sha256: id.replaceAll("-", "").repeat(2),
          bytes: 100,
        })),
      ),
    });
  }
  return worlds.map(({ familyId, users, media }) => {
    const person = (userId = ""): MemberActor => ({
      sessionId: userId,
      key: null,
      screenId: null,
      userId,
      username: `person-${userId}`,
      familyId,
      role: "admin",
      isAdmin: true,
      isSuperAdmin: false,
      isChild: false,
      isUnconfirmed: false,
      isDirectAccess: false,
      tier: "free",
      firstYear: 2022,
      suspendedFamilyId: null,
    });
    return { people: [person(users[0]), person(users[1])], media, codes: [] };
  });
}

/** Where the balance that people are shown differs from their rows. */
async function balanceBreaches({ people }: World): Promise<string[]> {
  const found: string[] = [];
  for (const person of people) {
    const balance = await getPrintBalance(person);
    const rows = await db.printCredit.groupBy({
      by: ["month"],
      where: {
        userId: person.userId,
        familyId: person.familyId,
        OR: [{ month: null }, { month: balance.month }],
      },
      _sum: { prints: true },
    });
    const sumOf = (isKept: boolean) =>
      rows.find(({ month }) => (month === null) === isKept)?._sum.prints ?? 0;
    if (sumOf(true) !== balance.voucherPrints)
      found.push(`kept ${sumOf(true)}, told ${balance.voucherPrints}`);
    // The plan's prints are written when they are first used.
    const ofMonth = sumOf(false) + balance.monthlyQuota - balance.granted;
    const expected = balance.order ? 0 : printsOfMonth(balance);
    // Once the month's order is placed, prints that come later wait for its cancellation.
    const isRight = balance.order ? ofMonth >= 0 : ofMonth === expected;
    if (!isRight) found.push(`month ${ofMonth}, told ${expected}`);
  }
  return found;
}

let looked = 0;
let acted = 0;
let refused = 0;

async function perform(world: World, { who, name, values }: Step): Promise<void> {
  const act = (acts[name] as (...given: unknown[]) => Act)(...values);
  try {
    await act(world, world.people[who]);
    acted++;
  } catch (error) {
    // A refusal with a message is an answer; anything else is a defect.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    refused++;
  }
}

async function live(world: Omit<World, "clock">, steps: Step[][]): Promise<void> {
  await withClockAt(new Date("2030-01-15T12:00:00Z"), async (clock) => {
    const living = { ...world, clock };
    const { familyId } = world.people[0];
    for (const atOnce of steps) {
      await Promise.all(atOnce.map((one) => perform(living, one)));
      expect(await ledgerBreaches(familyId)).toEqual([]);
      looked++;
    }
    expect(await balanceBreaches(living)).toEqual([]);
  });
}

test(`prints ordered never exceed what was granted, in ${interleavings} interleavings`, async () => {
  // Shrinking a counterexample uses families of its own.
  const worlds = await createWorlds(histories + 500);
  const property = fc.asyncProperty(history, async (steps) => {
    const world = worlds.pop();
    if (world) await live(world, steps as Step[][]);
  });
  const seed = Number(process.env.LEDGER_SEED ?? Math.floor(Math.random() * 2 ** 31));
  await Promise.all(
    Array.from({ length: laneCount }, (_, lane) => {
      const numRuns = Math.ceil((histories - lane) / laneCount);
      return fc.assert(property, { numRuns, seed: seed + lane });
    }),
  );
  expect(looked).toBe(interleavings);
  // The histories do real work, and also try what isn't allowed.
  expect(acted).toBeGreaterThan(interleavings / 2);
  expect(refused).toBeGreaterThan(interleavings / 10);
}, 600_000);
