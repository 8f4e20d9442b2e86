import { notify } from "@/lib/core/notify/server/notify-service";
import { getFormatLocale } from "@/lib/core/settings/server/service";
import { poundsText } from "@/lib/shared/currency";
import { isUuid } from "@/lib/shared/uuid";
import { recordGiftEntry } from "@/lib/shop/balance/server/balance-service";
import type { CheckoutHandler } from "@/lib/shop/billing/server/checkout-handlers";
import { dropGiftOrder, lockGiftOrder, placeGiftOrder } from "@/lib/shop/gifts/server/place-service";
import { queueCardRefund } from "@/lib/shop/gifts/server/refund-service";

/** `metadata.kind` of a gift order's checkout. */
export const giftCheckoutKind = "gift";

const orderIdOf = ({ metadata }: { metadata: Record<string, string> }) =>
  metadata.orderId && isUuid(metadata.orderId) ? metadata.orderId : null;

/** What happens to a gift order when its checkout is paid or expires. */
export const giftCheckout: CheckoutHandler = {
  paid: async (checkout, client) => {
    const orderId = orderIdOf(checkout);
    const order = orderId && (await lockGiftOrder(client, orderId));
    if (!order || !checkout.isPaid) return undefined;
    const isEnough =
      checkout.currency.toUpperCase() === "GBP" && checkout.amount >= order.total - order.fromBalance;
    if (order.status === "awaiting_payment" && isEnough) {
      await placeGiftOrder(client, order);
      return undefined;
    }
    if (order.status !== "cancelled") return undefined;
    const members = await client.membership.count({ where: { familyId: order.familyId } });
    if (!order.userId || members === 0) {
      // The customer's account or the family was deleted.
      await queueCardRefund(client, { orderId: order.id, checkoutId: checkout.id });
      return undefined;
    }
    // Cancelled while it was being paid: the money becomes a balance, once, however often the event arrives.
    const booked = await client.giftCredit.count({ where: { orderId: order.id, kind: "latePayment" } });
    if (booked > 0) return undefined;
    const { userId } = order;
    await recordGiftEntry(client, { userId, kind: "latePayment", pence: checkout.amount, orderId: order.id });
    const paid = poundsText(checkout.amount, await getFormatLocale(userId, client));
    await notify(
      {
        kind: "printOrder",
        familyId: order.familyId,
        actorId: null,
        title: `Gift order ${order.number}`,
        message: `Your payment of ${paid} arrived after the order was cancelled. It was added to your gift shop balance.`,
        url: "/gift-shop",
        eventKey: `gift-order:${order.id}:late`,
      },
      [userId],
      { client },
    );
    return undefined;
  },
  expired: async (checkout, client) => {
    const orderId = orderIdOf(checkout);
    const order = orderId && (await lockGiftOrder(client, orderId));
    if (order) await dropGiftOrder(client, order);
    return undefined;
  },
};
