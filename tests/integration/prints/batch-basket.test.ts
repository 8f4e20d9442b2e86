import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { db } from "@/lib/db";
import type { BasketItemDto } from "@/lib/shop/prints/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, join, storeMedia } from "@/tests/support/factories";
import { printable, storeBasketItem, storePrintOrder } from "@/tests/support/print-calls";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const add = (mediaIds: string[], as = owner) =>
  call<BatchAnswerDto>("POST", "/api/media/batch/basket", { cookie: as.cookie, json: { mediaIds } });
const basket = async (as = owner) =>
  (await call<BasketItemDto[]>("GET", "/api/basket/items", { cookie: as.cookie })).body;
const many = async (count: number) => {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push(await printable(owner));
  return ids;
};

test("one print of each goes in, in the default size and in the order they were named", async () => {
  const ids = await many(4);
  expect((await add(ids)).body).toEqual({ changedIds: ids, refusals: [] });
  expect(await basket()).toMatchObject(
    ids.map((id) => ({ media_id: id, size: "4x6", finish: "Gloss", quantity: 1, crop: null })),
  );
});

test("what the free prints don't cover is left out, and the answer says how many", async () => {
  const ids = await many(7);
  const { body } = await add(ids);
  expect(body.changedIds).toEqual(ids.slice(0, 5));
  expect(body.refusals).toEqual([
    {
      code: "quota_exceeded",
      count: 2,
      message: "2 of 7 didn't fit. Basket is full. You have 5 free prints left this month.",
    },
  ]);
  expect(await basket()).toHaveLength(5);
});

test("what is already in the basket, in any size, is left unchanged: a second time changes nothing", async () => {
  const [first = "", second = ""] = await many(2);
  const json = { mediaId: first, size: "5x7", quantity: 2 };
  await call("POST", "/api/basket/add", { cookie: owner.cookie, json });
  expect((await add([first, second])).body).toEqual({
    changedIds: [second],
    refusals: [{ code: "already_in_basket", count: 1, message: "1 of 2 is already in the basket." }],
  });
  expect((await add([first, second])).body.changedIds).toEqual([]);
  expect((await basket()).map(({ size, quantity }) => [size, quantity])).toEqual([
    ["5x7", 2],
    ["4x6", 1],
  ]);
});

test("a relative's basket, and one's own in another family, keep no photo out and take no room", async () => {
  const relative = await createMember(owner.familyId);
  const cousin = await createOwner();
  await join(owner.userId, cousin.familyId, "member");
  const ids = await many(5);
  await storeBasketItem(relative, { mediaId: ids[0] ?? "", quantity: 5 });
  await storeBasketItem(
    { ...owner, familyId: cousin.familyId },
    { mediaId: await printable(cousin), quantity: 5 },
  );
  expect((await add(ids)).body).toEqual({ changedIds: ids, refusals: [] });
  expect(await basket(relative)).toMatchObject([{ media_id: ids[0], quantity: 5 }]);
});

test("clips and trash are counted, and the photos go in", async () => {
  const photo = await printable(owner);
  const clip = (await storeMedia(owner, { hasFiles: false, mediaType: "video" })).id;
  const gone = (await storeMedia(owner, { hasFiles: false, deletedAt: new Date() })).id;
  expect((await add([clip, gone, photo])).body).toEqual({
    changedIds: [photo],
    refusals: [
      { code: "not_printable", count: 1, message: "1 of 3 is a video, and only photos can be printed." },
      { code: "not_found", count: 1, message: "1 of 3 could not be found." },
    ],
  });
});

test("after the month's order nothing is added", async () => {
  const orderId = await storePrintOrder(owner);
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  await db.printOrder.update({ where: { id: orderId }, data: { month } });
  expect((await add(await many(1))).body).toEqual({
    changedIds: [],
    refusals: [
      {
        code: "quota_exceeded",
        count: 1,
        message: "This one didn't fit. Basket is full. You have no free prints left this month.",
      },
    ],
  });
});

test("a child is refused, and its basket stays empty", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  expect(await add(await many(1), child)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  expect(await db.basketItem.count()).toBe(0);
});

test("several at once put no more in than the quota allows", async () => {
  const ids = await many(8);
  const answers = await Promise.all([add(ids.slice(0, 4)), add(ids.slice(4)), add(ids)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await basket()).toHaveLength(5);
});
