import { readEdits } from "@/lib/album/media/picture-edits";
import { editsColumn } from "@/lib/album/media/server/edits-column";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { readUserSettings } from "@/lib/core/settings/schema";
import { getUserSettings } from "@/lib/core/settings/server/service";
import { db, type Prisma } from "@/lib/db";
import { AppError, badInput, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { hasPayments, requirePayments } from "@/lib/platform/payments/payments";
import {
  findGift,
  type GiftProduct,
  type GiftSize,
  giftPrice,
  giftProducts,
  giftSizeLabel,
  maxQuantity,
} from "@/lib/shared/gift-products";
import { maskedText } from "@/lib/shared/masked-text";
import { hourMs } from "@/lib/shared/units";
import { isUuid } from "@/lib/shared/uuid";
import { getGiftBalance, lockGiftBalance, recordGiftEntry } from "@/lib/shop/balance/server/balance-service";
import { giftName } from "@/lib/shop/gifts/gift-name";
import type { CreateGiftOrderInput, GiftOrderDto, GiftShopDto } from "@/lib/shop/gifts/schema";
import { giftOrderDto, giftOrderSelect } from "@/lib/shop/gifts/server/dto";
import { giftCheckoutKind } from "@/lib/shop/gifts/server/gift-checkout-service";
import { copyBook, type OrderedBook, removeOrderedBook } from "@/lib/shop/gifts/server/ordered-book-service";
import { dropGiftOrder, lockGiftOrder, placeGiftOrder } from "@/lib/shop/gifts/server/place-service";
import { addressMissing, requireRecipient } from "@/lib/shop/prints/server/checkout-service";
import { cropColumns } from "@/lib/shop/prints/server/dto";
import { lockCustomer, requireCustomer } from "@/lib/shop/prints/server/quota-service";

const maxListed = 100;
/** Each can copy a book's PDF and open a payment page. */
const ordersPerPerson = { name: "gift-orders", points: 20, seconds: 3600 };
/** Cards can't be charged less, in pence. */
const minCharge = 30;

const own = ({ userId, familyId }: MemberActor) => ({ userId, familyId });

/** What the shop sells, and what the person can spend. */
export async function getGiftShop(actor: MemberActor): Promise<GiftShopDto> {
  const { locale } = await getUserSettings(actor);
  return {
    products: giftProducts.map(({ id, name, about, sizes, pictures: [least, most], extraPicture }) => ({
      id,
      name,
      about,
      currency: "GBP",
      sizes: sizes.map((size) => ({
        id: size.id,
        label: giftSizeLabel(size, locale),
        price: size.price,
      })),
      pictures: { least, most },
      extraPicture,
    })),
    isPaymentConfigured: hasPayments(),
    balance: actor.isChild ? 0 : await getGiftBalance(actor.userId),
  };
}

/** A session opened with an admin's link sees no address and nothing worth money. */
function seenBy({ isDirectAccess }: MemberActor, order: GiftOrderDto): GiftOrderDto {
  if (!isDirectAccess) return order;
  const { shippingAddress, giftEmail } = order;
  return {
    ...order,
    shippingAddress: shippingAddress && maskedText,
    giftEmail: giftEmail && maskedText,
    code: null,
    checkoutUrl: null,
  };
}

/** The person's gift orders in this family, latest first. */
export async function listGiftOrders(actor: MemberActor): Promise<GiftOrderDto[]> {
  const rows = await db.giftOrder.findMany({
    where: own(actor),
    select: giftOrderSelect,
    orderBy: [{ orderedAt: "desc" }, { id: "desc" }],
    take: maxListed,
  });
  return rows.map((row) => seenBy(actor, giftOrderDto(row)));
}

/** @throws AppError 404 */
export async function requireGiftOrder(actor: MemberActor, id: string): Promise<GiftOrderDto> {
  const row = await db.giftOrder.findFirst({ where: { id, ...own(actor) }, select: giftOrderSelect });
  if (!row) throw notFound();
  return seenBy(actor, giftOrderDto(row));
}

/** @throws AppError 400 with the field */
function requireGift(input: CreateGiftOrderInput): { product: GiftProduct; size: GiftSize } {
  const found = findGift(input.product, input.size);
  if (!found) throw badInput("size", "Please choose one of the offered sizes");
  const { product } = found;
  if (input.quantity > maxQuantity(product)) throw badInput("quantity", "One gift card at a time, please");
  if (input.bookId !== undefined) {
    if (product.id !== "photo-book") throw badInput("bookId", "Only a photo book can have a book's pages");
    if (input.pictures.length > 0) throw badInput("pictures", "A laid-out book has its own photos");
    return found;
  }
  const [least, most] = product.pictures;
  const count = input.pictures.length;
  if (count >= least && count <= most) return found;
  throw badInput(
    "pictures",
    most === 0
      ? "A gift card has no photo"
      : most === 1
        ? "Please choose one photo"
        : `A photo book takes ${least} to ${most} photos: you have chosen ${count}`,
  );
}

/** The pictures' rows, in the order given. @throws AppError 404, 422 not_printable */
async function picturesOf(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  pictures: CreateGiftOrderInput["pictures"],
) {
  const ids = pictures.map(({ mediaId }) => mediaId);
  if (!ids.every(isUuid)) throw notFound();
  const media = await client.media.findMany({
    where: { id: { in: ids }, ...visibleMedia(actor) },
    select: { id: true, fileName: true, mediaType: true, edits: true },
  });
  const byId = new Map(media.map((row) => [row.id, row]));
  return pictures.map(({ mediaId, crop }, position) => {
    const found = byId.get(mediaId.toLowerCase());
    if (!found) throw notFound();
    if (found.mediaType !== "image") {
      throw new AppError("not_printable", 422, "Only photos can be printed.", { field: "pictures" });
    }
    return {
      position,
      mediaId: found.id,
      fileName: found.fileName,
      edits: editsColumn(readEdits(found.edits)),
      ...cropColumns(crop ?? null),
    };
  });
}

/** The part of a price that a balance pays: what remains for a card is nothing, or enough to be charged. */
function balancePart(total: number, balance: number): number {
  if (balance >= total) return total;
  return Math.max(0, Math.min(balance, total - minCharge));
}

async function writeOrder(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  input: CreateGiftOrderInput,
  { product, size }: { product: GiftProduct; size: GiftSize },
  book: OrderedBook | null,
) {
  await lockCustomer(client, actor);
  const isCard = product.id === "gift-card";
  if (!isCard && !input.shippingAddress) throw addressMissing();
  const recipient = isCard ? undefined : await requireRecipient(client, actor.userId);
  const pictures = await picturesOf(client, actor, input.pictures);
  const total = giftPrice(product, size, book?.bookPages ?? pictures.length, input.quantity);
  const balance = await lockGiftBalance(client, actor.userId);
  // Gift cards cost money: turning a balance into a code again would only move it around.
  const fromBalance = input.useBalance && !isCard ? balancePart(total, balance) : 0;
  const isPaid = fromBalance === total;
  if (!isPaid) await requirePayments();
  const { id } = await client.giftOrder.create({
    data: {
      ...own(actor),
      product: product.id,
      size: size.id,
      quantity: input.quantity,
      total,
      fromBalance,
      ...book,
      ...(recipient && input.shippingAddress ? { shippingAddress: input.shippingAddress, recipient } : {}),
      ...(isCard ? { giftEmail: input.giftEmail ?? null, giftMessage: input.giftMessage || null } : {}),
      pictures: { create: pictures },
    },
    select: { id: true },
  });
  await recordGiftEntry(client, { userId: actor.userId, kind: "order", pence: -fromBalance, orderId: id });
  const order = isPaid ? await lockGiftOrder(client, id) : null;
  if (order) await placeGiftOrder(client, order);
  return { id, total, fromBalance, isPaid };
}

/**
 * Places an order in the gift shop. What the balance doesn't cover is paid on the card provider's page; the order is
 * confirmed by the provider's verified event.
 * @param visited the address that the person uses, to come back to
 * @throws AppError 400 with the field; 403 for a child; 404; 422 address_required; 429; 503 billing_not_configured
 */
export async function createGiftOrder(
  actor: MemberActor,
  input: CreateGiftOrderInput,
  visited: string,
): Promise<GiftOrderDto> {
  requireCustomer(actor);
  await consumeRateLimit(ordersPerPerson, actor.userId);
  const gift = requireGift(input);
  const book = input.bookId === undefined ? null : await copyBook(actor, input.bookId, gift.size);
  const order = await db
    .$transaction((client) => writeOrder(client, actor, input, gift, book))
    .catch(async (error: unknown) => {
      if (book) await removeOrderedBook(book);
      throw error;
    });
  if (!order.isPaid) {
    try {
      await openCheckout(actor, input, gift, order, visited);
    } catch (error) {
      await dropOrder(order.id);
      throw error;
    }
  }
  return requireGiftOrder(actor, order.id);
}

async function openCheckout(
  actor: MemberActor,
  { quantity }: CreateGiftOrderInput,
  { product, size }: { product: GiftProduct; size: GiftSize },
  order: { id: string; total: number; fromBalance: number },
  visited: string,
): Promise<void> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { email: true, settings: true },
  });
  const payments = await requirePayments();
  const checkout = await payments.createCheckout({
    mode: "payment",
    currency: "GBP",
    lines: [
      {
        name: giftName({ product: product.id, size: size.id }, readUserSettings(user.settings).locale),
        amount: order.total / quantity,
        quantity,
      },
    ],
    ...(order.fromBalance > 0 ? { discount: { name: "Your balance", amount: order.fromBalance } } : {}),
    metadata: { kind: giftCheckoutKind, orderId: order.id },
    successUrl: `${visited}/gift-shop?paid=${order.id}`,
    cancelUrl: `${visited}/gift-shop?unpaid=${order.id}`,
    idempotencyKey: `gift-order:${order.id}`,
    ...(user.email ? { customerEmail: user.email } : {}),
  });
  await db.giftOrder.update({
    where: { id: order.id },
    data: { checkoutId: checkout.id, checkoutUrl: checkout.url },
    select: { id: true },
  });
}

async function dropOrder(id: string): Promise<void> {
  await db.$transaction(async (client) => {
    const order = await lockGiftOrder(client, id);
    if (order) await dropGiftOrder(client, order);
  });
}

/**
 * Cancels an unpaid order. Repeating it changes nothing.
 * @throws AppError 404; 409 when it is paid
 */
export async function cancelGiftOrder(actor: MemberActor, id: string): Promise<GiftOrderDto> {
  const order = await requireGiftOrder(actor, id);
  if (order.status === "cancelled") return order;
  const tooLate = new AppError(
    "too_late",
    409,
    "This order is paid, or its payment page has just expired. Please check again in a minute.",
  );
  if (order.status !== "awaiting_payment") throw tooLate;
  const { checkoutId } = await db.giftOrder.findUniqueOrThrow({
    where: { id: order.id },
    select: { checkoutId: true },
  });
  // At the provider first, so that nobody pays for what is cancelled here.
  if (checkoutId && !(await (await requirePayments()).expireCheckout(checkoutId))) throw tooLate;
  await dropOrder(order.id);
  return requireGiftOrder(actor, id);
}

/** A payment page is valid for a day; by this time its expiry event must have arrived. */
const unpaidMs = 25 * hourMs;

/** Cancels orders that were never paid and had no expiry event. @returns how many orders */
export async function dropUnpaidOrders(now = new Date()): Promise<number> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const unpaid = await db.giftOrder.findMany({
    where: {
      status: "awaiting_payment",
      OR: [
        { orderedAt: { lt: before(unpaidMs) } },
        // Its server died before there was a page to pay on.
        { orderedAt: { lt: before(hourMs) }, checkoutId: null },
      ],
    },
    select: { id: true },
    take: maxListed,
  });
  for (const { id } of unpaid) await dropOrder(id);
  return unpaid.length;
}
