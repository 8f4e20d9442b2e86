// Before the settings are first read: limits apply.
Object.assign(process.env, { RATE_LIMITS: "on" });

import { boundPages } from "@/lib/album/books/layouts";
import { importActor } from "@/lib/album/imports/server/import-actor";
import { db } from "@/lib/db";
import type { GiftOrderDto } from "@/lib/shop/gifts/schema";
import { getOrderableBook, removeOrderedBooks } from "@/lib/shop/gifts/server/ordered-book-service";
import { bookCall, madeBook, storeBook } from "@/tests/support/book-calls";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, createPerson, type FamilyPerson } from "@/tests/support/factories";
import { printable } from "@/tests/support/print-calls";
import { giveBalance } from "@/tests/support/shop-calls";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { withTestStripe } from "@/tests/support/test-stripe";
import { workOffQueue } from "@/tests/support/work-off-queue";
import { unzip } from "@/tests/support/zip-files";

await withTestStripe();
withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
  await giveBalance(owner, 10_000);
});

const shippingAddress = "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA";
type Answer = GiftOrderDto & { field?: string; code?: string };
const order = (bookId: string, values: object = {}, as = owner) =>
  call<Answer>("POST", "/api/gift-shop/orders", {
    cookie: as.cookie,
    json: { product: "photo-book", size: "21x21", bookId, shippingAddress, ...values },
  });
const ordered = () => storedKeys(`families/${owner.familyId}/books/order-`);

test("has its PDF in the lab's package, as it was when ordered, at the price of its pages", async () => {
  const photo = await printable(owner);
  const id = await storeBook(
    owner,
    {},
    Array.from({ length: 22 }, () => photo),
  );
  await madeBook(owner, id);
  const pdf = (await bookCall(owner, "GET", `/${id}/file`)).bytes;
  const { status, body } = await order(id, { quantity: 2 });
  const pages = boundPages(22);
  expect(status).toBe(201);
  // 20 pages are included; each of the others is 70p.
  expect(body).toMatchObject({
    status: "placed",
    bookPages: pages,
    total: 2 * (2900 + 4 * 70),
    pictures: [],
  });
  expect((await bookCall(owner, "DELETE", `/${id}`)).status).toBe(204);
  const operator = await createPerson({ isSuperAdmin: true });
  const answer = await call("GET", `/api/super-admin/gift-orders/${body.id}/package`, {
    cookie: operator.cookie,
  });
  const files = await unzip(answer.bytes);
  expect(files.get("book.pdf")?.equals(pdf)).toBe(true);
  expect(files.get("order.txt")?.toString()).toContain(`Pages: ${pages}, in book.pdf`);
  // The PDF is kept for two weeks after delivery.
  await db.giftOrder.update({ where: { id: body.id }, data: { status: "delivered" } });
  expect([await removeOrderedBooks(), (await ordered()).length]).toEqual([0, 1]);
  expect(await removeOrderedBooks(new Date(Date.now() + 15 * 86_400_000))).toBe(1);
  expect(await ordered()).toEqual([]);
});

test("must be square, its buyer's or shared, and made", async () => {
  const photo = await printable(owner);
  const id = await storeBook(owner, {}, [photo]);
  const nana = await createMember(owner.familyId);
  const child = await createMember(owner.familyId, "member", { isChild: true });
  await giveBalance(nana, 10_000);
  const actor = await importActor(owner.userId, owner.familyId);
  const tried = async (bookId: string, values: object = {}, as = owner) => {
    const { status, body } = await order(bookId, values, as);
    return [status, body.code ?? body.status, body.field].filter(Boolean);
  };
  expect(await tried(id)).toEqual([409, "book_not_ready"]);
  expect(actor && (await getOrderableBook(actor, id))).toBeNull();
  await madeBook(owner, id);
  expect(actor && (await getOrderableBook(actor, id))).toEqual({ id, title: "Our year", pages: 20 });
  expect(await tried(id, {}, nana)).toEqual([404, "not_found"]);
  expect(await tried(id, {}, child)).toEqual([403, "forbidden"]);
  expect(await tried(id, {}, await createOwner())).toEqual([404, "not_found"]);
  expect(await tried(id, { size: "30x30" })).toEqual([422, "book_size", "bookId"]);
  expect(await tried(id, { product: "mug", size: "330ml" })).toEqual([400, "bad_input", "bookId"]);
  expect(await tried(id, { pictures: [{ mediaId: photo }] })).toEqual([400, "bad_input", "pictures"]);
  const upright = await storeBook(owner, { format: "a4" }, [photo]);
  await madeBook(owner, upright);
  expect(await tried(upright)).toEqual([422, "book_size", "bookId"]);
  // Nothing is left of an order that wasn't placed.
  expect(await tried(id, { shippingAddress: undefined })).toEqual([
    422,
    "address_required",
    "shippingAddress",
  ]);
  expect(await ordered()).toEqual([]);
  await bookCall(owner, "PATCH", `/${id}`, { version: 1, isShared: true });
  expect(await tried(id, {}, nana)).toEqual([201, "placed"]);
});

test("is copied for an order, and the copy removed at once when nobody pays for it", async () => {
  const id = await storeBook(owner, {}, [await printable(owner)]);
  await madeBook(owner, id);
  const { status, body } = await order(id, { useBalance: false });
  expect([status, body.status]).toEqual([201, "awaiting_payment"]);
  expect(await ordered()).toHaveLength(1);
  const paid = await order(id);
  expect(paid.body.status).toBe("placed");
  const cancelled = await call("POST", `/api/gift-shop/orders/${body.id}/cancel`, { cookie: owner.cookie });
  expect(cancelled).toMatchObject({ status: 200, body: { status: "cancelled" } });
  await workOffQueue();
  const left = await db.giftOrder.findUniqueOrThrow({ where: { id: paid.body.id } });
  expect(await ordered()).toEqual([left.bookKey]);
});

test("can be ordered twenty times an hour by one person", async () => {
  const id = await storeBook(owner);
  for (let at = 0; at < 20; at++) expect((await order(id)).status).toBe(409);
  const { status, body, headers } = await order(id);
  expect([status, body.code]).toEqual([429, "too_many_requests"]);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(3000);
  expect((await order(id, {}, await createOwner())).status).toBe(404);
});
