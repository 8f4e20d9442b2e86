import { z } from "zod";
import { familyTiers } from "@/lib/core/families/schema";
import { currencyCodes } from "@/lib/shared/currency";

/** Specification 3, Currency table: the rate is the value of one pound. */
export const currencySchema = z.object({ code: z.enum(currencyCodes), symbol: z.string(), rate: z.number() });
export type CurrencyDto = z.infer<typeof currencySchema>;

export const billingIntervals = ["month", "year"] as const;

/** What can be paid for by card: a paid plan, by the month or by the year. */
export const checkoutSchema = z.object({
  tier: z.enum(["family", "premium"], "Please choose the Family or the Premium Plan"),
  interval: z.enum(billingIntervals, "Please choose month or year").default("month"),
});
export type CheckoutInput = z.infer<typeof checkoutSchema>;

export const portalSchema = z.object({
  /** Leads straight to cancelling the subscription. */
  flow: z.literal("cancel", "Must be cancel, or left out").optional(),
});
export type PortalInput = z.infer<typeof portalSchema>;

/** The URL to continue at: a page of the card payment provider. */
export const redirectSchema = z.object({ url: z.string() });

export const webhookAnswerSchema = z.object({ received: z.literal(true) });

export const invoiceSchema = z.object({
  id: z.string(),
  number: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Minor units of the currency. */
  amount: z.number(),
  currency: z.string(),
  status: z.enum(["open", "paid", "void", "uncollectible"]),
  /** The provider's own page of the invoice. */
  pageUrl: z.string().nullable(),
  pdfUrl: z.string().nullable(),
});
export type InvoiceDto = z.infer<typeof invoiceSchema>;

export const subscriptionSchema = z.object({
  state: z.enum(["active", "past_due", "unpaid", "ended"]),
  tier: z.enum(familyTiers),
  interval: z.enum(billingIntervals),
  /** Minor units of the currency, per interval. */
  amount: z.number(),
  currency: z.string(),
  /** When the next payment is due, unless the subscription ends. */
  currentPeriodEnd: z.iso.datetime(),
  /** When it ends, once it has been cancelled. */
  endsAt: z.iso.datetime().nullable(),
  /** How long the plan stays while a payment is missing. */
  graceEndsAt: z.iso.datetime().nullable(),
});
export type SubscriptionDto = z.infer<typeof subscriptionSchema>;

export const billingSchema = z.object({
  tier: z.enum(familyTiers),
  /** Whether plans can be paid for by card on this server. */
  isConfigured: z.boolean(),
  /** Null if the family has never paid by card. */
  subscription: subscriptionSchema.nullable(),
  /** A plan that the operator gave, and one from a voucher. */
  givenTier: z.enum(familyTiers).nullable(),
  voucher: z.object({ tier: z.enum(familyTiers), until: z.iso.datetime() }).nullable(),
  /** How far the plan is exceeded; 0 if everything fits. */
  over: z.object({ storageBytes: z.number(), members: z.number() }),
  /** Latest first; null if the provider can't be reached right now. */
  invoices: z.array(invoiceSchema).nullable(),
});
export type BillingDto = z.infer<typeof billingSchema>;

/** How card payments are set up; never a key. */
export const paymentSettingsSchema = z.object({
  provider: z.literal("Stripe"),
  isConfigured: z.boolean(),
  hasSecretKey: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** The key's mode: money only moves in live mode. */
  mode: z.enum(["test", "live"]).nullable(),
  webhookUrl: z.string(),
  lastEvent: z.object({ name: z.string(), receivedAt: z.iso.datetime() }).nullable(),
  /** Latest first. */
  errors: z.array(z.object({ name: z.string(), code: z.string(), at: z.iso.datetime() })),
});
export type PaymentSettingsDto = z.infer<typeof paymentSettingsSchema>;

export const connectionSchema = z.object({
  accountName: z.string().nullable(),
  mode: z.enum(["test", "live"]),
});
export type ConnectionDto = z.infer<typeof connectionSchema>;
