import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { asAppError } from "@/lib/http/error-mapping";
import { requirePayments } from "@/lib/platform/payments/payments";
import type { PaymentEvent } from "@/lib/platform/payments/payments-driver";
import { isUuid } from "@/lib/shared/uuid";
import { billingPatience } from "@/lib/shop/billing/server/billing-lock";
import type { AfterCommit } from "@/lib/shop/billing/server/checkout-handlers";
import { applySubscription } from "@/lib/shop/billing/server/subscription-service";
import { checkoutHandlers } from "@/lib/shop/payments/server/paid-checkout";

/** Id of the single row for all events with an invalid signature, so that a wrong secret is noticed. */
export const refusedEventId = "refused";

/**
 * Receives an event from the provider. The same event is applied once, however often it arrives; one that fails is not
 * marked as applied, so the provider sends it again.
 * @throws PaymentsError `not_configured`, `bad_signature`; whatever applying it throws
 */
export async function receiveEvent(body: string, signature: string): Promise<void> {
  const payments = await requirePayments();
  let event: PaymentEvent;
  try {
    event = payments.readEvent(body, signature);
  } catch (error) {
    await rememberRefusal();
    throw error;
  }
  const { id, name, createdAt } = event;
  const familyId = await familyOf(event);
  await db.billingEvent.createMany({ data: [{ id, name, createdAt, familyId }], skipDuplicates: true });
  let afterCommit: AfterCommit | undefined;
  try {
    afterCommit = await db.$transaction(async (client) => {
      // Concurrent deliveries wait for each other here; the second one finds it applied.
      const claimed = await client.$executeRaw`
        UPDATE "BillingEvent" SET "appliedAt" = now(), error = NULL WHERE id = ${id} AND "appliedAt" IS NULL`;
      return claimed === 0 ? undefined : applyEvent(client, event);
    }, billingPatience);
  } catch (error) {
    // Stores only our own name for the error, because an admin sees it.
    await db.billingEvent.updateMany({
      where: { id, appliedAt: null },
      data: { error: asAppError(error).code },
    });
    throw error;
  }
  if (familyId === null) await rememberFamily(event);
  afterCommit?.();
}

/** The family that an event is about, if known before or after it is applied. */
async function familyOf(event: PaymentEvent): Promise<string | null> {
  if (event.type === "other") return null;
  const { checkout, orderId } = "checkout" in event ? event.checkout.metadata : event.metadata;
  const select = { familyId: true } as const;
  const found = await Promise.all([
    checkout && isUuid(checkout) ? db.billingCheckout.findUnique({ where: { id: checkout }, select }) : null,
    orderId && isUuid(orderId) ? db.giftOrder.findUnique({ where: { id: orderId }, select }) : null,
    "subscriptionId" in event
      ? db.billingAccount.findFirst({ where: { subscriptionId: event.subscriptionId }, select })
      : null,
  ]);
  return found.find((row) => row?.familyId)?.familyId ?? null;
}

/** For a family that its first payment created. */
async function rememberFamily(event: PaymentEvent): Promise<void> {
  const familyId = await familyOf(event);
  if (familyId) await db.billingEvent.updateMany({ where: { id: event.id }, data: { familyId } });
}

async function rememberRefusal(): Promise<void> {
  const now = new Date();
  const values = { name: "signature", createdAt: now, receivedAt: now, error: "bad_signature" };
  await db.billingEvent.upsert({
    where: { id: refusedEventId },
    create: { id: refusedEventId, ...values },
    update: values,
    select: { id: true },
  });
}

async function applyEvent(
  client: Prisma.TransactionClient,
  event: PaymentEvent,
): Promise<AfterCommit | undefined> {
  switch (event.type) {
    case "checkoutFinished":
    case "checkoutExpired": {
      const handler = checkoutHandlers[event.checkout.metadata.kind ?? ""];
      if (event.type === "checkoutExpired") return handler?.expired(event.checkout, client);
      // A payment that takes days gets its own event when it arrives.
      return event.checkout.isPaid ? handler?.paid(event.checkout, client) : undefined;
    }
    case "subscription":
    case "invoicePaid":
      return applySubscription(client, event.subscriptionId);
    case "invoiceFailed": {
      const afterCommit = await applySubscription(client, event.subscriptionId);
      await notifyPaymentFailure(client, event.subscriptionId, event.invoiceId);
      return afterCommit;
    }
    default:
      // Refunds, disputes and the rest: handled at the provider, they change nobody's plan here.
      return undefined;
  }
}

/** Once per invoice, and only if it is still unpaid: an event may arrive after the payment that settled it. */
async function notifyPaymentFailure(
  client: Prisma.TransactionClient,
  subscriptionId: string,
  invoiceId: string,
): Promise<void> {
  const account = await client.billingAccount.findFirst({
    where: { subscriptionId, state: "past_due" },
    select: { familyId: true },
  });
  if (!account) return;
  const event = {
    kind: "account",
    familyId: account.familyId,
    actorId: null,
    title: "A payment for your plan didn't go through",
    message: "Your plan continues for now. Please check the card on Billing.",
    url: "/billing",
    eventKey: `payment-failed:${invoiceId}`,
  } as const;
  await notify(event, "admins", { client });
}
