/** What payments are asked for, whoever the provider is. Amounts are in the currency's minor unit. */
export interface Payments {
  /** Of the key: money moves only with `live`. */
  readonly mode: "test" | "live";
  /**
   * A page of the provider's on which somebody pays. Nothing is owed until a verified event says that it is paid.
   * @throws PaymentsError
   */
  createCheckout(request: CheckoutRequest): Promise<Checkout>;
  /**
   * Makes an unpaid checkout unpayable.
   * @returns false when it can't be any more: it is paid, or had ended
   */
  expireCheckout(checkoutId: string): Promise<boolean>;
  /** Gives back all that was paid on a checkout, once; what was given back already is fine. @throws PaymentsError */
  refundCheckout(checkoutId: string, idempotencyKey: string): Promise<void>;
  /** A page of the provider's on which a customer looks after cards, plan and invoices. @throws PaymentsError */
  createPortal(request: PortalRequest): Promise<{ url: string }>;
  /** As it is now; null where there is none. */
  getSubscription(subscriptionId: string): Promise<Subscription | null>;
  /** Ends a subscription, at once or with what is paid for; one that has ended or never was is fine. */
  cancelSubscription(subscriptionId: string, options: { atPeriodEnd: boolean }): Promise<void>;
  /** A customer's latest invoices, the newest first. */
  listInvoices(customerId: string, limit: number): Promise<Invoice[]>;
  /** Asks the provider whose key this is. @throws PaymentsError */
  checkConnection(): Promise<{ accountName: string | null }>;
  /**
   * Reads an event that the provider posted.
   * @param body as it came, byte for byte
   * @throws PaymentsError `bad_signature` when it is forged, changed or older than five minutes
   */
  readEvent(body: string, signature: string): PaymentEvent;
}

export type BillingInterval = "month" | "year";

/** A plan that is paid for again and again. Each key, amount and interval is one price at the provider. */
export interface PlanPrice {
  /** `family` or `premium`. */
  key: string;
  name: string;
  amount: number;
  /** ISO 4217, upper case. */
  currency: string;
  interval: BillingInterval;
}

export interface CheckoutLine {
  name: string;
  amount: number;
  quantity: number;
}

interface CheckoutBase {
  /** Comes back in the event; `kind` says whose handler it is for. Never a name or an address. */
  metadata: Record<string, string> & { kind: string };
  /** Where the payer comes back to. */
  successUrl: string;
  cancelUrl: string;
  /** The same key makes the same checkout. */
  idempotencyKey: string;
  customerId?: string | undefined;
  /** Fills in the field on the page; not needed with `customerId`. */
  customerEmail?: string | undefined;
  /** From 30 minutes to 24 hours ahead; 24 hours unless told. */
  expiresAt?: Date;
}

export type CheckoutRequest =
  | (CheckoutBase & { mode: "subscription"; plan: PlanPrice })
  | (CheckoutBase & {
      mode: "payment";
      /** ISO 4217, upper case. */
      currency: string;
      lines: CheckoutLine[];
      /** Taken off the sum once, such as a voucher's amount. */
      discount?: { name: string; amount: number };
    });

export interface Checkout {
  id: string;
  url: string;
  expiresAt: Date;
}

export interface PortalRequest {
  customerId: string;
  returnUrl: string;
  /** Straight to one thing: another plan, or ending the subscription. */
  flow?:
    | { kind: "change"; subscription: Subscription; plan: PlanPrice }
    | { kind: "cancel"; subscriptionId: string };
  /** Between which the portal lets people change. */
  plans: PlanPrice[];
}

/** `ended` was paid for once and is no more, `unpaid` waits for its first or a late payment and gives nothing. */
export type SubscriptionStatus = "active" | "past_due" | "unpaid" | "ended";

export interface Subscription {
  id: string;
  customerId: string;
  status: SubscriptionStatus;
  /** PlanPrice's; null for a price that isn't ours. */
  planKey: string | null;
  interval: BillingInterval;
  amount: number;
  currency: string;
  createdAt: Date;
  currentPeriodEnd: Date;
  /** When it ends, once somebody has cancelled it. */
  endsAt: Date | null;
  /** The provider's name of the one line in it. */
  itemId: string;
  metadata: Record<string, string>;
}

export interface Invoice {
  id: string;
  number: string | null;
  createdAt: Date;
  amount: number;
  currency: string;
  status: "open" | "paid" | "void" | "uncollectible";
  /** The provider's own page of it, and the PDF. */
  pageUrl: string | null;
  pdfUrl: string | null;
}

/** A checkout in an event. */
export interface FinishedCheckout {
  id: string;
  mode: "subscription" | "payment";
  isPaid: boolean;
  /** What was paid, discounts taken off. */
  amount: number;
  currency: string;
  customerId: string | null;
  subscriptionId: string | null;
  metadata: Record<string, string>;
}

interface EventBase {
  /** The provider's own: the same event may come many times. */
  id: string;
  /** Such as customer.subscription.updated. */
  name: string;
  createdAt: Date;
  isLive: boolean;
}

export type PaymentEvent = EventBase &
  (
    | { type: "checkoutFinished" | "checkoutExpired"; checkout: FinishedCheckout }
    /** Something about it has changed; what, the provider is asked. */
    | { type: "subscription"; subscriptionId: string; metadata: Record<string, string> }
    | {
        type: "invoicePaid" | "invoiceFailed";
        subscriptionId: string;
        invoiceId: string;
        /** The subscription's. */
        metadata: Record<string, string>;
      }
    /** Nothing that we act upon. */
    | { type: "other" }
  );

export type PaymentsErrorCode =
  | "not_configured"
  | "unreachable"
  /** The provider doesn't take our key. */
  | "bad_key"
  /** The provider takes the key and refuses this request. */
  | "refused"
  | "bad_signature";

export class PaymentsError extends Error {
  constructor(
    readonly code: PaymentsErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = "PaymentsError";
  }
}
