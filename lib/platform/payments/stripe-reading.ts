import Stripe from "stripe";
import {
  type FinishedCheckout,
  type Invoice,
  type PaymentEvent,
  PaymentsError,
  type Subscription,
  type SubscriptionStatus,
} from "@/lib/platform/payments/payments-driver";
import { planMetadata } from "@/lib/platform/payments/stripe-plans";

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === "string" ? reference : (reference?.id ?? null);

const dateOf = (seconds: number) => new Date(seconds * 1000);

/** A trial counts as paid; a subscription that was never paid, or no longer is, grants nothing. */
function statusOf(status: Stripe.Subscription.Status): SubscriptionStatus {
  switch (status) {
    case "active":
    case "trialing":
      return "active";
    case "past_due":
      return "past_due";
    case "canceled":
    case "incomplete_expired":
      return "ended";
    default:
      return "unpaid";
  }
}

/** @throws PaymentsError for one without a line: ours all have one */
export function subscriptionOf(subscription: Stripe.Subscription): Subscription {
  const [item] = subscription.items.data;
  if (!item) throw new PaymentsError("refused", `Subscription ${subscription.id} has no items`);
  const currentPeriodEnd = dateOf(item.current_period_end);
  const { cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod } = subscription;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? "",
    status: statusOf(subscription.status),
    planKey: item.price.metadata?.[planMetadata] ?? null,
    interval: item.price.recurring?.interval === "year" ? "year" : "month",
    amount: item.price.unit_amount ?? 0,
    currency: item.price.currency.toUpperCase(),
    createdAt: dateOf(subscription.created),
    currentPeriodEnd,
    endsAt: cancelAt ? dateOf(cancelAt) : endsWithPeriod ? currentPeriodEnd : null,
    itemId: item.id,
    metadata: subscription.metadata,
  };
}

const invoiceStatuses = ["open", "paid", "void", "uncollectible"] as const;

/** null for a draft: it isn't final yet. */
export function invoiceOf(invoice: Stripe.Invoice): Invoice | null {
  const status = invoiceStatuses.find((one) => one === invoice.status);
  if (!status) return null;
  return {
    id: invoice.id ?? "",
    number: invoice.number,
    createdAt: dateOf(invoice.created),
    amount: invoice.total,
    currency: invoice.currency.toUpperCase(),
    status,
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}

function checkoutOf(session: Stripe.Checkout.Session): FinishedCheckout {
  return {
    id: session.id,
    mode: session.mode === "subscription" ? "subscription" : "payment",
    isPaid: session.payment_status !== "unpaid",
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    metadata: session.metadata ?? {},
  };
}

/** An event in our terms. One that we don't act on, or that lacks what we need, is `other`. */
export function eventOf(event: Stripe.Event): PaymentEvent {
  const base = {
    id: event.id,
    name: event.type,
    createdAt: dateOf(event.created),
    isLive: event.livemode,
  };
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
      return { ...base, type: "checkoutFinished", checkout: checkoutOf(event.data.object) };
    case "checkout.session.expired":
    case "checkout.session.async_payment_failed":
      return { ...base, type: "checkoutExpired", checkout: checkoutOf(event.data.object) };
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
    case "customer.subscription.paused":
    case "customer.subscription.resumed":
      return {
        ...base,
        type: "subscription",
        subscriptionId: event.data.object.id,
        metadata: event.data.object.metadata ?? {},
      };
    case "invoice.paid":
    case "invoice.payment_failed": {
      const { parent, id } = event.data.object;
      const subscriptionId = idOf(parent?.subscription_details?.subscription);
      if (!subscriptionId) return { ...base, type: "other" };
      const type = event.type === "invoice.paid" ? "invoicePaid" : "invoiceFailed";
      const metadata = parent?.subscription_details?.metadata ?? {};
      return { ...base, type, subscriptionId, invoiceId: id ?? "", metadata };
    }
    default:
      return { ...base, type: "other" };
  }
}

/** Translates what Stripe's library throws. */
export function paymentsErrorOf(error: unknown): Error {
  if (error instanceof PaymentsError) return error;
  if (!(error instanceof Stripe.errors.StripeError)) {
    return error instanceof Error ? error : new Error(String(error));
  }
  const isKey =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  const isAway =
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeAPIError;
  const code = isKey ? "bad_key" : isAway ? "unreachable" : "refused";
  // Stripe includes the key in the message that refuses it.
  const message = isKey ? "The provider rejected the key" : error.message;
  return new PaymentsError(code, message, isKey ? {} : { cause: error });
}
