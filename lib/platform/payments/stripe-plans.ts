import { createHash } from "node:crypto";
import Stripe from "stripe";
import type { PlanPrice } from "@/lib/platform/payments/payments-driver";

/** The metadata field of our prices that says which plan each is for. */
export const planMetadata = "keepsake_plan";

/**
 * Contains amount and interval: a different price is a different object at Stripe, and people who pay the old one
 * continue to.
 */
const lookupKey = ({ key, interval, amount, currency }: PlanPrice) =>
  `keepsake_${key}_${interval}_${amount}_${currency.toLowerCase()}`;

/** The plans as Stripe's products and prices, created when first needed. */
export class StripePlans {
  readonly #stripe: Stripe;
  readonly #prices = new Map<string, string>();
  readonly #configurations = new Map<string, string>();

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /** @returns the price's id */
  async priceOf(plan: PlanPrice): Promise<string> {
    const key = lookupKey(plan);
    const known =
      this.#prices.get(key) ?? (await this.#findPrice(key)) ?? (await this.#createPrice(plan, key));
    this.#prices.set(key, known);
    return known;
  }

  async #findPrice(key: string): Promise<string | undefined> {
    const { data } = await this.#stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
    return data[0]?.id;
  }

  async #createPrice(plan: PlanPrice, key: string): Promise<string> {
    const product = await this.#product(plan);
    const { id } = await this.#stripe.prices.create(
      {
        product,
        currency: plan.currency.toLowerCase(),
        unit_amount: plan.amount,
        recurring: { interval: plan.interval },
        lookup_key: key,
        // If two servers create it at once, the second takes over the key, and both prices say which plan they are for.
        transfer_lookup_key: true,
        metadata: { [planMetadata]: plan.key },
      },
      { idempotencyKey: `${key}:${product}` },
    );
    return id;
  }

  async #product(plan: PlanPrice): Promise<string> {
    const id = `keepsake_${plan.key}`;
    try {
      await this.#stripe.products.create({ id, name: plan.name });
    } catch (error) {
      const isThere =
        error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_already_exists";
      if (!isThere) throw error;
    }
    return id;
  }

  /** A portal in which people switch between these plans, manage cards and invoices, and cancel. */
  async portalConfiguration(plans: readonly PlanPrice[]): Promise<string> {
    const prices = [];
    for (const plan of plans)
      prices.push({ product: `keepsake_${plan.key}`, price: await this.priceOf(plan) });
    const key = createHash("sha256").update(JSON.stringify(prices)).digest("base64url");
    const known = this.#configurations.get(key) ?? (await this.#findConfiguration(key));
    const id = known ?? (await this.#createConfiguration(prices, key));
    this.#configurations.set(key, id);
    return id;
  }

  async #findConfiguration(key: string): Promise<string | undefined> {
    for await (const configuration of this.#stripe.billingPortal.configurations.list({ active: true })) {
      if (configuration.metadata?.keepsake_plans === key) return configuration.id;
    }
    return undefined;
  }

  async #createConfiguration(prices: { product: string; price: string }[], key: string): Promise<string> {
    const products = new Map<string, string[]>();
    for (const { product, price } of prices) products.set(product, [...(products.get(product) ?? []), price]);
    const { id } = await this.#stripe.billingPortal.configurations.create(
      {
        metadata: { keepsake_plans: key },
        features: {
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          // What is paid for lasts until the end of the paid period.
          subscription_cancel: { enabled: true, mode: "at_period_end" },
          subscription_update: {
            enabled: true,
            default_allowed_updates: ["price"],
            proration_behavior: "create_prorations",
            products: [...products].map(([product, ids]) => ({ product, prices: ids })),
          },
        },
      },
      { idempotencyKey: `portal:${key}` },
    );
    return id;
  }
}
