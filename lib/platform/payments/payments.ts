import { env } from "@/lib/env";
import { type Payments, PaymentsError } from "@/lib/platform/payments/payments-driver";

/** Whether card payments are configured: without both keys nothing is sold, and every page says so. */
export function hasPayments(): boolean {
  return Boolean(env.STRIPE_SECRET_KEY && env.STRIPE_WEBHOOK_SECRET);
}

/** Loaded on first use: the library is large, and most albums sell nothing. */
async function connect(): Promise<Payments> {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
  } = env;
  if (!secretKey || !webhookSecret) {
    throw new PaymentsError("not_configured", "No card payment provider is configured");
  }
  const { StripePayments } = await import("@/lib/platform/payments/stripe-payments");
  return new StripePayments({ secretKey, webhookSecret, apiBase });
}

let payments: Promise<Payments> | undefined;

/** The provider of card payments. @throws PaymentsError `not_configured`, answered 503 billing_not_configured */
export function requirePayments(): Promise<Payments> {
  if (!hasPayments()) return connect();
  payments ??= connect();
  return payments;
}
