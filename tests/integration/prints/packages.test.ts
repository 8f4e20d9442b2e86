import sharp from "sharp";
import { extractText, getDocumentProxy } from "unpdf";
import { signedToken } from "@/lib/core/auth/server/signed-token";
import { databasePool, db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import type { PackageLinkDto } from "@/lib/shop/prints/fulfilment-schema";
import type { AdminPrintOrderDto, PrintOrderDto } from "@/lib/shop/prints/schema";
import { ensurePackage, makeQueuedPackage, purgePackages } from "@/lib/shop/prints/server/package-service";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  storeMedia,
  testPassword,
} from "@/tests/support/factories";
import { address, letOrdersGo, storeBasketItem, storePrintOrder } from "@/tests/support/print-calls";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
  member = await createMember(owner.familyId);
});

const colours = { red: "#d02020", green: "#20a040", blue: "#2040c0", white: "#f0f0f0" } as const;

/** A picture of four quarters: red and green above blue and white. */
async function quarters(width = 2400, height = 1600): Promise<Buffer> {
  const names = ["red", "green", "blue", "white"] as const;
  const [w, h] = [width / 2, height / 2];
  const parts = names.map((name, at) => ({
    input: { create: { width: w, height: h, channels: 3 as const, background: colours[name] } },
    left: (at % 2) * w,
    top: at < 2 ? 0 : h,
  }));
  return sharp({ create: { width, height, channels: 3, background: "#000000" } })
    .composite(parts)
    .jpeg({ quality: 95 })
    .toBuffer();
}

async function order(as: FamilyPerson): Promise<PrintOrderDto> {
  const json = { shippingAddress: "Rose Okafor, 1 Garden Lane, Leeds" };
  const { body, status } = await call<{ orders: PrintOrderDto[] }>("POST", "/api/print/basket/checkout", {
    cookie: as.cookie,
    json,
  });
  expect(status).toBe(201);
  await letOrdersGo();
  return body.orders[0] as PrintOrderDto;
}

const download = (id: string, as = owner) =>
  call("GET", `/api/admin/print-orders/${id}/package`, { cookie: as.cookie });
const linkOf = (id: string, as = owner) =>
  call<PackageLinkDto>("POST", `/api/admin/print-orders/${id}/link`, { cookie: as.cookie });
const fulfilment = async (id: string) =>
  (await call<AdminPrintOrderDto[]>("GET", "/api/admin/print-orders", { cookie: owner.cookie })).body.find(
    (one) => one.id === id,
  )?.fulfilment;

/** The named colour of a spot, given as fractions of the picture's size. */
async function colourAt(picture: Buffer, x: number, y: number): Promise<string> {
  const { width, height } = await sharp(picture).metadata();
  const region = { left: Math.round(width * x), top: Math.round(height * y), width: 20, height: 20 };
  const mean = await sharp(picture).extract(region).resize(1, 1).raw().toBuffer();
  const near = Object.entries(colours).map(([name, hex]) => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return [name, Math.hypot(...parts.map((part, at) => part - (mean[at] ?? 0)))] as const;
  });
  return near.sort((a, b) => a[1] - b[1])[0]?.[0] ?? "";
}

test("an order's package has each picture as it was cropped, at 300 dpi, with its copies", async () => {
  const { id: mediaId } = await storeMedia(member, { content: await quarters(), fileName: "quarters.jpg" });
  const { id: turnedId } = await storeMedia(member, {
    // The camera was held upright, so the stored picture is on its side.
    content: await sharp(await quarters())
      .withMetadata({ orientation: 6 })
      .toBuffer(),
    fileName: "upright.jpg",
  });
  const itemId = await storeBasketItem(member, { mediaId, quantity: 3 });
  const crop = { x: 0.5, y: 0, width: 0.5, height: 0.5 };
  const path = `/api/basket/items/${itemId}`;
  expect((await call("PATCH", path, { cookie: member.cookie, json: { crop } })).status).toBe(200);
  await storeBasketItem(member, { mediaId: turnedId });
  await storeBasketItem(member, { mediaId, size: "8x10" });
  const { id, number } = await order(member);
  await workOffQueue();
  expect(await fulfilment(id)).toMatchObject({ problems: [], packageMadeAt: expect.any(String) });

  const { status, headers, bytes } = await download(id);
  expect([status, headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(headers.get("content-disposition")).toContain(`print order ${number}.zip`);
  const files = await unzip(bytes);
  const prints = [...files.keys()].filter((name) => name.endsWith(".jpg"));
  expect(prints).toEqual([
    "4x6-Gloss/01-3x-quarters.jpg",
    "4x6-Gloss/02-1x-upright.jpg",
    "8x10-Gloss/03-1x-quarters.jpg",
  ]);
  const [cropped, upright, large] = prints.map((name) => files.get(name) as Buffer);
  const facts = (print: Buffer | undefined) => sharp(print).metadata();
  expect(await facts(cropped)).toMatchObject({ width: 1800, height: 1200, density: 300, space: "srgb" });
  expect(await facts(upright)).toMatchObject({ width: 1200, height: 1800, density: 300 });
  expect(await facts(large)).toMatchObject({ width: 3000, height: 2400, density: 300 });
  for (const print of [cropped, upright, large]) {
    const { exif, orientation, icc } = await facts(print);
    expect([exif, orientation, icc]).toEqual([undefined, undefined, undefined]);
  }
  // Only the upper right quarter.
  const corners = (print: Buffer) =>
    Promise.all(
      [
        [0.05, 0.05],
        [0.9, 0.05],
        [0.05, 0.9],
        [0.9, 0.9],
      ].map(([x = 0, y = 0]) => colourAt(print, x, y)),
    );
  expect(await corners(cropped as Buffer)).toEqual(["green", "green", "green", "green"]);
  // Rotated a quarter turn clockwise.
  expect(await corners(upright as Buffer)).toEqual(["blue", "red", "white", "green"]);
  expect(await corners(large as Buffer)).toEqual(["red", "green", "blue", "white"]);

  const pdf = await getDocumentProxy(new Uint8Array(files.get("order-sheet.pdf") ?? []));
  const { text } = await extractText(pdf, { mergePages: true });
  for (const words of [
    `The Okafors: order ${number}`,
    "Rose Okafor, 1 Garden Lane, Leeds",
    "3 ×",
    "5 of 3 photos",
  ])
    expect(text).toContain(words);
});

test("deleted, trashed or broken pictures are left out, named on the sheet, and reported to the admins", async () => {
  const broken = await storeMedia(member, { content: Buffer.from("no picture"), fileName: "broken.jpg" });
  const lost = await storeMedia(member, { hasFiles: false, fileName: "lost.jpg" });
  const trashed = await storeMedia(member, { fileName: "trashed.jpg" });
  const deleted = await storeMedia(member, { fileName: "deleted.jpg" });
  const fine = await storeMedia(member, { fileName: "fine.jpg" });
  for (const { id } of [broken, lost, trashed, deleted, fine]) await storeBasketItem(member, { mediaId: id });
  const { id } = await order(member);
  await call("DELETE", `/api/media/${trashed.id}`, { cookie: owner.cookie });
  await db.media.deleteMany({ where: { id: deleted.id } });
  await workOffQueue();
  const reasons = Object.fromEntries(
    (await fulfilment(id))?.problems.map(({ fileName, reason }) => [fileName, reason]) ?? [],
  );
  expect(reasons).toEqual({
    "broken.jpg": "Its file can't be read.",
    "lost.jpg": "Its file is missing.",
    "trashed.jpg": "The photo is in the trash.",
    "deleted.jpg": "The photo is no longer in the album.",
  });
  const files = await unzip((await download(id)).bytes);
  expect([...files.keys()].filter((name) => name.endsWith(".jpg"))).toEqual(["4x6-Gloss/05-1x-fine.jpg"]);
  expect(files.get("order.txt")?.toString("utf8")).toContain("lost.jpg  (Not printed: Its file is missing.)");
  const notifications = await db.notification.findMany({
    where: { userId: owner.userId, message: "4 photos of it can't be printed." },
    select: { url: true },
  });
  expect(notifications).toEqual([{ url: "/admin-print-orders" }]);
});

test("a missing package is made on request, and once for many requests at the same moment", async () => {
  const id = await storePrintOrder(member);
  const answers = await Promise.all([download(id), download(id), download(id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await db.printProviderCall.count()).toBe(1);
  const [key = ""] = await storedKeys(`families/${owner.familyId}/prints/`);
  await getStorage().delete(key);
  expect((await download(id)).status).toBe(200);
  expect(await db.printProviderCall.count()).toBe(2);
});

test("a member, another family's admin and a visitor get no package and no link", async () => {
  const id = await storePrintOrder(member);
  const stranger = await createOwner({ name: "The others" });
  for (const ask of [download, linkOf]) {
    expect((await ask(id, member)).status).toBe(403);
    expect((await ask(id, stranger)).status).toBe(404);
    expect((await ask(id, { ...stranger, cookie: "" })).status).toBe(401);
  }
  expect(await storedKeys(`families/${owner.familyId}/prints/`)).toEqual([]);
});

test("the lab's link gives only this order's package, without a session, until it expires", async () => {
  const id = await storePrintOrder(member);
  const { status, body } = await linkOf(id);
  expect(status).toBe(201);
  expect(body.url).toMatch(/^http:\/\/album\.test\/api\/print-packages\/[\w-]+$/);
  const open = (path: string) => call("GET", path);
  const path = new URL(body.url).pathname;
  const opened = await open(path);
  expect(opened.status).toBe(200);
  expect(opened.headers.get("cache-control")).toBe("private, no-store");
  expect(opened.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  expect((await unzip(opened.bytes)).has("order.txt")).toBe(true);
  const forged = path.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  const over = `/api/print-packages/${signedToken("print package", id, new Date(Date.now() - 1_000))}`;
  const callback = `/api/print-packages/${signedToken("print callback", id, null)}`;
  for (const wrong of [forged, over, callback]) {
    expect(await open(wrong)).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  const suspend = (suspendedAt: Date | null) =>
    db.family.updateMany({ where: { id: owner.familyId }, data: { suspendedAt } });
  await suspend(new Date());
  expect((await open(path)).status).toBe(404);
  await suspend(null);
  expect((await open(path)).status).toBe(200);
  await call("PATCH", `/api/admin/print-orders/${id}`, {
    cookie: owner.cookie,
    json: { status: "cancelled" },
  });
  expect((await open(path)).status).toBe(404);
});

test("a link to one picture gives the finished print", async () => {
  const { id: mediaId } = await storeMedia(member, { content: await quarters() });
  const { userId, familyId } = member;
  const { items } = await db.printOrder.create({
    data: {
      userId,
      familyId,
      month: new Date(Date.UTC(1899, 0, 1)),
      provider: "Prodigi",
      shippingAddress: "x",
      recipient: address,
      printCount: 1,
      items: { create: [{ mediaId, fileName: "q.jpg", size: "4x6", finish: "Gloss", quantity: 1 }] },
    },
    select: { items: { select: { id: true } } },
  });
  const itemId = items[0]?.id ?? "";
  const token = signedToken("print picture", itemId, new Date(Date.now() + 60_000));
  const { status, bytes } = await call("GET", `/api/print-packages/${token}`);
  expect(status).toBe(200);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1800, height: 1200, density: 300 });
  await call("DELETE", `/api/media/${mediaId}`, { cookie: owner.cookie });
  expect((await call("GET", `/api/print-packages/${token}`)).status).toBe(404);
});

test("a package made again includes what came back meanwhile", async () => {
  const trashed = await storeMedia(member, { fileName: "back.jpg" });
  await storeBasketItem(member, { mediaId: trashed.id });
  const { id } = await order(member);
  await call("DELETE", `/api/media/${trashed.id}`, { cookie: owner.cookie });
  await workOffQueue();
  expect((await fulfilment(id))?.problems).toHaveLength(1);
  await call("POST", `/api/media/${trashed.id}/restore`, { cookie: owner.cookie });
  const again = () =>
    call<AdminPrintOrderDto>("POST", `/api/admin/print-orders/${id}/send`, {
      cookie: owner.cookie,
      json: { provider: "professional-print-lab" },
    });
  expect(await again()).toMatchObject({ status: 202, body: { fulfilment: { packageMadeAt: null } } });
  await again();
  await workOffQueue();
  expect(await fulfilment(id)).toMatchObject({ problems: [] });
});

test("packages are deleted two weeks after the parcel is sent, or when the order is cancelled, and not before", async () => {
  const ids = [await storePrintOrder(member), await storePrintOrder(member), await storePrintOrder(member)];
  for (const id of ids) await download(id);
  const [sent = "", cancelled = "", open = ""] = ids;
  const patch = (id: string, status: string) =>
    call("PATCH", `/api/admin/print-orders/${id}`, { cookie: owner.cookie, json: { status } });
  await patch(sent, "dispatched");
  await patch(cancelled, "cancelled");
  const day = 86_400_000;
  expect(await purgePackages(new Date(Date.now() + 13 * day))).toBe(1);
  expect(await purgePackages(new Date(Date.now() + 15 * day))).toBe(1);
  expect(await purgePackages(new Date(Date.now() + 15 * day))).toBe(0);
  expect(await storedKeys(`families/${owner.familyId}/prints/`)).toEqual([
    `families/${owner.familyId}/prints/${open}/package.zip`,
  ]);
  expect((await download(sent)).status).toBe(200);
});

test("a package made while its family is deleted doesn't stay in the storage", async () => {
  const id = await storePrintOrder(member);
  const deleted = await call("DELETE", "/api/organization/current", {
    cookie: owner.cookie,
    json: { password: testPassword },
  });
  expect(deleted.status).toBe(204);
  await makeQueuedPackage(id);
  expect(await storedKeys(`families/${owner.familyId}/prints/`)).toEqual([]);
});

test("many packages at once don't take all of the database's connections", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 15; count++) ids.push(await storePrintOrder(member));
  const select = { id: true, number: true, familyId: true };
  const orders = await db.printOrder.findMany({ where: { id: { in: ids } }, select });
  await Promise.all(orders.map(ensurePackage));
  expect(await db.printOrder.count({ where: { packageMadeAt: { not: null } } })).toBe(15);
  expect(databasePool().waitingCount).toBe(0);
});
