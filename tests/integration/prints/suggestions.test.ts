import { db } from "@/lib/db";
import type { PrintSuggestionsDto } from "@/lib/shop/prints/schema";
import { suggestPrints } from "@/lib/shop/prints/server/picks-service";
import { memberActorOf } from "@/tests/support/actors";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { type MeasuredValues, storeMeasuredMedia } from "@/tests/support/measures";
import { address, storeBasketItem } from "@/tests/support/print-calls";
import { distinctLikeness } from "@/tests/support/sorter-items";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

/** The free plan's prints per month. */
const freePrints = 5;
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** A picture from this month or last, by how many days ago it was taken. */
function recent(
  days: number,
  measures: MeasuredValues = {},
  values: Parameters<typeof storeMeasuredMedia>[2] = {},
  by = owner,
) {
  const at = daysAgo(days);
  return storeMeasuredMedia(by, measures, {
    takenAt: at,
    sortAt: at,
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    ...values,
  });
}

const ask = (as: FamilyPerson | null = owner) =>
  call<PrintSuggestionsDto>("GET", "/api/print/suggestions", as ? { cookie: as.cookie } : {});
const suggested = async (as = owner) => (await ask(as)).body.items.map(({ id }) => id);
const heart = ({ id: mediaId }: { id: string }, { userId, familyId }: FamilyPerson = owner) =>
  db.heart.create({ data: { mediaId, userId, familyId }, select: { mediaId: true } });

test("the month's most loved pictures are suggested first, as many as there are prints left", async () => {
  const pictures = [];
  for (let day = 0; day < 7; day++) pictures.push(await recent(day));
  const [, , loved] = pictures;
  if (loved) await heart(loved);
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body.items).toHaveLength(freePrints);
  expect(body.items[0]).toMatchObject({ id: loved?.id, heartCount: 1, isHearted: true });
  await storeBasketItem(owner, { mediaId: loved?.id ?? "", quantity: 3 });
  const rest = await suggested();
  expect(rest).toHaveLength(freePrints - 3);
  expect(rest).not.toContain(loved?.id);
  expect(await suggested()).toEqual(rest);
});

test("pictures with too few pixels, screenshots, clips, trash, other months and copies are not suggested", async () => {
  const likeness = distinctLikeness();
  const good = await recent(1, { likeness });
  await heart(good);
  await recent(2, { likeness });
  await recent(1, {}, { width: 1600, height: 1100 });
  await recent(1, { isPaper: true });
  await recent(1, {}, { mediaType: "video" });
  await recent(1, {}, { deletedAt: new Date(), deletedById: owner.userId });
  await recent(1, {}, { derivatives: "failed" });
  const old = daysAgo(90);
  await recent(90, {}, { uploadDate: old });
  expect(await suggested()).toEqual([good.id]);
});

test("an old picture added this month can be suggested", async () => {
  const old = new Date("2023-05-01T12:00:00Z");
  const { id } = await storeMeasuredMedia(owner, {}, { takenAt: old, sortAt: old, year: 2023, month: 5 });
  expect(await suggested()).toEqual([id]);
});

test("what this person ordered is not suggested again, unless the order was cancelled; it can be for others", async () => {
  const { id } = await recent(1);
  const { userId, familyId } = owner;
  const order = await db.printOrder.create({
    data: {
      userId,
      familyId,
      month: new Date(Date.UTC(2020, 0, 1)),
      provider: "Professional Print Lab",
      shippingAddress: "1 Garden Lane, Leeds",
      recipient: address,
      printCount: 1,
      items: { create: [{ fileName: "a.jpg", size: "4x6", finish: "Gloss", quantity: 1, mediaId: id }] },
    },
    select: { id: true },
  });
  expect(await suggested()).toEqual([]);
  expect(await suggested(await createMember(familyId))).toEqual([id]);
  await db.printOrder.update({
    where: { id: order.id },
    data: { status: "cancelled" },
    select: { id: true },
  });
  expect(await suggested()).toEqual([id]);
});

test("a neighbour family's most loved pictures don't crowd out one's own", async () => {
  const neighbour = await createOwner();
  for (let day = 0; day < freePrints; day++) await heart(await recent(day, {}, {}, neighbour), neighbour);
  const { id } = await recent(6);
  expect(await suggested()).toEqual([id]);
});

test("a relative's heart is not one's own, nor is what is in their basket", async () => {
  const relative = await createMember(owner.familyId);
  const theirs = await recent(1);
  const mine = await recent(2);
  await heart(theirs, relative);
  await heart(mine);
  await storeBasketItem(relative, { mediaId: theirs.id });
  expect(await suggested()).toEqual([mine.id, theirs.id]);
});

test("nothing is suggested without prints left, to a child, or from another family; a visitor is refused", async () => {
  const { id } = await recent(1);
  expect(await suggested(await createOwner())).toEqual([]);
  expect(await suggested(await createMember(owner.familyId, "member", { isChild: true }))).toEqual([]);
  await storeBasketItem(owner, { quantity: freePrints });
  expect(await suggested()).toEqual([]);
  expect((await ask(null)).status).toBe(401);
  // On the first of a month, last month's are still suggested.
  await db.basketItem.deleteMany();
  const now = new Date();
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 5));
  const { items } = await suggestPrints(await memberActorOf(owner), next);
  expect(items.map((item) => item.id)).toEqual([id]);
});
