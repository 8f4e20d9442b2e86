import { Readable } from "node:stream";
import { paperRegion } from "@/lib/album/media/paper-region";
import { readEdits } from "@/lib/album/media/picture-edits";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { notFound } from "@/lib/http/errors";
import { logError } from "@/lib/http/log";
import { downloadHeaders } from "@/lib/http/private-headers";
import { ZipWriter } from "@/lib/platform/files/zip-writer";
import { ImageError } from "@/lib/platform/images/image-error";
import { makePrintImage, makeSheetImage, withDensity } from "@/lib/platform/images/print-image";
import { drawOrderSheet, type SheetPicture } from "@/lib/platform/pdf/order-sheet";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { defaultFormatLocale } from "@/lib/shared/default-format-locale";
import { findGift, giftPixels } from "@/lib/shared/gift-products";
import { safeFileName } from "@/lib/shared/safe-file-name";
import { giftName } from "@/lib/shop/gifts/gift-name";
import { unmadeOrders } from "@/lib/shop/gifts/server/operator-service";
import { cropOf, cropSelect } from "@/lib/shop/prints/server/dto";

const packageSelect = {
  number: true,
  product: true,
  size: true,
  quantity: true,
  bookKey: true,
  bookPages: true,
  shippingAddress: true,
  orderedAt: true,
  familyId: true,
  user: { select: { username: true } },
  family: { select: { name: true } },
  pictures: {
    select: { fileName: true, ...cropSelect, edits: true, media: { select: { storagePath: true } } },
    orderBy: { position: "asc" },
  },
} as const;

async function readOrder(id: string) {
  return db.giftOrder.findFirst({
    where: { id, ...unmadeOrders, status: { not: "cancelled" } },
    select: packageSelect,
  });
}
type PackedOrder = NonNullable<Awaited<ReturnType<typeof readOrder>>>;
type PackedPicture = PackedOrder["pictures"][number];

/** The finished picture; or null and the reason if it can't be made. */
async function printOf(
  { product, size }: PackedOrder,
  picture: PackedPicture,
): Promise<{ print: Buffer } | { problem: string }> {
  const gift = findGift(product, size);
  if (!gift) return { problem: "this size is no longer sold" };
  if (!picture.media) return { problem: "the photo is no longer in the album" };
  try {
    const print = await getStorage().withLocalFile(picture.media.storagePath, (path) =>
      makePrintImage(
        path,
        (width, height) =>
          paperRegion(width, height, giftPixels(gift.product, gift.size, height > width), cropOf(picture)),
        readEdits(picture.edits),
      ),
    );
    return { print: withDensity(print, gift.product.dpi) };
  } catch (error) {
    if (error instanceof ImageError) return { problem: "the photo can't be read" };
    if (error instanceof StorageError && error.code === "missing") return { problem: "its file is missing" };
    throw error;
  }
}

/** The PDF of a book that its customer laid out: the cover with its spine, then the pages. @returns what it is */
async function addBook(
  zip: ZipWriter,
  { bookKey, bookPages, orderedAt }: PackedOrder,
): Promise<string | null> {
  if (bookPages === null) return null;
  const stat = bookKey === null ? null : await getStorage().stat(bookKey);
  if (!stat || bookKey === null) return `Not printed: the PDF of its ${bookPages} pages is missing`;
  const options = { compress: false, size: stat.bytes, mtime: orderedAt };
  await zip.add("book.pdf", await getStorage().read(bookKey), options);
  return `${bookPages}, in book.pdf after the cover, with 3 mm of bleed`;
}

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

async function writePackage(zip: ZipWriter, order: PackedOrder): Promise<void> {
  const pictures: SheetPicture[] = [];
  for (const [index, picture] of order.pictures.entries()) {
    const place = String(index + 1).padStart(2, "0");
    const name = `${place}-${safeFileName(picture.fileName.replace(/\.[a-z0-9]{1,5}$/i, ""))}.jpg`;
    const row = { name, paper: giftName(order, defaultFormatLocale), copies: order.quantity };
    const made = await printOf(order, picture);
    if ("problem" in made) {
      const problem = `Not printed: ${made.problem}`;
      pictures.push({ ...row, name: picture.fileName, thumbnail: null, problem });
      continue;
    }
    const options = { compress: false, size: made.print.length, mtime: order.orderedAt };
    pictures.push({ ...row, thumbnail: await makeSheetImage(made.print), problem: null });
    await zip.add(name, Readable.from([made.print]), options);
  }
  const book = await addBook(zip, order);
  const content = {
    heading: `${order.family.name}: gift order ${order.number}`,
    facts: [
      ["Ordered", `${day.format(order.orderedAt)}${order.user ? ` by ${order.user.username}` : ""}`],
      ["To make", `${order.quantity} × ${giftName(order, defaultFormatLocale)}`],
      ...(book === null ? [] : [["Pages", book]]),
      ["Send to", order.shippingAddress ?? ""],
    ] as [string, string][],
    pictures,
    lettersNote: "Characters that could not be printed here are in order.txt, in this package.",
  };
  zip.addText("order-sheet.pdf", await drawOrderSheet(content));
  const lines = content.facts.map(([label, value]) => `${label}: ${value}`);
  const rows = pictures.map(({ name, problem, paper }) => `${name}  (${problem ?? paper})`);
  const text = [content.heading, "", ...lines, "", ...rows, ""].join("\r\n");
  zip.addText("order.txt", Buffer.from(`\ufeff${text}`));
  zip.end();
}

/**
 * The ZIP for the lab, made while it is sent, with one picture in memory at a time: each cropped as it was shown, at
 * the pixels of its size, with the order sheet. A picture that can't be printed is named on the sheet. A failure in the
 * middle aborts the download.
 * @throws AppError 404
 */
export async function openGiftPackage(actor: Actor, id: string): Promise<Response> {
  const order = await readOrder(id);
  if (!order) throw notFound();
  await recordActivity({
    action: "gift.packageDownloaded",
    actorId: actor.userId,
    familyId: order.familyId,
    detail: { order: order.number },
  });
  const zip = new ZipWriter();
  writePackage(zip, order).catch((error: unknown) => {
    if (!zip.output.destroyed) logError(error, { userId: actor.userId });
    zip.output.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return new Response(Readable.toWeb(zip.output) as ReadableStream, {
    headers: {
      ...downloadHeaders(`gift-order-${order.number}.zip`, "application/zip"),
      "X-Robots-Tag": "noindex",
    },
  });
}
