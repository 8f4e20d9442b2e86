import { z } from "zod";
import { type FamilyTier, familyTiers } from "@/lib/core/families/schema";
import { hasChanges } from "@/lib/shared/changed-fields";
import { megabyteLabel } from "@/lib/shared/megabytes";
import { mebibyte } from "@/lib/shared/units";
import { largestFileLimits } from "@/lib/shared/upload-limits";

const tebibyte = 1024 ** 4;
/** £10,000: anything above it is a typing error. */
const maxPrice = 1_000_000;

const whole = (min: number, max: number, message: string) =>
  z.number({ error: message }).int(message).min(min, message).max(max, message);

const limitBytes = (max: number, label: string) =>
  whole(mebibyte, max, `Please enter a size from 1MB to ${megabyteLabel(max)} for ${label}`);

const price = (max: number) =>
  whole(0, max, max === 0 ? "The free plan costs nothing" : "Please enter a price from 0 to 10,000 pounds");

const planSettingsSchema = (maxPrice: number) =>
  z.object({
    /** null: unlimited */
    storageBytes: whole(
      mebibyte,
      1024 * tebibyte,
      "Please enter a size of 1MB or more, or choose unlimited",
    ).nullable(),
    /** The largest files, if plans are sold; null: the installation's own limit. */
    maxImageBytes: limitBytes(largestFileLimits.maxImageBytes, "photos").nullable(),
    maxVideoBytes: limitBytes(largestFileLimits.maxVideoBytes, "videos").nullable(),
    /** A family's accounts, including open invitations. */
    members: whole(1, 1000, "Please enter a number from 1 to 1000"),
    /** Per month, for each person and family. */
    freePrints: whole(0, 1000, "Please enter a number from 0 to 1000"),
    /** Pence. */
    priceMonthly: price(maxPrice),
    priceYearly: price(maxPrice),
  });

export type PlanSettings = z.infer<ReturnType<typeof planSettingsSchema>>;

const room = (storageBytes: number | null) => storageBytes ?? Number.POSITIVE_INFINITY;

/** null: unlimited */
const ceiling = whole(
  1,
  10_000_000,
  "Please enter a number from 1 to 10,000,000, or leave it empty for unlimited",
).nullable();

/** For the whole installation, so strangers can neither fill it nor send unlimited mail through it. */
const ceilingsSchema = z.object({
  freeFamilies: ceiling,
  accounts: ceiling,
  mailsPerHour: ceiling,
  mailsPerDay: ceiling,
});
export type Ceilings = z.infer<typeof ceilingsSchema>;

/** When the delivery address is requested: in everyone's wizard, or before a first order. */
export const addressMoments = ["joining", "first_order"] as const;

const printsSchema = z.object({
  /** Off: no basket, no free prints, and nobody is asked for an address. */
  isOffered: z.boolean("Please choose on or off"),
  askAddress: z.enum(addressMoments, { error: "Please choose when to ask for the address" }),
});
export type PrintsOffer = z.infer<typeof printsSchema>;

const plansOf = <Plan extends z.ZodType>(plan: (maxPrice: number) => Plan) =>
  // Specification 9.7: the free plan is free.
  z.object({ free: plan(0), family: plan(maxPrice), premium: plan(maxPrice) });

const settingsShape = {
  /** On: everyone but the super admin gets 503. */
  maintenance: z.boolean("Please choose on or off"),
  /** Off: nobody can create an account without an invitation. */
  signUpOpen: z.boolean("Please choose open or closed"),
  maxImageBytes: limitBytes(largestFileLimits.maxImageBytes, "photos"),
  maxVideoBytes: limitBytes(largestFileLimits.maxVideoBytes, "videos"),
  ceilings: ceilingsSchema,
  prints: printsSchema,
  plans: plansOf(planSettingsSchema),
};

function requireLadder(
  { plans }: { plans: Record<FamilyTier, PlanSettings> },
  context: z.RefinementCtx,
): void {
  for (const [index, tier] of familyTiers.entries()) {
    const plan = plans[tier];
    const fail = (name: keyof typeof plan, message: string) =>
      context.addIssue({ code: "custom", path: ["plans", tier, name], message });
    if (plan.priceYearly > plan.priceMonthly * 12) {
      fail("priceYearly", "A year must not cost more than twelve months");
    }
    const smaller = index > 0 ? familyTiers[index - 1] : undefined;
    if (!smaller) continue;
    // Refusals name the larger plan that lifts a limit, so it has to be larger.
    if (room(plan.storageBytes) < room(plans[smaller].storageBytes)) {
      fail("storageBytes", "A larger plan must not have less storage than the one before it");
    }
    if (plan.members < plans[smaller].members) {
      fail("members", "A larger plan must not have room for fewer people than the one before it");
    }
  }
}

/** The complete settings. */
export const systemSettingsSchema = z.object(settingsShape).superRefine(requireLadder);
export type SystemSettings = z.infer<typeof systemSettingsSchema>;

const nothingToChange = "There is nothing to change";

/**
 * Omitted fields stay as they are: the form sends only what was changed in it, so that one opened earlier reverts nothing.
 * How the plans compare is checked once the rest is known, with the whole settings.
 */
export const updateSystemSettingsSchema = z
  .object({
    ...settingsShape,
    ceilings: ceilingsSchema.partial().refine(hasChanges, nothingToChange),
    prints: printsSchema.partial().refine(hasChanges, nothingToChange),
    plans: plansOf((maxPrice) => planSettingsSchema(maxPrice).partial().refine(hasChanges, nothingToChange))
      .partial()
      .refine(hasChanges, nothingToChange),
  })
  .partial()
  .refine(hasChanges, nothingToChange);
export type UpdateSystemSettingsInput = z.infer<typeof updateSystemSettingsSchema>;

/** What decides whether sign-up is open: the first of these with an answer. */
export type SignUpReason = "super-admin" | "environment" | "private-address" | "public-address";

export interface SignUp {
  isOpen: boolean;
  reason: SignUpReason;
}
