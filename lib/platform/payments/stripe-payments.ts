import Stripe from "stripe";
import type {
  Checkout,
  CheckoutRequest,
  Invoice,
  PaymentEvent,
  Payments,
  PortalRequest,
  Subscription,
} from "@/lib/platform/payments/payments-driver";
import { PaymentsError } from "@/lib/platform/payments/payments-driver";
import { StripePlans } from "@/lib/platform/payments/stripe-plans";
import { eventOf, invoiceOf, paymentsErrorOf, subscriptionOf } from "@/lib/platform/payments/stripe-reading";

const timeoutMs = 15_000;
/** Stripe's recommendation: a replayed event is worthless after this. */
const toleranceSeconds = 300;

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  apiBase: string;
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** Stripe, through its own library. */
export class StripePayments implements Payments {
  readonly mode: "test" | "live";
  readonly #stripe: Stripe;
  readonly #plans: StripePlans;
  readonly #webhookSecret: string;

  constructor({ secretKey, webhookSecret, apiBase }: StripeSettings) {
    const { hostname, port, protocol } = new URL(apiBase);
    this.#stripe = new Stripe(secretKey, {
      host: hostname,
      port: port || (protocol === "http:" ? 80 : 443),
      protocol: protocol === "http:" ? "http" : "https",
      timeout: timeoutMs,
      maxNetworkRetries: 1,
      telemetry: false,
    });
    this.#plans = new StripePlans(this.#stripe);
    this.#webhookSecret = webhookSecret;
    this.mode = /^[a-z]+_live_/.test(secretKey) ? "live" : "test";
  }

  async #ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await work(this.#stripe);
    } catch (error) {
      throw paymentsErrorOf(error);
    }
  }

  async createCheckout(request: CheckoutRequest): Promise<Checkout> {
    const { metadata, successUrl, cancelUrl, idempotencyKey, customerId, customerEmail, expiresAt } = request;
    const who = customerId
      ? { customer: customerId }
      : customerEmail
        ? { customer_email: customerEmail }
        : {};
    const session = await this.#ask(async (stripe) =>
      stripe.checkout.sessions.create(
        {
          ...who,
          ...(await this.#contents(request)),
          metadata,
          success_url: successUrl,
          cancel_url: cancelUrl,
          // If omitted, it is Stripe's 24 hours: a repeated request must be identical byte for byte.
          ...(expiresAt ? { expires_at: Math.floor(expiresAt.getTime() / 1000) } : {}),
        },
        { idempotencyKey },
      ),
    );
    if (!session.url) throw new PaymentsError("refused", `Checkout ${session.id} has no page`);
    return { id: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) };
  }

  async #contents(request: CheckoutRequest): Promise<Stripe.Checkout.SessionCreateParams> {
    if (request.mode === "subscription") {
      const price = await this.#plans.priceOf(request.plan);
      return {
        mode: "subscription",
        line_items: [{ price, quantity: 1 }],
        // So that an event about only the subscription can be attributed.
        subscription_data: { metadata: request.metadata },
      };
    }
    const { lines, discount, currency } = request;
    const coupon = discount && (await this.#coupon(request, discount));
    return {
      mode: "payment",
      line_items: lines.map(({ name, amount, quantity }) => ({
        quantity,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amount,
          product_data: { name },
        },
      })),
      payment_intent_data: { metadata: request.metadata },
      ...(coupon ? { discounts: [{ coupon }] } : {}),
    };
  }

  async #coupon(request: CheckoutRequest & { mode: "payment" }, discount: { name: string; amount: number }) {
    const { id } = await this.#stripe.coupons.create(
      {
        amount_off: discount.amount,
        currency: request.currency.toLowerCase(),
        duration: "once",
        max_redemptions: 1,
        name: discount.name.slice(0, 40),
      },
      { idempotencyKey: `${request.idempotencyKey}:discount` },
    );
    return id;
  }

  async expireCheckout(checkoutId: string): Promise<boolean> {
    try {
      await this.#stripe.checkout.sessions.expire(checkoutId);
      return true;
    } catch (error) {
      // Stripe refuses to expire what is paid or has ended.
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
      throw paymentsErrorOf(error);
    }
  }

  async refundCheckout(checkoutId: string, idempotencyKey: string): Promise<void> {
    await this.#ask(async ({ checkout, refunds }) => {
      const { payment_intent: intent, status } = await checkout.sessions.retrieve(checkoutId);
      if (status === "expired") return;
      const id = typeof intent === "string" ? intent : intent?.id;
      if (!id) throw new PaymentsError("refused", "Nothing was paid on this checkout");
      try {
        await refunds.create({ payment_intent: id }, { idempotencyKey });
      } catch (error) {
        const isDone =
          error instanceof Stripe.errors.StripeInvalidRequestError &&
          error.code === "charge_already_refunded";
        if (!isDone) throw error;
      }
    });
  }

  createPortal({ customerId, returnUrl, flow, plans }: PortalRequest): Promise<{ url: string }> {
    return this.#ask(async (stripe) => {
      const configuration = await this.#plans.portalConfiguration(plans);
      const { url } = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        configuration,
        ...(flow ? { flow_data: await this.#flow(flow, returnUrl) } : {}),
      });
      return { url };
    });
  }

  async #flow(
    flow: NonNullable<PortalRequest["flow"]>,
    returnUrl: string,
  ): Promise<Stripe.BillingPortal.SessionCreateParams.FlowData> {
    const after_completion = { type: "redirect" as const, redirect: { return_url: returnUrl } };
    if (flow.kind === "cancel") {
      return {
        type: "subscription_cancel",
        subscription_cancel: { subscription: flow.subscriptionId },
        after_completion,
      };
    }
    const price = await this.#plans.priceOf(flow.plan);
    const { id: subscription, itemId: id } = flow.subscription;
    return {
      type: "subscription_update_confirm",
      subscription_update_confirm: { subscription, items: [{ id, price, quantity: 1 }] },
      after_completion,
    };
  }

  async getSubscription(subscriptionId: string): Promise<Subscription | null> {
    try {
      return subscriptionOf(await this.#stripe.subscriptions.retrieve(subscriptionId));
    } catch (error) {
      if (isMissing(error)) return null;
      throw paymentsErrorOf(error);
    }
  }

  async cancelSubscription(subscriptionId: string, { atPeriodEnd }: { atPeriodEnd: boolean }): Promise<void> {
    // Stripe refuses to cancel what has ended.
    const subscription = await this.getSubscription(subscriptionId);
    if (!subscription || subscription.status === "ended") return;
    await this.#ask(async ({ subscriptions }) => {
      if (!atPeriodEnd) await subscriptions.cancel(subscriptionId);
      else if (!subscription.endsAt)
        await subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    });
  }

  async listInvoices(customerId: string, limit: number): Promise<Invoice[]> {
    const { data } = await this.#ask((stripe) => stripe.invoices.list({ customer: customerId, limit }));
    return data.flatMap((invoice) => invoiceOf(invoice) ?? []);
  }

  async checkConnection(): Promise<{ accountName: string | null }> {
    const account = await this.#ask((stripe) => stripe.accounts.retrieveCurrent());
    return { accountName: account.settings?.dashboard.display_name ?? account.email ?? account.id };
  }

  readEvent(body: string, signature: string): PaymentEvent {
    let event: Stripe.Event;
    try {
      event = this.#stripe.webhooks.constructEvent(body, signature, this.#webhookSecret, toleranceSeconds);
    } catch (error) {
      throw new PaymentsError("bad_signature", "The provider's signature is missing or wrong", {
        cause: error,
      });
    }
    return eventOf(event);
  }
}
