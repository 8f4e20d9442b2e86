import { z } from "zod";
import type { Crop } from "@/lib/album/media/crop";
import { readEdits } from "@/lib/album/media/picture-edits";
import { nameInFamily, namesSelect } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { ImageError } from "@/lib/platform/images/image-error";
import { makePrintImage } from "@/lib/platform/images/print-image";
import {
  type PrintJob,
  type PrintPicture,
  UnprintableError,
} from "@/lib/platform/print-providers/print-provider";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { type PrintSize, printSizes } from "@/lib/shared/print-products";
import { printRegion } from "@/lib/shop/prints/print-crop";
import { cropOf, cropSelect } from "@/lib/shop/prints/server/dto";
import { callbackUrl, pictureUrl } from "@/lib/shop/prints/server/print-links";

const part = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
/** As stored by checkout; rows may be older than the code. */
const recipientSchema = z.object({
  addressFullName: part,
  addressLine1: part,
  addressLine2: part,
  addressCity: part,
  addressPostcode: part,
  addressCountry: part,
  phoneNumber: part,
  email: part,
});

const itemSelect = {
  id: true,
  fileName: true,
  size: true,
  finish: true,
  quantity: true,
  ...cropSelect,
  edits: true,
  media: { select: { storagePath: true, mediaType: true, deletedAt: true } },
} as const;

interface PrintableItem {
  size: PrintSize;
  crop: Crop | null;
  /** The photo's edits when it was ordered. */
  edits: unknown;
  media: { storagePath: string; mediaType: string; deletedAt: Date | null } | null;
}

/** The finished print of an ordered picture, from its original. @throws UnprintableError with a message for the user */
async function renderPrint({ size, crop, edits, media }: PrintableItem): Promise<Buffer> {
  if (!media) throw new UnprintableError("The photo is no longer in the album.");
  if (media.deletedAt) throw new UnprintableError("The photo is in the trash.");
  if (media.mediaType !== "image") throw new UnprintableError("Only photos can be printed.");
  try {
    return await getStorage().withLocalFile(media.storagePath, (path) =>
      makePrintImage(path, (width, height) => printRegion(width, height, size, crop), readEdits(edits)),
    );
  } catch (error) {
    const cause = { cause: error };
    if (error instanceof ImageError) throw new UnprintableError("Its file can't be read.", cause);
    if (error instanceof StorageError && error.code === "missing") {
      throw new UnprintableError("Its file is missing.", cause);
    }
    throw error;
  }
}

const sizeOf = (size: string) => printSizes.find((one) => one === size) ?? printSizes[0];

/** The finished print of an ordered picture; null without an order, if it is cancelled, or if the family is closed. */
export async function renderOrderedPicture(itemId: string): Promise<Buffer | null> {
  const row = await db.printOrderItem.findFirst({
    where: { id: itemId, order: { status: { not: "cancelled" }, family: { suspendedAt: null } } },
    select: itemSelect,
  });
  return (
    row && renderPrint({ size: sizeOf(row.size), crop: cropOf(row), edits: row.edits, media: row.media })
  );
}

export const packageKey = (familyId: string, orderId: string) =>
  `families/${familyId}/prints/${orderId}/package.zip`;

/** An order in the form a lab needs; null when it is deleted. */
export async function getPrintJob(orderId: string, providerName: string): Promise<PrintJob | null> {
  const order = await db.printOrder.findUnique({
    where: { id: orderId },
    select: {
      number: true,
      placedAt: true,
      familyId: true,
      shippingAddress: true,
      recipient: true,
      courtesyName: true,
      user: { select: namesSelect },
      family: { select: { name: true } },
      items: { select: itemSelect, orderBy: { id: "asc" } },
    },
  });
  if (!order) return null;
  const recipient = recipientSchema.parse(order.recipient);
  const pictures = order.items.map((row): PrintPicture => {
    const size = sizeOf(row.size);
    return {
      id: row.id,
      fileName: row.fileName,
      size,
      finish: row.finish,
      copies: row.quantity,
      url: pictureUrl(row.id),
      render: () => renderPrint({ size, crop: cropOf(row), edits: row.edits, media: row.media }),
    };
  });
  return {
    orderId,
    number: order.number,
    placedAt: order.placedAt,
    familyName: order.family.name,
    orderedBy: order.user && nameInFamily(order.user, order.familyId),
    recipient: {
      name: recipient.addressFullName,
      line1: recipient.addressLine1,
      line2: recipient.addressLine2 || null,
      city: recipient.addressCity,
      postcode: recipient.addressPostcode,
      country: recipient.addressCountry || env.PRODIGI_COUNTRY,
      phone: recipient.phoneNumber || null,
      email: recipient.email || null,
    },
    shippingAddress: order.shippingAddress,
    courtesyName: order.courtesyName,
    pictures,
    packageKey: packageKey(order.familyId, orderId),
    callbackUrl: callbackUrl(providerName, orderId),
  };
}
