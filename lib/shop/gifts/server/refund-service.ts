import { z } from "zod";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { hasPayments, requirePayments } from "@/lib/platform/payments/payments";
import { PaymentsError } from "@/lib/platform/payments/payments-driver";
import { defineTask } from "@/lib/platform/queue/task";
import { recordGiftEntry } from "@/lib/shop/balance/server/balance-service";
import type { OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";
import { notifyGiftCustomer } from "@/lib/shop/gifts/server/customer-service";
import { requireOrderToMake } from "@/lib/shop/gifts/server/operator-service";
import { dropGiftOrder, type LockedOrder, lockGiftOrder } from "@/lib/shop/gifts/server/place-service";

/**
 * Cancels a paid order that hasn't been sent. What a balance paid is returned at once; what a card paid is refunded by
 * the queue, so an unavailable provider only delays it. Cancelling again retries a failed refund.
 * @throws AppError 404; 409 once it was sent
 */
export async function cancelPaidOrder(actor: Actor, id: string): Promise<OperatorGiftOrderDto> {
  await requireOrderToMake(id);
  return db.$transaction(async (client) => {
    const order = await lockGiftOrder(client, id);
    if (!order) throw notFound();
    if (order.status === "dispatched" || order.status === "delivered") {
      throw new AppError("too_late", 409, "This order has been sent, so it can no longer be cancelled.");
    }
    await cancelAndRefund(client, order, actor.userId);
    return requireOrderToMake(id, client);
  });
}

async function cancelAndRefund(
  client: Prisma.TransactionClient,
  order: LockedOrder,
  actorId: string | null,
): Promise<void> {
  const { id, userId, familyId, fromBalance, checkoutId } = order;
  if (order.status !== "cancelled") {
    await client.giftOrder.update({ where: { id }, data: { status: "cancelled" }, select: { id: true } });
    if (userId) await recordGiftEntry(client, { userId, kind: "cancelled", pence: fromBalance, orderId: id });
    await notifyGiftCustomer(client, id, "cancelled");
    const detail = { order: order.number, refunded: order.total };
    await recordActivity({ action: "gift.cancelled", actorId, familyId, detail }, client);
  }
  const isCard = order.total > fromBalance;
  if (isCard && checkoutId !== null && order.refundedAt === null) {
    await client.giftOrder.update({ where: { id }, data: { refundError: null }, select: { id: true } });
    await queueCardRefund(client, { orderId: id, checkoutId });
  }
}

/** Queues the refund of what a card paid. The job doesn't need the order, which may be deleted with its family. */
export async function queueCardRefund(
  client: Prisma.TransactionClient,
  payload: { orderId: string; checkoutId: string },
): Promise<void> {
  await refundGiftTask.enqueue(payload, { jobKey: `${refundGiftTask.name}:${payload.orderId}` }, client);
}

/**
 * Ends the gift orders of a family that is being deleted, because its photos go too: what hasn't been sent is no longer
 * made, and what was paid for it is returned. Call with the family locked.
 */
export async function endGiftOrders(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  const orders = await client.giftOrder.findMany({
    where: {
      familyId,
      OR: [
        { status: { in: ["awaiting_payment", "placed", "in_production"] } },
        // Cancelled before, but not refunded yet.
        { status: "cancelled", paidAt: { not: null }, refundedAt: null },
      ],
    },
    select: { id: true },
  });
  for (const { id } of orders) {
    const order = await lockGiftOrder(client, id);
    if (order?.status === "awaiting_payment") {
      await dropGiftOrder(client, order);
      const { checkoutId } = order;
      if (checkoutId !== null) await closePageTask.enqueue({ orderId: id, checkoutId }, {}, client);
    } else if (order) {
      await cancelAndRefund(client, order, null);
    }
  }
}

/**
 * Refunds what a card paid, from the queue: running it twice for an order makes one refund at the provider.
 * @throws PaymentsError so that the queue retries, unless the provider's refusal is final and shown to the operator
 */
async function refundGiftOrder(orderId: string, checkoutId: string): Promise<void> {
  try {
    const payments = await requirePayments();
    await payments.refundCheckout(checkoutId, `gift-refund:${orderId}`);
    await db.giftOrder.updateMany({
      where: { id: orderId },
      data: { refundedAt: new Date(), refundError: null },
    });
  } catch (error) {
    const refundError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    const shown = await db.giftOrder.updateMany({
      // Those that the operator sees, and will still see: the orders of a deleted family are deleted too.
      where: { id: orderId, paidAt: { not: null }, family: { memberships: { some: {} } } },
      data: { refundError },
    });
    const isFinal = error instanceof PaymentsError && error.code === "refused";
    if (!isFinal || shown.count === 0) throw error;
  }
}

/** Jobs of an earlier version have only the order's id. */
async function findCheckout(orderId: string): Promise<string | null> {
  const order = await db.giftOrder.findFirst({
    where: { id: orderId, status: "cancelled", paidAt: { not: null }, refundedAt: null },
    select: { checkoutId: true },
  });
  return order?.checkoutId ?? null;
}

/** Refunds what a card paid for a cancelled gift order. */
export const refundGiftTask = defineTask(
  "gifts.refund",
  z.object({ orderId: z.uuid(), checkoutId: z.string().optional() }),
  async ({ orderId, checkoutId }) => {
    const paid = checkoutId ?? (await findCheckout(orderId));
    if (paid !== null) await refundGiftOrder(orderId, paid);
  },
);

/**
 * Closes the payment page of an order whose family was deleted. If it has just been paid, that is refunded.
 * @throws PaymentsError so that the queue retries
 */
async function closePage(orderId: string, checkoutId: string): Promise<void> {
  // The keys were removed: there is no provider to ask, now or later.
  if (!hasPayments()) return;
  const isClosed = await (await requirePayments()).expireCheckout(checkoutId);
  if (!isClosed) await refundGiftOrder(orderId, checkoutId);
}

/** Closes the payment page of an order that ended with its family. */
export const closePageTask = defineTask(
  "gifts.closePage",
  z.object({ orderId: z.uuid(), checkoutId: z.string() }),
  ({ orderId, checkoutId }) => closePage(orderId, checkoutId),
);
