/** The payment operations, independent of the provider. Amounts are in the currency's minor unit. */
export interface Payments {
  /** The key's mode: money moves only with `live`. */
  readonly mode: "test" | "live";
  /**
   * A page at the provider where someone pays. Nothing counts as paid until a verified event says so.
   * @throws PaymentsError
   */
  createCheckout(request: CheckoutRequest): Promise<Checkout>;
  /**
   * Makes an unpaid checkout unpayable.
   * @returns false when that is no longer possible: it is paid, or had ended
   */
  expireCheckout(checkoutId: string): Promise<boolean>;
  /**
   * Refunds everything that was paid on a checkout, once; one that is already refunded or expired unpaid is fine.
   * @throws PaymentsError
   */
  refundCheckout(checkoutId: string, idempotencyKey: string): Promise<void>;
  /** A page at the provider where a customer manages cards, plan and invoices. @throws PaymentsError */
  createPortal(request: PortalRequest): Promise<{ url: string }>;
  /** A subscription's current state; null if there is none. */
  getSubscription(subscriptionId: string): Promise<Subscription | null>;
  /** Ends a subscription, at once or at the end of the paid period; one that has ended or never existed is fine. */
  cancelSubscription(subscriptionId: string, options: { atPeriodEnd: boolean }): Promise<void>;
  /** A customer's latest invoices, newest first. */
  listInvoices(customerId: string, limit: number): Promise<Invoice[]>;
  /** Asks the provider whose key this is. @throws PaymentsError */
  checkConnection(): Promise<{ accountName: string | null }>;
  /**
   * Reads an event that the provider posted.
   * @param body as received, byte for byte
   * @throws PaymentsError `bad_signature` when it is forged, changed or older than five minutes
   */
  readEvent(body: string, signature: string): PaymentEvent;
}

export type BillingInterval = "month" | "year";

/** A plan with recurring payments. Each key, amount and interval is one price at the provider. */
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
  /** Comes back in the event; `kind` says which handler it is for. Never a name or an address. */
  metadata: Record<string, string> & { kind: string };
  /** Where the payer returns to. */
  successUrl: string;
  cancelUrl: string;
  /** The same key creates the same checkout. */
  idempotencyKey: string;
  customerId?: string | undefined;
  /** Prefills the field on the page; not needed with `customerId`. */
  customerEmail?: string | undefined;
  /** From 30 minutes to 24 hours ahead; 24 hours by default. */
  expiresAt?: Date;
}

export type CheckoutRequest =
  | (CheckoutBase & { mode: "subscription"; plan: PlanPrice })
  | (CheckoutBase & {
      mode: "payment";
      /** ISO 4217, upper case. */
      currency: string;
      lines: CheckoutLine[];
      /** Deducted from the sum once, such as a voucher's amount. */
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
  /** Opens one action directly: another plan, or ending the subscription. */
  flow?:
    | { kind: "change"; subscription: Subscription; plan: PlanPrice }
    | { kind: "cancel"; subscriptionId: string };
  /** The plans people can switch between in the portal. */
  plans: PlanPrice[];
}

/**
 * `ended` is over, or its first payment never came in time; `unpaid` waits for its first or a late payment. Both grant
 * nothing.
 */
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
  /** When it ends, once it has been cancelled. */
  endsAt: Date | null;
  /** The provider's id for its only line. */
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
  /** The provider's page for it, and the PDF. */
  pageUrl: string | null;
  pdfUrl: string | null;
}

/** A checkout in an event. */
export interface FinishedCheckout {
  id: string;
  mode: "subscription" | "payment";
  isPaid: boolean;
  /** What was paid, after discounts. */
  amount: number;
  currency: string;
  customerId: string | null;
  subscriptionId: string | null;
  metadata: Record<string, string>;
}

interface EventBase {
  /** The provider's own id: the same event may arrive many times. */
  id: string;
  /** Such as customer.subscription.updated. */
  name: string;
  createdAt: Date;
  isLive: boolean;
}

export type PaymentEvent = EventBase &
  (
    | { type: "checkoutFinished" | "checkoutExpired"; checkout: FinishedCheckout }
    /** Something about it has changed; the provider is asked what. */
    | { type: "subscription"; subscriptionId: string; metadata: Record<string, string> }
    | {
        type: "invoicePaid" | "invoiceFailed";
        subscriptionId: string;
        invoiceId: string;
        /** The subscription's metadata. */
        metadata: Record<string, string>;
      }
    /** Nothing we act on. */
    | { type: "other" }
  );

export type PaymentsErrorCode =
  | "not_configured"
  | "unreachable"
  /** The provider doesn't accept our key. */
  | "bad_key"
  /** The provider accepts the key but refuses this request. */
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
