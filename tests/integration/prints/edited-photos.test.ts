import { db } from "@/lib/db";
import { noEdits } from "@/lib/shared/picture-edits";
import type { BasketItemDto, PrintOrderDto } from "@/lib/shop/prints/schema";
import { renderOrderedPicture } from "@/lib/shop/prints/server/print-job-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  storeMedia,
} from "@/tests/support/factories";
import { fourColours } from "@/tests/support/four-colours";
import { letOrdersGo, storeBasketItem } from "@/tests/support/print-calls";
import { quartersOf } from "@/tests/support/quarters";
import { giveBalance } from "@/tests/support/shop-calls";
import { withTestStorage } from "@/tests/support/test-storage";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let member: FamilyPerson;
let mediaId: string;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
  member = await createMember(owner.familyId);
  const content = await fourColours(1800, 1200);
  mediaId = (await storeMedia(member, { content, width: 1800, height: 1200 })).id;
});

const edit = async (edits: object, version: number) => {
  const json = { ...noEdits, ...edits, version };
  const { status } = await call("PUT", `/api/media/${mediaId}/edits`, { cookie: member.cookie, json });
  expect(status).toBe(200);
};
const basket = async () =>
  (await call<BasketItemDto[]>("GET", "/api/basket/items", { cookie: owner.cookie })).body;
const crop = (itemId: string, part: object) =>
  call("PATCH", `/api/basket/items/${itemId}`, { cookie: owner.cookie, json: { crop: part } });
async function order(): Promise<PrintOrderDto> {
  const json = { shippingAddress: "1 Garden Lane, Leeds" };
  const { body } = await call<{ orders: PrintOrderDto[] }>("POST", "/api/print/basket/checkout", {
    cookie: owner.cookie,
    json,
  });
  return body.orders[0] as PrintOrderDto;
}
const colours = async (print: Buffer | null) => quartersOf(print ?? Buffer.alloc(0), 14);
const printed = async ({ items }: PrintOrderDto) => colours(await renderOrderedPicture(items[0]?.id ?? ""));
const half = { x: 0, y: 0, width: 1, height: 0.5 };

test("a print is made from the edited photo, and its crop from what is visible", async () => {
  await edit({ quarterTurns: 1 }, 0);
  const itemId = await storeBasketItem(owner, { mediaId });
  expect(await basket()).toEqual([expect.objectContaining({ width: 1200, height: 1800, editVersion: 1 })]);
  await crop(itemId, half);
  expect(await printed(await order())).toEqual(["blue", "red", "blue", "red"]);
});

test("editing a photo resets the crop chosen before, in everyone's basket", async () => {
  const itemId = await storeBasketItem(owner, { mediaId });
  const others = await storeBasketItem(owner, {});
  await crop(itemId, half);
  await crop(others, half);
  await edit({ isMirrored: true }, 0);
  const byId = new Map((await basket()).map(({ id, crop: now }) => [id, now]));
  expect([byId.get(itemId), byId.get(others)]).toEqual([null, half]);
});

test("an order stays unchanged if the photo is edited or reverted afterwards", async () => {
  await storeBasketItem(owner, { mediaId });
  const unedited = await order();
  await letOrdersGo();
  await edit({ quarterTurns: 2 }, 0);
  expect(await printed(unedited)).toEqual(["red", "green", "blue", "grey"]);

  await db.printOrder.updateMany({ data: { month: new Date("2020-01-01") } });
  await storeBasketItem(owner, { mediaId });
  const edited = await order();
  const reverted = await call("DELETE", `/api/media/${mediaId}/edits?version=1`, { cookie: member.cookie });
  expect(reverted.status).toBe(200);
  expect(await printed(edited)).toEqual(["grey", "blue", "green", "red"]);
});

test("undoing an order restores its crop, unless the photo was edited meanwhile", async () => {
  const undo = async ({ id }: PrintOrderDto) =>
    (await call("POST", `/api/print-orders/${id}/undo`, { cookie: owner.cookie })).status;
  const itemId = await storeBasketItem(owner, { mediaId });
  await crop(itemId, half);
  expect(await undo(await order())).toBe(200);
  expect((await basket())[0]?.crop).toEqual(half);
  const placed = await order();
  await edit({ quarterTurns: 1 }, 0);
  expect(await undo(placed)).toBe(200);
  expect((await basket())[0]?.crop).toBeNull();
});

test("ordering again keeps the crop, unless the photo was edited since", async () => {
  const itemId = await storeBasketItem(owner, { mediaId });
  await crop(itemId, half);
  const { id } = await order();
  await letOrdersGo();
  await db.printOrder.updateMany({ data: { month: new Date("2020-01-01") } });
  await db.printCredit.deleteMany({});
  const again = async () => {
    expect((await call("POST", `/api/print-orders/${id}/reorder`, { cookie: owner.cookie })).status).toBe(
      200,
    );
    const [item] = await basket();
    await db.basketItem.deleteMany({});
    return item?.crop;
  };
  expect(await again()).toEqual(half);
  await edit({ light: 10 }, 0);
  expect(await again()).toBeNull();
});

test("a gift is made from the photo as it was edited when ordered", async () => {
  await giveBalance(owner, 5_000);
  await edit({ quarterTurns: 2 }, 0);
  const json = {
    ...{ product: "mug", size: "330ml", quantity: 1, pictures: [{ mediaId, crop: null }] },
    shippingAddress: "Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA",
  };
  const ordered = await call("POST", "/api/gift-shop/orders", { cookie: owner.cookie, json });
  expect(ordered.status).toBe(201);
  const { id } = await db.giftOrder.findFirstOrThrow({ select: { id: true } });
  await edit({ isMirrored: true }, 1);
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { bytes } = await call("GET", `/api/super-admin/gift-orders/${id}/package`, { cookie });
  const files = await unzip(bytes);
  const print = files.get([...files.keys()].find((name) => name.endsWith(".jpg")) ?? "");
  expect(await colours(print ?? null)).toEqual(["grey", "blue", "green", "red"]);
});
