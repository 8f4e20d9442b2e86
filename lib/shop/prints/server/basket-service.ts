import type { Crop } from "@/lib/album/media/crop";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { isUniqueViolation } from "@/lib/shared/database-errors";
import type { Finish, PrintSize } from "@/lib/shared/print-products";
import { isUuid } from "@/lib/shared/uuid";
import type { BasketItemDto, BasketItemUpdate } from "@/lib/shop/prints/schema";
import { basketItemDto, basketItemSelect, cropColumns } from "@/lib/shop/prints/server/dto";
import {
  getPrintBalance,
  lockCustomer,
  remainingPrints,
  requireCustomer,
} from "@/lib/shop/prints/server/quota-service";

/** Rejections of the basket have the error body plus these fields (api.md, Basket refusals). */
const refused = { success: false };

/** As a sentence. */
export const freePrintsLeft = (remaining: number) =>
  `You have ${remaining > 0 ? remaining : "no"} free ${remaining === 1 ? "print" : "prints"} left this month.`;

const basketFull = (remaining: number) =>
  new AppError("quota_exceeded", 422, `Basket is full. ${freePrintsLeft(remaining)}`, {
    field: "quantity",
    details: { ...refused, quotaExceeded: true },
  });

const notPrintable = () =>
  new AppError("not_printable", 422, "Only photos can be printed.", { field: "mediaId", details: refused });

/** Items whose picture is in the trash are hidden; once it is restored, they are in the basket again. */
export const ownItems = ({ userId, familyId }: Pick<MemberActor, "userId" | "familyId">) => ({
  userId,
  familyId,
  media: { deletedAt: null },
});

/** What the person wants printed from this family's album, in the order it was added. */
export async function listBasket(
  actor: Pick<MemberActor, "userId" | "familyId">,
  client: Prisma.TransactionClient = db,
): Promise<BasketItemDto[]> {
  const rows = await client.basketItem.findMany({
    where: ownItems(actor),
    select: basketItemSelect,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(basketItemDto);
}

/** Rejects what the free prints don't cover. Call with the customer locked. @throws AppError 422 quota_exceeded */
async function requireCovered(client: Prisma.TransactionClient, actor: MemberActor): Promise<void> {
  const remaining = remainingPrints(await getPrintBalance(actor, client));
  const { _sum } = await client.basketItem.aggregate({ where: ownItems(actor), _sum: { quantity: true } });
  if ((_sum.quantity ?? 0) > remaining) throw basketFull(remaining);
}

async function requirePrintable(client: Prisma.TransactionClient, actor: MemberActor, mediaId: string) {
  const media = isUuid(mediaId)
    ? await client.media.findFirst({
        where: { id: mediaId, ...visibleMedia(actor) },
        select: { mediaType: true },
      })
    : null;
  if (!media) throw notFound();
  if (media.mediaType !== "image") throw notPrintable();
}

export interface NewBasketItem {
  mediaId: string;
  size: PrintSize;
  finish: Finish;
  quantity: number;
  crop?: Crop | null;
}

/** Puts a picture into the basket of a locked customer; the same print again adds to it, with the same crop. */
export async function putIntoBasket(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  { quantity, crop, ...print }: NewBasketItem,
): Promise<BasketItemDto> {
  await requirePrintable(client, actor, print.mediaId);
  const key = { userId: actor.userId, familyId: actor.familyId, ...print };
  const { id } = await client.basketItem.upsert({
    where: { userId_familyId_mediaId_size_finish: key },
    create: { ...key, quantity, ...cropColumns(crop ?? null) },
    update: { quantity: { increment: quantity } },
    // Don't select the picture: only then is it one statement, which a concurrent removal can't interrupt.
    select: { id: true },
  });
  await requireCovered(client, actor);
  return basketItemDto(
    await client.basketItem.findUniqueOrThrow({ where: { id }, select: basketItemSelect }),
  );
}

/** The crops of an edited photo were chosen for what it looked like before. */
export async function resetCrops(client: Prisma.TransactionClient, mediaId: string): Promise<void> {
  await client.basketItem.updateMany({ where: { mediaId }, data: cropColumns(null) });
}

/** @throws AppError 403 for a child, 404, 422 not_printable or quota_exceeded */
export async function addToBasket(actor: MemberActor, item: NewBasketItem): Promise<BasketItemDto> {
  requireCustomer(actor);
  return db.$transaction(async (client) => {
    await lockCustomer(client, actor);
    return putIntoBasket(client, actor, item);
  });
}

/** @throws AppError 403 for a child, 404, 422 quota_exceeded */
export async function setQuantity(
  actor: MemberActor,
  itemId: string,
  quantity: number,
): Promise<BasketItemDto> {
  requireCustomer(actor);
  if (!isUuid(itemId)) throw notFound();
  return db.$transaction(async (client) => {
    await lockCustomer(client, actor);
    const before = await client.basketItem.findFirst({
      where: { id: itemId, ...ownItems(actor) },
      select: { quantity: true },
    });
    if (!before) throw notFound();
    const [row] = await client.basketItem.updateManyAndReturn({
      where: { id: itemId },
      data: { quantity },
      select: basketItemSelect,
    });
    if (!row) throw notFound();
    // Fewer is always allowed, even if a smaller plan no longer covers the rest.
    if (quantity > before.quantity) await requireCovered(client, actor);
    return basketItemDto(row);
  });
}

/** Changes how a picture is printed, unless that makes it the same as another print. @throws AppError 404, 409 */
export async function updateBasketItem(
  actor: MemberActor,
  itemId: string,
  { crop, size, finish }: BasketItemUpdate,
): Promise<BasketItemDto> {
  requireCustomer(actor);
  if (!isUuid(itemId)) throw notFound();
  try {
    const [row] = await db.basketItem.updateManyAndReturn({
      where: { id: itemId, ...ownItems(actor) },
      data: {
        ...(size ? { size } : {}),
        ...(finish ? { finish } : {}),
        // Another paper shape needs another crop.
        ...(crop !== undefined || size ? cropColumns(crop ?? null) : {}),
      },
      select: basketItemSelect,
    });
    if (!row) throw notFound();
    return basketItemDto(row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("same_print", 409, "This photo is already in your basket with these settings.", {
      field: size ? "size" : "finish",
      details: refused,
    });
  }
}

/** @throws AppError 404 */
export async function removeFromBasket(actor: MemberActor, itemId: string): Promise<void> {
  const { count } = await db.basketItem.deleteMany({
    where: { id: itemId, userId: actor.userId, familyId: actor.familyId },
  });
  if (count === 0) throw notFound();
}

/** Emptying an empty basket is fine. */
export async function clearBasket(
  { userId, familyId }: Pick<MemberActor, "userId" | "familyId">,
  client: Prisma.TransactionClient = db,
): Promise<void> {
  await client.basketItem.deleteMany({ where: { userId, familyId } });
}
