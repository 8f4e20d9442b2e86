import { db } from "@/lib/db";
import { countedBody, mediaTypeOf } from "@/lib/http/body";
import { AppError, badInput, notFound } from "@/lib/http/errors";
import { printLab } from "@/lib/platform/print-providers/print-lab";
import { findPrintProvider } from "@/lib/platform/print-providers/print-providers";
import { defineTask, noPayload } from "@/lib/platform/queue/task";
import { releaseOverdueOrders } from "@/lib/shop/prints/server/hold-service";
import { orderIdInCallback } from "@/lib/shop/prints/server/print-links";
import { refreshPrintOrderTask, sendPrintOrderTask } from "@/lib/shop/prints/server/sending-service";

const maxBodyBytes = 256 * 1024;
const eventTypes = new Set(["", "application/json", "application/cloudevents+json"]);
const refreshAttempts = 8;
/** So long nobody has heard of an order whose worker was killed. */
const lostMs = 6 * 3_600_000;

const jobKey = (orderId: string) => `${refreshPrintOrderTask.name}:${orderId}`;

/** Read to its end and dropped: what it says, anybody could have written. */
async function drain(request: Request): Promise<void> {
  for await (const _ of countedBody(request, maxBodyBytes));
}

/**
 * A provider tells that an order has changed. The address proves that the provider was told of this order; how far it
 * is, the queue asks the provider itself. Repeated and late messages therefore change nothing.
 * @throws AppError 400 for an address that we did not make, 404 for a provider that calls nobody back, 413, 415
 */
export async function receiveCallback(name: string, token: string, request: Request): Promise<void> {
  if (!eventTypes.has(mediaTypeOf(request))) {
    throw new AppError("unsupported_content_type", 415, "Please send this call as application/json.");
  }
  await drain(request);
  const provider = findPrintProvider(name)?.provider;
  if (!provider || provider === printLab) throw notFound();
  const id = orderIdInCallback(token);
  const order =
    id &&
    (await db.printOrder.findFirst({
      where: { id, OR: [{ sendState: "sent", provider: provider.label }, { sendState: "sending" }] },
      select: { id: true },
    }));
  if (!order) throw badInput("token", "We didn't give this address to a print provider.");
  await refreshPrintOrderTask.enqueue(
    { orderId: order.id },
    {
      jobKey: jobKey(order.id),
      maxAttempts: refreshAttempts,
    },
  );
}

/** Asks after every order that is being made elsewhere, whose callback may be lost, and sends or releases what a killed worker left. */
export async function refreshPrintOrders(now = new Date()): Promise<void> {
  await releaseOverdueOrders();
  const underWay = await db.printOrder.findMany({
    where: { sendState: "sent", status: { in: ["placed", "in_production"] } },
    select: { id: true },
    take: 1_000,
  });
  const refreshes = underWay.map(({ id }) => ({ payload: { orderId: id }, jobKey: jobKey(id) }));
  await refreshPrintOrderTask.enqueueAll(refreshes, { maxAttempts: 3 });
  const lost = await db.printOrder.findMany({
    where: {
      status: "placed",
      sendState: { in: ["queued", "sending"] },
      updatedAt: { lt: new Date(now.getTime() - lostMs) },
    },
    select: { id: true },
    take: 1_000,
  });
  const sends = lost.map(({ id }) => ({
    payload: { orderId: id },
    jobKey: `${sendPrintOrderTask.name}:${id}`,
  }));
  await sendPrintOrderTask.enqueueAll(sends, { maxAttempts: 10 });
}

/** Asks after all that are on their way, whose callbacks may have been lost. */
export const refreshPrintOrdersTask = defineTask("prints.refresh-all", noPayload, () => refreshPrintOrders());
