import { sendMail } from "@/lib/core/messages/server/service";
import { notify } from "@/lib/core/notify/server/notify-service";
import { readUserSettings } from "@/lib/core/settings/schema";
import { getFormatLocale } from "@/lib/core/settings/server/service";
import type { Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { poundsText } from "@/lib/shared/currency";
import { giftName } from "@/lib/shop/gifts/gift-name";
import type { GiftOrderStatusName } from "@/lib/shop/gifts/schema";

const statusMessages: Record<GiftOrderStatusName, string> = {
  awaiting_payment: "waits for its payment.",
  placed: "is paid for, and we'll make it for you.",
  in_production: "is being made.",
  dispatched: "is on its way to you.",
  delivered: "has been delivered.",
  cancelled: "was cancelled. We'll refund everything you paid.",
};

const notifiedOrderSelect = {
  number: true,
  userId: true,
  familyId: true,
  product: true,
  size: true,
  total: true,
  fromBalance: true,
  shippingAddress: true,
  trackingUrl: true,
  user: { select: { username: true, email: true } },
} as const;
type NotifiedOrder = Prisma.GiftOrderGetPayload<{ select: typeof notifiedOrderSelect }>;

/** What is refunded for a cancelled order, and where to. */
function refundText({ total, fromBalance }: NotifiedOrder, locale: string): string {
  const card = total - fromBalance;
  const parts = [
    ...(card > 0 ? [`${poundsText(card, locale)} to the card you paid with, within a few days`] : []),
    ...(fromBalance > 0 ? [`${poundsText(fromBalance, locale)} to your balance in the gift shop`] : []),
  ];
  return `We'll refund ${parts.join(", and ")}.`;
}

async function mailCustomer(
  client: Prisma.TransactionClient,
  order: NotifiedOrder,
  status: GiftOrderStatusName,
  locale: string,
): Promise<void> {
  const { user, number, shippingAddress, trackingUrl } = order;
  if (!user?.email) return;
  const url = `${appUrl()}/gift-shop`;
  const common = { username: user.username, number: String(number), gift: giftName(order, locale), url };
  if (status === "placed") {
    await sendMail("giftOrderPlaced", user.email, { ...common, address: shippingAddress ?? "" }, client);
  } else if (status === "in_production" || status === "delivered") {
    const name = status === "delivered" ? "giftOrderDelivered" : "giftOrderInProduction";
    await sendMail(name, user.email, common, client);
  } else if (status === "dispatched") {
    const action = trackingUrl ? "Track parcel" : "See your order";
    const values = { ...common, address: shippingAddress ?? "", action, url: trackingUrl ?? url };
    await sendMail("giftOrderDispatched", user.email, values, client);
  } else if (status === "cancelled") {
    await sendMail(
      "giftOrderCancelled",
      user.email,
      { ...common, refund: refundText(order, locale) },
      client,
    );
  }
}

/** Notifies the customer of an order's progress, in the album and by mail: once for each state. */
export async function notifyGiftCustomer(
  client: Prisma.TransactionClient,
  id: string,
  status: GiftOrderStatusName,
): Promise<void> {
  const order = await client.giftOrder.findUnique({ where: { id }, select: notifiedOrderSelect });
  if (!order?.userId) return;
  const locale = await getFormatLocale(order.userId, client);
  const notified = await notify(
    {
      kind: "printOrder",
      familyId: order.familyId,
      actorId: null,
      title: `Gift order ${order.number}`,
      message: `${giftName(order, locale)}: it ${statusMessages[status]}`,
      url: "/gift-shop",
      eventKey: `gift-order:${id}:${status}`,
    },
    [order.userId],
    { client },
  );
  if (notified > 0) await mailCustomer(client, order, status, locale);
}

/** Mails the super admins, who make the gifts, that something was ordered and paid for. */
export async function notifyOperators(client: Prisma.TransactionClient, id: string): Promise<void> {
  const order = await client.giftOrder.findUnique({
    where: { id },
    select: { number: true, product: true, size: true, quantity: true, total: true },
  });
  if (!order) return;
  const operators = await client.user.findMany({
    where: { isSuperAdmin: true, email: { not: null } },
    select: { username: true, email: true, settings: true },
  });
  const url = `${appUrl()}/super-admin?tab=gifts`;
  for (const { username, email, settings } of operators) {
    if (!email) continue;
    const { number, quantity, total } = order;
    const { locale } = readUserSettings(settings);
    const gift = `${quantity} × ${giftName(order, locale)}`;
    const values = { username, number: String(number), gift, total: poundsText(total, locale), url };
    await sendMail("giftOrderToMake", email, values, client);
  }
}
