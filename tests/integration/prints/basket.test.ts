import { db } from "@/lib/db";
import type { BasketItemDto } from "@/lib/shop/prints/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, join, storeMedia } from "@/tests/support/factories";
import { printable, storeBasketItem } from "@/tests/support/print-calls";

withTestDatabase();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const change = (json: unknown, as = owner) => call("POST", "/api/basket/add", { cookie: as.cookie, json });
const add = (mediaId: string, values: object = {}, as = owner) => change({ mediaId, ...values }, as);
const basket = async (as = owner) =>
  (await call<BasketItemDto[]>("GET", "/api/basket/items", { cookie: as.cookie })).body;
const patch = (id: string, json: unknown, as = owner) =>
  call("PATCH", `/api/basket/items/${id}`, { cookie: as.cookie, json });

test("a picture is added as one 4x6 Gloss print unless the request says otherwise", async () => {
  const { id } = await storeMedia(owner, {
    hasFiles: false,
    fileName: "lake.jpg",
    width: 4000,
    height: 3000,
  });
  expect(await add(id)).toMatchObject({ status: 201, body: { success: true } });
  expect(await basket()).toEqual([
    {
      id: expect.any(String),
      media_id: id,
      file_name: "lake.jpg",
      file_type: "image",
      size: "4x6",
      finish: "Gloss",
      quantity: 1,
      crop: null,
      width: 4000,
      height: 3000,
      editVersion: 0,
      description: "",
    },
  ]);
});

test("an offered size is stored, each as its own print; any other is refused", async () => {
  const id = await printable(owner);
  for (const size of ["4x6", "5x7", "8x10"]) expect((await add(id, { size })).status).toBe(201);
  expect((await basket()).map(({ size, quantity }) => [size, quantity])).toEqual([
    ["4x6", 1],
    ["5x7", 1],
    ["8x10", 1],
  ]);
  for (const size of ["6x4", "20x30", "", 4, null]) {
    expect(await add(id, { size })).toMatchObject({ status: 400, body: { field: "size" } });
  }
  expect(await basket()).toHaveLength(3);
});

test("a refused change says what was wrong", async () => {
  const id = await printable(owner);
  for (const [json, field] of [
    [{ mediaId: id, finish: "Velvet" }, "finish"],
    [{ mediaId: id, quantity: 0 }, "quantity"],
    [{ mediaId: 7 }, "mediaId"],
    [{ action: "update_quantity", itemId: id, quantity: 1.5 }, "quantity"],
    [{ action: "update_quantity", itemId: null, quantity: 1 }, "itemId"],
    [{ action: "empty_basket" }, "action"],
  ] as const) {
    expect([json, await change(json)]).toMatchObject([
      json,
      { status: 400, body: { code: "bad_input", field } },
    ]);
  }
  expect(await basket()).toEqual([]);
});

test("the same print again increases its quantity, another finish is another print", async () => {
  const id = await printable(owner);
  await add(id, { quantity: 2 });
  await add(id);
  await add(id, { finish: "Matte" });
  expect((await basket()).map(({ finish, quantity }) => [finish, quantity])).toEqual([
    ["Gloss", 3],
    ["Matte", 1],
  ]);
});

test("more than the month's free prints is refused: the basket is full", async () => {
  const id = await printable(owner);
  await add(id, { quantity: 5 });
  const refused = await add(await printable(owner));
  expect(refused).toMatchObject({
    status: 422,
    body: {
      success: false,
      quotaExceeded: true,
      code: "quota_exceeded",
      error: expect.stringContaining("Basket is full"),
    },
  });
  const [item] = await basket();
  const more = await change({ action: "update_quantity", itemId: item?.id, quantity: 6 });
  expect(more).toMatchObject({ status: 422, body: { success: false, quotaExceeded: true } });
  expect((await basket()).map(({ quantity }) => quantity)).toEqual([5]);
});

test("ten requests at once put no more into the basket than the quota allows", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => printable(owner)));
  const answers = await Promise.all(ids.map((id) => add(id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(await basket()).toHaveLength(5);
});

test("a quantity can be changed, and never goes below 1", async () => {
  const itemId = await storeBasketItem(owner, { quantity: 2 });
  const set = (quantity: unknown) => change({ action: "update_quantity", itemId, quantity });
  expect(await set(4)).toMatchObject({ status: 200, body: { success: true, item: { quantity: 4 } } });
  for (const quantity of [0, -1, 1.5, "2", 100]) expect((await set(quantity)).status).toBe(400);
  expect((await basket())[0]?.quantity).toBe(4);
});

test("on a smaller plan, prints can still be removed one by one", async () => {
  const itemId = await storeBasketItem(owner, { quantity: 9 });
  expect((await change({ action: "update_quantity", itemId, quantity: 8 })).status).toBe(200);
  expect((await change({ action: "update_quantity", itemId, quantity: 9 })).status).toBe(422);
});

test("emptying a basket leaves a relative's, and one's own in another family", async () => {
  const relative = await createMember(owner.familyId);
  const elsewhere = await createOwner();
  await storeBasketItem(owner);
  const others = [
    await storeBasketItem(relative),
    await storeBasketItem(
      { ...owner, familyId: elsewhere.familyId },
      { mediaId: await printable(elsewhere) },
    ),
  ];
  expect((await change({ action: "clear_basket" })).status).toBe(200);
  const left = await db.basketItem.findMany({ select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual(others.sort());
});

test("the basket is emptied, even twice, and one print is removed once", async () => {
  await storeBasketItem(owner);
  expect(await change({ action: "clear_basket" })).toMatchObject({ status: 200, body: { success: true } });
  expect((await change({ action: "clear_basket" })).status).toBe(200);
  expect(await basket()).toEqual([]);
  const id = await storeBasketItem(owner);
  const remove = () => call("DELETE", `/api/print/basket/${id}`, { cookie: owner.cookie });
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(404);
});

test("each person has a basket of their own", async () => {
  const member = await createMember(owner.familyId);
  const id = await storeBasketItem(owner);
  expect(await basket(member)).toEqual([]);
  expect((await patch(id, { finish: "Matte" }, member)).status).toBe(404);
  const foreign = await change({ action: "update_quantity", itemId: id, quantity: 2 }, member);
  expect(foreign.status).toBe(404);
  expect((await call("DELETE", `/api/print/basket/${id}`, { cookie: member.cookie })).status).toBe(404);
  expect(await basket()).toHaveLength(1);
});

test("a relative's basket, and one's own in another family, are neither seen nor counted nor changed", async () => {
  const relative = await createMember(owner.familyId);
  const cousin = await createOwner();
  await join(owner.userId, cousin.familyId, "member");
  const elsewhere = { ...owner, familyId: cousin.familyId };
  const others = [
    await storeBasketItem(relative, { quantity: 5 }),
    await storeBasketItem(elsewhere, { quantity: 5 }),
  ];
  const rows = () => db.basketItem.findMany({ where: { id: { in: others } }, orderBy: { id: "asc" } });
  const before = await rows();
  expect(await basket()).toEqual([]);
  expect((await add(await printable(owner), { quantity: 5 })).status).toBe(201);
  for (const id of others) {
    expect((await patch(id, { finish: "Matte" })).status).toBe(404);
    expect((await change({ action: "update_quantity", itemId: id, quantity: 1 })).status).toBe(404);
    expect((await call("DELETE", `/api/print/basket/${id}`, { cookie: owner.cookie })).status).toBe(404);
  }
  expect(await basket()).toHaveLength(1);
  expect(await rows()).toEqual(before);
});

test("someone just removed from the family can't add to a basket, whichever other family they have", async () => {
  const removed = await createMember(owner.familyId);
  await join(removed.userId, (await createOwner()).familyId, "member");
  const mediaId = await printable(owner);
  expect((await call("GET", "/api/basket/items", { cookie: removed.cookie })).status).toBe(200);
  // Not through the API: this server still has the session cached.
  await db.membership.deleteMany({ where: { userId: removed.userId, familyId: owner.familyId } });
  expect((await add(mediaId, {}, removed)).status).toBe(403);
  expect(await db.basketItem.count()).toBe(0);
});

test("clips can't be printed, what is in the trash is not found", async () => {
  const clip = await storeMedia(owner, { hasFiles: false, mediaType: "video" });
  expect(await add(clip.id)).toMatchObject({
    status: 422,
    body: { code: "not_printable", field: "mediaId" },
  });
  const trashed = await storeMedia(owner, { hasFiles: false, deletedAt: new Date() });
  expect((await add(trashed.id)).status).toBe(404);
  const stranger = await createOwner({ name: "The others" });
  expect((await add(await printable(stranger))).status).toBe(404);
});

test("a print whose picture is deleted leaves the basket, and comes back with it", async () => {
  const mediaId = await printable(owner);
  await add(mediaId);
  await call("DELETE", `/api/media/${mediaId}`, { cookie: owner.cookie });
  expect(await basket()).toEqual([]);
  await call("POST", `/api/media/${mediaId}/restore`, { cookie: owner.cookie });
  expect(await basket()).toHaveLength(1);
});

test("crop, size and finish can be changed; another size needs another crop", async () => {
  const id = await storeBasketItem(owner);
  const crop = { x: 0.1, y: 0, width: 0.9, height: 0.6 };
  expect(await patch(id, { crop })).toMatchObject({ status: 200, body: { crop } });
  expect(await patch(id, { finish: "Matte" })).toMatchObject({ body: { crop, finish: "Matte" } });
  expect(await patch(id, { size: "5x7" })).toMatchObject({ body: { crop: null, size: "5x7" } });
  for (const [wrong, field] of [
    [{ crop: { x: 0.5, y: 0, width: 0.6, height: 1 } }, "crop.width"],
    [{ crop: { x: 0, y: 0, width: 0, height: 1 } }, "crop.width"],
    [{ size: "9x9" }, "size"],
    [{ finish: "Velvet" }, "finish"],
    [{}, "crop"],
  ] as const) {
    expect(await patch(id, wrong)).toMatchObject({ status: 400, body: { field } });
  }
});

test("two prints of a picture that would become identical are refused", async () => {
  const mediaId = await printable(owner);
  await storeBasketItem(owner, { mediaId });
  const other = await storeBasketItem(owner, { mediaId, size: "5x7" });
  expect(await patch(other, { size: "4x6" })).toMatchObject({
    status: 409,
    body: { code: "same_print", success: false },
  });
});

test("a child can't order", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  expect(await add(await printable(owner), {}, child)).toMatchObject({ status: 403 });
  expect(await db.basketItem.count()).toBe(0);
});
