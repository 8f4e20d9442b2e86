import { z } from "zod";
import { familyTiers } from "@/lib/core/families/schema";
import { currencyCodes } from "@/lib/shared/currency";

/** Specification 3, Currency table: the rate is what one pound is worth. */
export const currencySchema = z.object({ code: z.enum(currencyCodes), symbol: z.string(), rate: z.number() });
export type CurrencyDto = z.infer<typeof currencySchema>;

export const billingIntervals = ["month", "year"] as const;

/** What is paid for by card: a plan that costs something, by the month or by the year. */
export const checkoutSchema = z.object({
  tier: z.enum(["family", "premium"], "Please choose the Family or the Premium Plan"),
  interval: z.enum(billingIntervals, "Please choose month or year").default("month"),
});
export type CheckoutInput = z.infer<typeof checkoutSchema>;

export const portalSchema = z.object({
  /** Straight to ending the subscription. */
  flow: z.literal("cancel", "Please choose cancel, or nothing").optional(),
});
export type PortalInput = z.infer<typeof portalSchema>;

/** Where the browser goes on: a page of the card payment provider's. */
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
  /** The provider's own pages of it. */
  pageUrl: z.string().nullable(),
  pdfUrl: z.string().nullable(),
});
export type InvoiceDto = z.infer<typeof invoiceSchema>;

export const subscriptionSchema = z.object({
  state: z.enum(["active", "past_due", "unpaid", "ended"]),
  tier: z.enum(familyTiers),
  interval: z.enum(billingIntervals),
  /** Minor units of the currency, each interval. */
  amount: z.number(),
  currency: z.string(),
  /** When the next payment is due, unless it ends. */
  currentPeriodEnd: z.iso.datetime(),
  /** When it ends, once it is cancelled. */
  endsAt: z.iso.datetime().nullable(),
  /** Until when the plan stays though a payment is missing. */
  graceEndsAt: z.iso.datetime().nullable(),
});
export type SubscriptionDto = z.infer<typeof subscriptionSchema>;

export const billingSchema = z.object({
  tier: z.enum(familyTiers),
  /** Whether plans can be paid for by card on this server. */
  isConfigured: z.boolean(),
  /** Null where the family never paid by card. */
  subscription: subscriptionSchema.nullable(),
  /** A plan that whoever runs the server gave, and one by voucher. */
  givenTier: z.enum(familyTiers).nullable(),
  voucher: z.object({ tier: z.enum(familyTiers), until: z.iso.datetime() }).nullable(),
  /** What doesn't fit into the plan; 0: it fits. */
  over: z.object({ storageBytes: z.number(), members: z.number() }),
  /** The latest first; null where the provider can't be asked right now. */
  invoices: z.array(invoiceSchema).nullable(),
});
export type BillingDto = z.infer<typeof billingSchema>;

/** What is set up for card payments; never a key. */
export const paymentSettingsSchema = z.object({
  provider: z.literal("Stripe"),
  isConfigured: z.boolean(),
  hasSecretKey: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** Of the key: money moves only with live. */
  mode: z.enum(["test", "live"]).nullable(),
  webhookUrl: z.string(),
  lastEvent: z.object({ name: z.string(), receivedAt: z.iso.datetime() }).nullable(),
  /** The latest first. */
  errors: z.array(z.object({ name: z.string(), code: z.string(), at: z.iso.datetime() })),
});
export type PaymentSettingsDto = z.infer<typeof paymentSettingsSchema>;

export const connectionSchema = z.object({
  accountName: z.string().nullable(),
  mode: z.enum(["test", "live"]),
});
export type ConnectionDto = z.infer<typeof connectionSchema>;
