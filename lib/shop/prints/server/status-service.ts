import { sendMail } from "@/lib/core/messages/server/service";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { counted } from "@/lib/shared/counted";
import { orderSteps } from "@/lib/shop/prints/order-steps";
import { returnedPrintsText } from "@/lib/shop/prints/returned-prints";
import type { PrintOrderStatusName } from "@/lib/shop/prints/schema";
import { returnCredits } from "@/lib/shop/prints/server/returned-credits-service";

const statusMessages: Record<PrintOrderStatusName, string> = {
  placed: "is placed.",
  in_production: "is being printed.",
  dispatched: "is on its way to you.",
  delivered: "has been delivered.",
  cancelled: "was cancelled.",
};

interface NotifiedOrder {
  id: string;
  number: number;
  familyId: string;
  userId: string | null;
  month: Date;
  printCount: number;
  shippingAddress: string;
  trackingUrl: string | null;
  /** The prints from vouchers that it used: at most one entry. */
  credits: { prints: number }[];
}

const notifiedOrderSelect = {
  id: true,
  number: true,
  familyId: true,
  userId: true,
  month: true,
  printCount: true,
  shippingAddress: true,
  trackingUrl: true,
  credits: { where: { kind: "order", month: null }, select: { prints: true } },
  user: { select: { username: true, email: true } },
} as const;

function returnedText({ month, printCount, credits }: NotifiedOrder): string {
  const fromVouchers = -(credits[0]?.prints ?? 0);
  return returnedPrintsText(month, { ofMonth: printCount - fromVouchers, fromVouchers });
}

type Customer = { username: string; email: string | null };

async function mailOf(
  { username, email }: Customer,
  order: NotifiedOrder,
  status: PrintOrderStatusName,
  client: Prisma.TransactionClient,
): Promise<void> {
  if (!email) return;
  const url = `${appUrl()}/print-orders`;
  const common = { username, number: String(order.number), prints: counted(order.printCount, "print"), url };
  if (status === "placed") {
    const values = { ...common, address: order.shippingAddress };
    await sendMail("printOrderPlaced", email, values, client);
  } else if (status === "in_production") {
    await sendMail("printOrderInProduction", email, common, client);
  } else if (status === "dispatched") {
    const { trackingUrl } = order;
    const values = {
      ...common,
      address: order.shippingAddress,
      action: trackingUrl ? "Track parcel" : "See your order",
      url: trackingUrl ?? url,
    };
    await sendMail("printOrderDispatched", email, values, client);
  } else if (status === "delivered") {
    await sendMail("printOrderDelivered", email, common, client);
  } else {
    const values = { ...common, returned: returnedText(order) };
    await sendMail("printOrderCancelled", email, values, client);
  }
}

/**
 * Notifies the customer of the order's progress, in the album and by mail: once for each state, if they want to hear
 * about print orders.
 * @param actorId who took the step; admins aren't notified of what they did to their own order
 */
export async function notifyCustomer(
  client: Prisma.TransactionClient,
  orderId: string,
  status: PrintOrderStatusName,
  actorId: string | null = null,
): Promise<void> {
  const order = await client.printOrder.findUnique({ where: { id: orderId }, select: notifiedOrderSelect });
  if (!order?.userId || !order.user) return;
  const returned = status === "cancelled" ? ` ${returnedText(order)}` : "";
  const notified = await notify(
    {
      kind: "printOrder",
      familyId: order.familyId,
      actorId,
      title: `Print order ${order.number}`,
      message: `Your order ${statusMessages[status]}${returned}`,
      url: "/print-orders",
      eventKey: `print-order:${orderId}:${status}`,
    },
    [order.userId],
    { client },
  );
  if (notified > 0) await mailOf(order.user, order, status, client);
}

/** The columns that change with an order's state. */
export const statusData = (status: PrintOrderStatusName) => ({
  status,
  ...(status === "dispatched" || status === "cancelled" ? { doneAt: new Date() } : {}),
});

/**
 * Moves an order forward to its provider's state; never back. The customer is notified.
 * @returns whether anything changed
 */
export function followProvider(
  orderId: string,
  { status, trackingUrl }: { status: PrintOrderStatusName; trackingUrl: string | null },
): Promise<boolean> {
  return db.$transaction(async (client) => {
    const [before] = await client.$queryRaw<{ status: PrintOrderStatusName; trackingUrl: string | null }[]>`
      SELECT status, "trackingUrl" FROM "PrintOrder" WHERE id = ${orderId}::uuid FOR UPDATE`;
    if (!before) return false;
    const isStep = orderSteps[before.status].includes(status);
    const isTracked = trackingUrl !== null && trackingUrl !== before.trackingUrl;
    if (!isStep && !isTracked) return false;
    await client.printOrder.update({
      where: { id: orderId },
      data: { ...(isStep ? statusData(status) : {}), ...(isTracked ? { trackingUrl } : {}) },
      select: { id: true },
    });
    if (isStep && status === "cancelled") await returnCredits(client, orderId);
    if (isStep) await notifyCustomer(client, orderId, status);
    return true;
  });
}
