import type { Actor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { inPages, pageSize } from "@/lib/operations/your-data/server/export-pages";

const crop = { cropX: true, cropY: true, cropWidth: true, cropHeight: true } as const;
const picture = { mediaId: true, fileName: true, edits: true, ...crop } as const;

/** A page of the person's own orders, by id. */
const own = ({ userId }: Actor, after: string | null) => ({
  where: { userId, ...(after ? { id: { gt: after } } : {}) },
  orderBy: { id: "asc" as const },
  take: pageSize,
});

/** What is in the person's basket. */
export function readBasket(actor: Actor) {
  return inPages((after) =>
    db.basketItem.findMany({
      ...own(actor, after),
      select: { id: true, familyId: true, mediaId: true, size: true, finish: true, quantity: true, ...crop },
    }),
  );
}

/** Prints that the person ordered, with their delivery addresses. */
export function readPrintOrders(actor: Actor) {
  return inPages((after) =>
    db.printOrder.findMany({
      ...own(actor, after),
      select: {
        id: true,
        number: true,
        familyId: true,
        month: true,
        status: true,
        provider: true,
        providerReference: true,
        shippingAddress: true,
        recipient: true,
        courtesyName: true,
        printCount: true,
        trackingUrl: true,
        placedAt: true,
        updatedAt: true,
        items: { select: { ...picture, size: true, finish: true, quantity: true } },
      },
    }),
  );
}

/** What the person ordered from the gift shop; never a gift card's code, which is worth money. */
export function readGiftOrders(actor: Actor) {
  return inPages((after) =>
    db.giftOrder.findMany({
      ...own(actor, after),
      select: {
        id: true,
        number: true,
        familyId: true,
        status: true,
        product: true,
        size: true,
        quantity: true,
        total: true,
        fromBalance: true,
        giftEmail: true,
        giftMessage: true,
        shippingAddress: true,
        recipient: true,
        trackingUrl: true,
        orderedAt: true,
        paidAt: true,
        updatedAt: true,
        pictures: { select: picture, orderBy: { position: "asc" } },
      },
    }),
  );
}

/** The entries of the person's gift shop balance, in pence. */
export function readGiftBalance(actor: Actor) {
  return inPages((after) =>
    db.giftCredit.findMany({
      ...own(actor, after),
      select: { id: true, kind: true, pence: true, orderId: true, createdAt: true },
    }),
  );
}

/** The ZIPs that the person requested recently. */
export async function readArchives({ userId }: Actor) {
  const archives = await db.mediaArchive.findMany({
    where: { userId },
    select: { familyId: true, fileName: true, bytes: true, createdAt: true, expiresAt: true },
    orderBy: { createdAt: "asc" },
  });
  return archives.map((archive) => ({ ...archive, bytes: Number(archive.bytes) }));
}
