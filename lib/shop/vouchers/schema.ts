import { z } from "zod";
import { lineSchema } from "@/lib/shared/text";
import { maxVoucherAmount, maxVoucherUses, voucherKinds, voucherTiers } from "@/lib/shared/voucher-limits";

const whole = (message: string) => z.number(message).int(message).min(1, message);

export const createVoucherSchema = z
  .object({
    kind: z.enum(voucherKinds, { error: "Please choose what the voucher gives" }),
    /** Prints, months, or pence, depending on the kind; for each use. */
    amount: whole("Please enter a whole number"),
    uses: whole("Please enter how many times it can be used")
      .max(maxVoucherUses, `At most ${maxVoucherUses} uses`)
      .default(1),
    expiresAt: z.iso
      .datetime({ offset: true, error: "Please choose a day" })
      .refine((iso) => new Date(iso) > new Date(), "Please choose a day in the future")
      .nullable()
      .optional(),
    /** The plan that the months are for. */
    tier: z.enum(voucherTiers, { error: "Please choose one of the paid plans" }).default("family"),
  })
  .superRefine(({ kind, amount }, context) => {
    const max = maxVoucherAmount[kind];
    if (amount <= max) return;
    const message =
      kind === "amount_off" ? `At most ${max / 100} pounds for each use` : `At most ${max} for each use`;
    context.addIssue({ code: "custom", path: ["amount"], message });
  });
export type CreateVoucherInput = z.infer<typeof createVoucherSchema>;

export const voucherSchema = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.enum(voucherKinds),
  amount: z.number(),
  /** Only for plan_months. */
  tier: z.enum(voucherTiers).nullable(),
  uses: z.number(),
  usesLeft: z.number(),
  /** ISO 8601, UTC; null if it doesn't expire. */
  expiresAt: z.string().nullable(),
  createdAt: z.string(),
  state: z.enum(["open", "usedUp", "expired", "revoked"]),
  /** Who created it; null for the installation, or once the account is deleted. */
  madeBy: z.string().nullable(),
  /** The usernames of those who have used it. */
  usedBy: z.array(z.string()),
});
export type VoucherDto = z.infer<typeof voucherSchema>;

/** What an admin can still give away. */
export const voucherAllowanceSchema = z.object({
  /** From this month's free prints: they end with the month. */
  monthPrints: z.number(),
  /** Prints from vouchers, which stay. */
  keptPrints: z.number(),
  /** Gift shop balance, in pence. */
  balance: z.number(),
});
export type VoucherAllowance = z.infer<typeof voucherAllowanceSchema>;

export const redeemVoucherSchema = z.object({
  code: lineSchema(100, "Please enter the voucher's code"),
});

export const redeemedSchema = z.object({
  success: z.literal(true),
  kind: z.enum(voucherKinds),
  amount: z.number(),
  /** What the person has now, as a sentence. */
  message: z.string(),
});
export type RedeemedDto = z.infer<typeof redeemedSchema>;
