import { removeFilesTask } from "@/lib/album/media/server/removal-service";
import { sendMail } from "@/lib/core/messages/server/service";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { notify } from "@/lib/core/notify/server/notify-service";
import { getFormatLocale } from "@/lib/core/settings/server/service";
import type { Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { poundsText } from "@/lib/shared/currency";
import { recordGiftEntry } from "@/lib/shop/balance/server/balance-service";
import { notifyGiftCustomer, notifyOperators } from "@/lib/shop/gifts/server/customer-service";
import { saveVoucher } from "@/lib/shop/vouchers/server/make-service";

const unpaidSelect = {
  id: true,
  number: true,
  status: true,
  userId: true,
  familyId: true,
  product: true,
  size: true,
  total: true,
  fromBalance: true,
  giftEmail: true,
  giftMessage: true,
  checkoutId: true,
  refundedAt: true,
  bookKey: true,
} as const;

/** The order's row, locked until the transaction ends; null if it doesn't exist. */
export async function lockGiftOrder(client: Prisma.TransactionClient, id: string) {
  // Family first, because deleting a family locks it and then its orders.
  await client.$queryRaw`
    SELECT 1 FROM "Family" f JOIN "GiftOrder" o ON o."familyId" = f.id WHERE o.id = ${id}::uuid FOR KEY SHARE OF f`;
  await client.$queryRaw`SELECT 1 FROM "GiftOrder" WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  return client.giftOrder.findUnique({ where: { id }, select: unpaidSelect });
}
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockGiftOrder>>>;

/** Creates the code that was bought, and mails it to the recipient, else to the buyer. */
async function issueGiftCard(client: Prisma.TransactionClient, order: LockedOrder): Promise<void> {
  const voucher = await saveVoucher(client, {
    kind: "amount_off",
    tier: "family",
    amount: order.total,
    uses: 1,
    source: "giftCard",
    giftOrderId: order.id,
    ...(order.userId ? { madeById: order.userId } : {}),
  });
  const buyer = order.userId
    ? await client.user.findUnique({
        where: { id: order.userId },
        select: { ...nameSelect(order.familyId), email: true },
      })
    : null;
  const to = order.giftEmail ?? buyer?.email;
  if (!to) return;
  const values = {
    giver: buyer ? nameOf(buyer) : "",
    worth: poundsText(order.total, await getFormatLocale(order.userId, client)),
    code: voucher.code,
    message: order.giftMessage ?? "",
    url: `${appUrl()}/gift-shop`,
  };
  await sendMail("giftCard", to, values, client);
}

/**
 * Confirms an order that has been paid, and notifies everyone concerned. Call with the order locked and awaiting its
 * payment.
 */
export async function placeGiftOrder(client: Prisma.TransactionClient, order: LockedOrder): Promise<void> {
  const { id, number, userId, familyId } = order;
  const isCard = order.product === "gift-card";
  await client.giftOrder.update({
    where: { id },
    // A gift card is delivered by its mail.
    data: { status: isCard ? "delivered" : "placed", paidAt: new Date() },
    select: { id: true },
  });
  if (!isCard) {
    await notifyGiftCustomer(client, id, "placed");
    return notifyOperators(client, id);
  }
  await issueGiftCard(client, order);
  if (!userId) return;
  await notify(
    {
      kind: "printOrder",
      familyId,
      actorId: null,
      title: `Gift order ${number}`,
      message: "Your gift card is paid. You'll find its code with the order.",
      url: "/gift-shop",
      eventKey: `gift-order:${id}:paid`,
    },
    [userId],
    { client },
  );
}

/**
 * Drops an order that nobody paid for, with its copy of a book, and returns what it took from a balance. Call with the
 * order locked.
 */
export async function dropGiftOrder(client: Prisma.TransactionClient, order: LockedOrder): Promise<void> {
  const { id: orderId, userId, fromBalance, bookKey } = order;
  if (order.status !== "awaiting_payment") return;
  await client.giftOrder.update({
    where: { id: orderId },
    data: { status: "cancelled", bookKey: null },
    select: { id: true },
  });
  if (bookKey !== null) await removeFilesTask.enqueue({ keys: [bookKey] }, {}, client);
  if (userId) await recordGiftEntry(client, { userId, kind: "cancelled", pence: fromBalance, orderId });
}
