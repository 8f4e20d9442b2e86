import sharp from "sharp";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, createPerson, storeMedia } from "@/tests/support/factories";
import { storeGiftOrder } from "@/tests/support/shop-calls";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();

/** Green in its upper right quarter, red elsewhere. */
async function patches(): Promise<Buffer> {
  const green = { create: { width: 1200, height: 800, channels: 3 as const, background: "#20a040" } };
  return sharp({ create: { width: 2400, height: 1600, channels: 3, background: "#d02020" } })
    .composite([{ input: green, left: 1200, top: 0 }])
    .jpeg({ quality: 95 })
    .toBuffer();
}

test("the lab's files show the chosen part in the pixels of its size, and the sheet says what to make", async () => {
  const owner = await createOwner();
  const { id: mediaId } = await storeMedia(owner, {
    content: await patches(),
    fileName: "../Zoë & beach.jpg",
  });
  const id = await storeGiftOrder(owner, { mediaId });
  const crop = { cropX: 0.5, cropY: 0, cropWidth: 0.375, cropHeight: 0.5 };
  await db.giftOrderPicture.updateMany({
    where: { orderId: id },
    data: { ...crop, fileName: "../Zoë & beach.jpg" },
  });
  const open = (cookie: string) => call("GET", `/api/super-admin/gift-orders/${id}/package`, { cookie });
  const operator = await createPerson({ isSuperAdmin: true });
  const { status, headers, bytes } = await open(operator.cookie);
  expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = await unzip(bytes);
  const names = [...files.keys()];
  expect(names).toHaveLength(3);
  expect(names[0]).toMatch(/^01-[^/\\]+\.jpg$/);
  expect(names.slice(1)).toEqual(["order-sheet.pdf", "order.txt"]);
  const print = files.get(names[0] ?? "") as Buffer;
  const facts = await sharp(print).metadata();
  expect(facts).toMatchObject({ width: 1063, height: 945, density: 300, space: "srgb" });
  expect(facts.exif).toBeUndefined();
  const { channels } = await sharp(print).stats();
  expect(channels.map(({ mean }) => Math.round(mean / 16))).toEqual([2, 10, 4]);
  const text = files.get("order.txt")?.toString() ?? "";
  expect(text).toContain("1 × Mug, 330 ml");
  expect(text).toContain("1 Garden Lane");
  // Refused to the family's admins and members, and gone once the order is cancelled.
  expect((await open(owner.cookie)).status).toBe(403);
  expect((await open((await createMember(owner.familyId)).cookie)).status).toBe(403);
  await db.giftOrder.update({ where: { id }, data: { status: "cancelled" }, select: { id: true } });
  expect((await open(operator.cookie)).status).toBe(404);
});

test("a missing picture is named, and doesn't block the others", async () => {
  const owner = await createOwner();
  const id = await storeGiftOrder(owner);
  await db.giftOrderPicture.updateMany({ where: { orderId: id }, data: { mediaId: null } });
  const { cookie } = await createPerson({ isSuperAdmin: true });
  const { bytes } = await call("GET", `/api/super-admin/gift-orders/${id}/package`, { cookie });
  const files = await unzip(bytes);
  expect(files.get("order.txt")?.toString()).toContain("Not printed: the photo is no longer in the album");
});
