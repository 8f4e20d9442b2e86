import { z } from "zod";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { requirePayments } from "@/lib/platform/payments/payments";
import { PaymentsError } from "@/lib/platform/payments/payments-driver";
import { defineTask } from "@/lib/platform/queue/task";
import { recordGiftEntry } from "@/lib/shop/balance/server/balance-service";
import type { OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";
import { notifyGiftCustomer } from "@/lib/shop/gifts/server/customer-service";
import { requireOrderToMake } from "@/lib/shop/gifts/server/operator-service";
import { lockGiftOrder } from "@/lib/shop/gifts/server/place-service";

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
    const isCard = order.total > order.fromBalance;
    if (order.status !== "cancelled") {
      await client.giftOrder.update({ where: { id }, data: { status: "cancelled" }, select: { id: true } });
      if (order.userId) {
        const { userId, fromBalance } = order;
        await recordGiftEntry(client, { userId, kind: "cancelled", pence: fromBalance, orderId: id });
      }
      await notifyGiftCustomer(client, id, "cancelled");
      const detail = { order: order.number, refunded: order.total };
      await recordActivity(
        { action: "gift.cancelled", actorId: actor.userId, familyId: order.familyId, detail },
        client,
      );
    }
    if (isCard && order.refundedAt === null) {
      await client.giftOrder.update({ where: { id }, data: { refundError: null }, select: { id: true } });
      await refundGiftTask.enqueue({ orderId: id }, { jobKey: `${refundGiftTask.name}:${id}` }, client);
    }
    return requireOrderToMake(id, client);
  });
}

/**
 * Refunds what a card paid, from the queue: running it twice for an order makes one refund at the provider.
 * @throws PaymentsError so that the queue retries, unless the provider's refusal is final
 */
export async function refundGiftOrder(orderId: string): Promise<void> {
  const order = await db.giftOrder.findFirst({
    where: { id: orderId, status: "cancelled", paidAt: { not: null }, refundedAt: null },
    select: { checkoutId: true, total: true, fromBalance: true },
  });
  if (!order?.checkoutId || order.total <= order.fromBalance) return;
  try {
    const payments = await requirePayments();
    await payments.refundCheckout(order.checkoutId, `gift-refund:${orderId}`);
    await db.giftOrder.updateMany({
      where: { id: orderId },
      data: { refundedAt: new Date(), refundError: null },
    });
  } catch (error) {
    const refundError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await db.giftOrder.updateMany({ where: { id: orderId }, data: { refundError } });
    if (!(error instanceof PaymentsError && error.code === "refused")) throw error;
  }
}

/** Refunds what a card paid for a cancelled gift order. */
export const refundGiftTask = defineTask("gifts.refund", z.object({ orderId: z.uuid() }), ({ orderId }) =>
  refundGiftOrder(orderId),
);
