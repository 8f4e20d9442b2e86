import { randomBytes } from "node:crypto";

/** An object in Stripe's form. */
export type StripeObject = Record<string, unknown> & { id: string; object: string };

/** What Stripe answers instead of an object. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.error = { type: "invalid_request_error", message, ...(code ? { code } : {}) };
  }
}

const now = () => Math.floor(Date.now() / 1000);
const newId = (prefix: string) => `${prefix}_${randomBytes(9).toString("hex")}`;
const monthSeconds = 30 * 86_400;

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown) => (value ?? {}) as Fields;
const rowsOf = (value: unknown) => Object.values(fieldsOf(value)) as Fields[];

/** The objects of one Stripe account, and how they change when people pay, switch plans and cancel. */
export class StripeStore {
  readonly objects = new Map<string, StripeObject>();
  /** Called with every event, in order. */
  readonly fire: (type: string, object: StripeObject) => Promise<void>;
  /** This server's address; set once it listens. */
  url = "";

  constructor(fire: (type: string, object: StripeObject) => Promise<void>) {
    this.fire = fire;
  }

  all(object: string): StripeObject[] {
    return [...this.objects.values()].filter((one) => one.object === object);
  }

  get(id: unknown, object: string): StripeObject {
    const found = this.objects.get(String(id));
    if (found?.object !== object)
      throw new StripeRefusal(404, `No such ${object}: '${id}'`, "resource_missing");
    return found;
  }

  keep(object: string, prefix: string, fields: Fields): StripeObject {
    const kept = { id: newId(prefix), object, created: now(), livemode: false, metadata: {}, ...fields };
    if (this.objects.has(kept.id)) {
      throw new StripeRefusal(400, `${object} already exists.`, "resource_already_exists");
    }
    this.objects.set(kept.id, kept);
    return kept;
  }

  createPrice(body: Fields): StripeObject {
    this.get(body.product, "product");
    if (body.transfer_lookup_key === "true") {
      for (const one of this.all("price")) if (one.lookup_key === body.lookup_key) one.lookup_key = null;
    }
    const { transfer_lookup_key: _, ...fields } = body;
    return this.keep("price", "price", { ...fields, active: true, unit_amount: Number(body.unit_amount) });
  }

  createSession(body: Fields): StripeObject {
    const lines = rowsOf(body.line_items).map((line) => {
      const price = line.price ? this.get(line.price, "price") : fieldsOf(line.price_data);
      const amount = Number(price.unit_amount);
      if (!Number.isInteger(amount) || amount < 0)
        throw new StripeRefusal(400, "Invalid integer: unit_amount");
      return { price, amount: amount * Number(line.quantity ?? 1), currency: String(price.currency) };
    });
    const [first] = lines;
    if (!first) throw new StripeRefusal(400, "Missing required param: line_items.");
    if (!URL.canParse(String(body.success_url)))
      throw new StripeRefusal(400, "Not a valid URL", "url_invalid");
    if (body.customer) this.get(body.customer, "customer");
    const expiresAt = Number(body.expires_at ?? now() + 86_400);
    if (expiresAt < now() + 1_790 || expiresAt > now() + 86_410) {
      throw new StripeRefusal(
        400,
        "The `expires_at` timestamp must be 30 minutes to 24 hours from creation.",
      );
    }
    const off = rowsOf(body.discounts).reduce(
      (sum, { coupon }) => sum + Number(this.get(coupon, "coupon").amount_off),
      0,
    );
    const session = this.keep("checkout.session", "cs_test", {
      customer: null,
      customer_email: null,
      ...body,
      status: "open",
      payment_status: "unpaid",
      subscription: null,
      currency: first.currency,
      amount_total: Math.max(0, lines.reduce((sum, { amount }) => sum + amount, 0) - off),
      expires_at: expiresAt,
    });
    return Object.assign(session, { url: `${this.url}/pay/${session.id}` });
  }

  async expireSession(id: string): Promise<StripeObject> {
    const session = this.get(id, "checkout.session");
    if (session.status !== "open")
      throw new StripeRefusal(400, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    Object.assign(session, { status: "expired", url: null });
    await this.fire("checkout.session.expired", session);
    return session;
  }

  /** Refunds what was paid. */
  refund(intent: unknown): StripeObject {
    const paid = this.all("checkout.session").some(({ payment_intent }) => payment_intent === intent);
    if (!paid) throw new StripeRefusal(404, "No such payment_intent", "resource_missing");
    if (this.all("refund").some(({ payment_intent }) => payment_intent === intent)) {
      throw new StripeRefusal(400, "Charge has already been refunded.", "charge_already_refunded");
    }
    return this.keep("refund", "re", { payment_intent: intent, status: "succeeded" });
  }

  /** Someone pays on the page. */
  async pay(sessionId: string): Promise<StripeObject> {
    const session = this.get(sessionId, "checkout.session");
    if (session.status !== "open") throw new StripeRefusal(400, "This Checkout Session is no longer active.");
    Object.assign(session, { status: "complete", payment_status: "paid" });
    if (session.mode === "payment") session.payment_intent = `pi_${String(session.id)}`;
    if (session.mode !== "subscription") {
      await this.fire("checkout.session.completed", session);
      return session;
    }
    const email = session.customer_email ?? "payer@example.org";
    session.customer ??= this.keep("customer", "cus", { email }).id;
    const [line] = rowsOf(session.line_items);
    const subscription = this.keep("subscription", "sub", {
      customer: session.customer,
      status: "active",
      cancel_at: null,
      cancel_at_period_end: false,
      metadata: fieldsOf(session.subscription_data).metadata ?? {},
      items: { object: "list", data: [this.#item(String(line?.price))] },
    });
    session.subscription = subscription.id;
    const invoice = this.bill(subscription, "paid");
    await this.fire("customer.subscription.created", subscription);
    await this.fire("invoice.paid", invoice);
    await this.fire("checkout.session.completed", session);
    return session;
  }

  #item(priceId: string): Fields {
    const price = this.get(priceId, "price");
    return {
      id: newId("si"),
      object: "subscription_item",
      price,
      quantity: 1,
      current_period_start: now(),
      current_period_end: now() + monthSeconds,
    };
  }

  /** An invoice for a subscription. */
  bill(subscription: StripeObject, status: "paid" | "open"): StripeObject {
    const [item] = rowsOf(fieldsOf(subscription.items).data);
    const invoice = this.keep("invoice", "in", {
      customer: subscription.customer,
      status,
      number: `KEEP-${String(this.all("invoice").length + 1).padStart(4, "0")}`,
      total: fieldsOf(item?.price).unit_amount,
      currency: fieldsOf(item?.price).currency,
      parent: { type: "subscription_details", subscription_details: { subscription: subscription.id } },
    });
    const page = `${this.url}/invoice/${invoice.id}`;
    return Object.assign(invoice, { hosted_invoice_url: page, invoice_pdf: `${page}/pdf` });
  }

  /** Another plan, as someone confirms it in the portal. */
  async changePlan(subscriptionId: string, priceId: string): Promise<void> {
    const subscription = this.get(subscriptionId, "subscription");
    const [item] = rowsOf(fieldsOf(subscription.items).data);
    Object.assign(item ?? {}, { price: this.get(priceId, "price") });
    await this.fire("customer.subscription.updated", subscription);
  }

  /** Someone cancels in the portal: it continues until the end of the paid period. */
  async cancelAtPeriodEnd(subscriptionId: string): Promise<StripeObject> {
    const subscription = this.get(subscriptionId, "subscription");
    subscription.cancel_at_period_end = true;
    await this.fire("customer.subscription.updated", subscription);
    return subscription;
  }

  /** It ends now. */
  async end(subscriptionId: string): Promise<StripeObject> {
    const subscription = this.get(subscriptionId, "subscription");
    if (subscription.status === "canceled") {
      throw new StripeRefusal(404, `No such subscription: '${subscriptionId}'`, "resource_missing");
    }
    subscription.status = "canceled";
    await this.fire("customer.subscription.deleted", subscription);
    return subscription;
  }

  /** The card is refused for the next month. */
  async failPayment(subscriptionId: string): Promise<void> {
    const subscription = this.get(subscriptionId, "subscription");
    subscription.status = "past_due";
    await this.fire("invoice.payment_failed", this.bill(subscription, "open"));
    await this.fire("customer.subscription.updated", subscription);
  }

  /** A new card pays the open amount. */
  async payLate(subscriptionId: string): Promise<void> {
    const subscription = this.get(subscriptionId, "subscription");
    subscription.status = "active";
    for (const invoice of this.all("invoice")) {
      if (invoice.status === "open")
        await this.fire("invoice.paid", Object.assign(invoice, { status: "paid" }));
    }
    await this.fire("customer.subscription.updated", subscription);
  }
}
