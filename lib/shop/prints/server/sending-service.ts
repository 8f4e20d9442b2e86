import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError, badInput, notFound } from "@/lib/http/errors";
import { printLab } from "@/lib/platform/print-providers/print-lab";
import type { ProviderOrder, ProviderState, Submission } from "@/lib/platform/print-providers/print-provider";
import { findPrintProvider } from "@/lib/platform/print-providers/print-providers";
import { prodigi } from "@/lib/platform/print-providers/prodigi";
import { defineTask } from "@/lib/platform/queue/task";
import { UndeliverableError } from "@/lib/platform/undeliverable-error";
import { releasedOrders } from "@/lib/shop/prints/order-steps";
import type { PrintOrderStatusName } from "@/lib/shop/prints/schema";
import { orderedElsewhere } from "@/lib/shop/prints/server/imported-order-service";
import { orderPayload } from "@/lib/shop/prints/server/order-payload";
import { makePackageTask } from "@/lib/shop/prints/server/package-service";
import { getPrintJob } from "@/lib/shop/prints/server/print-job-service";
import { askProvider, providerNotConfigured } from "@/lib/shop/prints/server/provider-call-service";
import { followProvider, notifyCustomer } from "@/lib/shop/prints/server/status-service";

/** How long an order that is sent automatically can be cancelled. */
const undoWindowMs = 3_600_000;
/** About an hour, with the queue's growing pauses. */
const sendAttempts = 10;

/** An order counts as in production once a provider has received it. */
const statusOf: Record<ProviderState, PrintOrderStatusName> = {
  received: "in_production",
  in_production: "in_production",
  dispatched: "dispatched",
  cancelled: "cancelled",
};

function enqueueSend(orderId: string, client: Prisma.TransactionClient, runAt = new Date()): Promise<void> {
  const options = { jobKey: `${sendPrintOrderTask.name}:${orderId}`, maxAttempts: sendAttempts, runAt };
  return sendPrintOrderTask.enqueue({ orderId }, options, client);
}

function enqueuePackage(orderId: string, client: Prisma.TransactionClient): Promise<void> {
  // Below the album's own pictures, and one at a time across all machines.
  const options = { jobKey: `${makePackageTask.name}:${orderId}`, priority: 10, line: makePackageTask.name };
  return makePackageTask.enqueue({ orderId }, { ...options, maxAttempts: 5 }, client);
}

/** What follows once an order is released: the receipt, and sending it to be made. */
export async function startFulfilment(client: Prisma.TransactionClient, orderId: string): Promise<void> {
  await notifyCustomer(client, orderId, "placed");
  if (env.PRINT_PROVIDER !== "prodigi") return enqueuePackage(orderId, client);
  await client.printOrder.update({
    where: { id: orderId },
    data: { sendState: "queued" },
    select: { id: true },
  });
  await enqueueSend(orderId, client, new Date(Date.now() + undoWindowMs));
}

async function remakePackage(
  client: Prisma.TransactionClient,
  where: { id: string; familyId: string; heldUntil: null },
) {
  const { count } = await client.printOrder.updateMany({
    where,
    data: { packageMadeAt: null, packageBytes: null, problems: [] },
  });
  if (count === 0) throw notFound();
  await enqueuePackage(where.id, client);
}

async function queueForProvider(
  client: Prisma.TransactionClient,
  where: { id: string; familyId: string; heldUntil: null },
) {
  // One statement decides between this and someone who cancels the order at the same moment.
  const { count } = await client.printOrder.updateMany({
    where: { ...where, status: "placed", sendState: { in: ["none", "queued", "failed"] } },
    data: { sendState: "queued", sendError: null },
  });
  if (count === 1) return enqueueSend(where.id, client);
  const order = await client.printOrder.findFirst({ where, select: { sendState: true } });
  if (!order) throw notFound();
  // Sending is idempotent.
  if (order.sendState === "sending" || order.sendState === "sent") return;
  throw new AppError("too_late", 409, "Only an order that is still placed can be sent.");
}

/**
 * Has an order made: rebuilds the built-in lab's package, or sends it to another lab. The queue does the work.
 * @throws AppError 400 for an unknown provider, 404, 409 too_late, 503 print_provider_not_configured
 */
export async function requestSend(actor: MemberActor, id: string, providerName: string): Promise<void> {
  const where = { id, familyId: actor.familyId, ...releasedOrders };
  const order = await db.printOrder.findFirst({ where, select: { number: true, isImported: true } });
  if (!order) throw notFound();
  if (order.isImported) throw orderedElsewhere();
  const found = findPrintProvider(providerName);
  if (!found) throw badInput("provider", "This print provider doesn't exist.");
  const { provider, isConfigured } = found;
  if (!isConfigured) throw providerNotConfigured(provider.label);
  await db.$transaction(async (client) => {
    await (provider === printLab ? remakePackage : queueForProvider)(client, where);
    const detail = { order: order.number, provider: provider.label };
    const { userId, familyId } = actor;
    await recordActivity({ action: "prints.sent", actorId: userId, familyId, detail }, client);
  });
}

async function notifyAdmins(order: { id: string; number: number; familyId: string }, message: string) {
  await notify(
    {
      kind: "printOrder",
      familyId: order.familyId,
      actorId: null,
      title: `Print order ${order.number}`,
      message,
      url: "/admin-print-orders",
    },
    "admins",
  );
}

const issuesOf = ({ issues }: ProviderOrder) => issues.join(" ").slice(0, 500) || null;

async function saveSubmission(orderId: string, made: Submission): Promise<void> {
  await db.printOrder.updateMany({
    where: { id: orderId },
    data: {
      provider: prodigi.label,
      providerReference: made.reference,
      sendState: "sent",
      sendError: issuesOf(made),
      problems: made.problems.map((problem) => ({ ...problem })),
    },
  });
  await followProvider(orderId, { status: statusOf[made.state], trackingUrl: made.trackingUrl });
}

/**
 * Sends an order to Prodigi, from the queue: sending it twice makes one order there. From the claim until the outcome
 * is known, nobody can cancel it. A suspended family's order waits: Prodigi can't fetch its photos. A deleted family's
 * is never sent.
 * @throws ProviderUnavailableError so that the queue retries
 */
export async function sendPrintOrder(orderId: string, attempt: number): Promise<void> {
  const [order] = await db.printOrder.updateManyAndReturn({
    where: {
      id: orderId,
      status: "placed",
      sendState: { in: ["queued", "sending"] },
      family: { suspendedAt: null, memberships: { some: {} } },
    },
    data: { sendState: "sending" },
    select: { id: true, number: true, familyId: true },
  });
  if (!order) return;
  const job = await getPrintJob(orderId, prodigi.name);
  if (!job) return;
  try {
    const made = await askProvider(
      { familyId: order.familyId, orderId, provider: prodigi, action: "submit" },
      () => prodigi.submit(job),
      ({ reference, state }) => `${reference}: ${state}`,
    );
    await saveSubmission(orderId, made);
    if (made.problems.length > 0) await notifyAdmins(order, "Some of its photos can't be printed.");
  } catch (error) {
    const isOver = error instanceof UndeliverableError || attempt >= sendAttempts;
    const sendError = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    await db.printOrder.updateMany({
      where: { id: orderId, sendState: "sending" },
      data: { sendError, ...(isOver ? { sendState: "failed" as const } : {}) },
    });
    if (isOver) await notifyAdmins(order, "It could not be sent to Prodigi. See the order for the reason.");
    if (!(error instanceof UndeliverableError)) throw error;
  }
}

/** Fetches an order's progress from Prodigi, and follows it. @throws ProviderUnavailableError */
export async function refreshPrintOrder(orderId: string): Promise<void> {
  const order = await db.printOrder.findFirst({
    where: { id: orderId, sendState: "sent", status: { in: ["placed", "in_production", "dispatched"] } },
    select: { id: true, familyId: true, providerReference: true },
  });
  const reference = order?.providerReference;
  if (!order || !reference) return;
  const now = await askProvider(
    { familyId: order.familyId, orderId, provider: prodigi, action: "status" },
    () => prodigi.status(reference),
    (answer) => (answer ? `${reference}: ${answer.state}` : `${reference} is not known there`),
  );
  const sendError = now ? issuesOf(now) : "Prodigi no longer knows this order.";
  await db.printOrder.updateMany({ where: { id: orderId }, data: { sendError } });
  if (now) await followProvider(orderId, { status: statusOf[now.state], trackingUrl: now.trackingUrl });
}

/** Sends an order to its provider. */
export const sendPrintOrderTask = defineTask("prints.send", orderPayload, ({ orderId }, { attempt }) =>
  sendPrintOrder(orderId, attempt),
);

/** Fetches an order's progress from its provider. */
export const refreshPrintOrderTask = defineTask("prints.refresh", orderPayload, ({ orderId }) =>
  refreshPrintOrder(orderId),
);
