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
/** After this long without news, the worker of an order is taken to be dead. */
const lostMs = 6 * 3_600_000;

const jobKey = (orderId: string) => `${refreshPrintOrderTask.name}:${orderId}`;

/** Reads it to the end and drops it: anyone could have written the content. */
async function drain(request: Request): Promise<void> {
  for await (const _ of countedBody(request, maxBodyBytes));
}

/**
 * A provider reports that an order has changed. The address proves that the provider knows this order; its progress is
 * then fetched from the provider by the queue. Repeated and late messages therefore change nothing.
 * @throws AppError 400 for an address that we did not make, 404 for a provider without callbacks, 413, 415
 */
export async function receiveCallback(name: string, token: string, request: Request): Promise<void> {
  if (!eventTypes.has(mediaTypeOf(request))) {
    throw new AppError("unsupported_content_type", 415, "Please send this request as application/json.");
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

/** Refreshes every order being made elsewhere, if its callback was lost, and resumes what a killed worker left. */
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

/** Refreshes all orders that are on their way, whose callbacks may have been lost. */
export const refreshPrintOrdersTask = defineTask("prints.refresh-all", noPayload, () => refreshPrintOrders());
