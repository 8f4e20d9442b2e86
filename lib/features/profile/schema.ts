import { z } from "zod";
import { emailSchema, smsCodeSchema, userSchema } from "@/lib/features/accounts/schema";
import { proofSchema } from "@/lib/features/security/schema";
import { phoneNumberSchema } from "@/lib/shared/phone-number";
import { lineSchema, nameSchema, noWebAddress } from "@/lib/shared/text";
import { holdsWebAddress } from "@/lib/shared/web-address";

/** Null where nothing, or only blanks, were typed. */
const optionalLine = (max: number) =>
  z.union([z.string().regex(/^\s*$/), lineSchema(max, "")]).transform((text) => text.trim() || null);

/** Specification 5, Onboarding profile. */
export const requiredWords = {
  phoneNumber: "Phone number is required for print delivery",
  addressFullName: "Full name is required for print delivery",
  addressLine1: "Address is required for print delivery",
  addressCity: "City is required for print delivery",
  addressPostcode: "Postcode is required for print delivery",
} as const;
export const invalidEmail = "Please enter a valid email address";

/** What the person likes to be called: Mum, Dr Lind. */
const titleSchema = optionalLine(60).refine((title) => !title || !holdsWebAddress(title), noWebAddress);

/** Nothing typed gives the name back that the family uses. */
export const ownNameSchema = z.object({ title: titleSchema });
export const ownNameAnswerSchema = z.object({ title: z.string().nullable(), displayName: z.string() });
export type OwnNameDto = z.infer<typeof ownNameAnswerSchema>;

const deliveryFields = {
  phoneNumber: phoneNumberSchema(requiredWords.phoneNumber),
  addressFullName: nameSchema(120, requiredWords.addressFullName),
  addressLine1: lineSchema(160, requiredWords.addressLine1),
  addressLine2: optionalLine(160).nullish(),
  addressCity: lineSchema(100, requiredWords.addressCity),
  addressPostcode: lineSchema(20, requiredWords.addressPostcode),
  /** Unchanged where it isn't sent. */
  title: titleSchema.nullish(),
};

/** What somebody types about themselves. */
export const profileSchema = z.object({ email: emailSchema, ...deliveryFields });
export type ProfileInput = z.output<typeof profileSchema>;

/** A child's account has no e-mail address to type. */
export const childProfileSchema = z.object({ email: z.string(), ...deliveryFields });

/** The body of POST /profile-direct-update. Whether the e-mail address may be missing, the account decides. */
export const profileUpdateSchema = proofSchema.extend({
  email: z.union([z.literal(""), emailSchema], { error: invalidEmail }).nullish(),
  ...deliveryFields,
});
/** What is sent; the proof only where a phone number or e-mail address changes. */
export type ProfileUpdateInput = z.output<typeof profileUpdateSchema>;

export const profileAnswerSchema = userSchema.extend({
  /** A new address that waits for its confirmation; null when none does. */
  pendingEmail: z.string().nullable(),
  /** Whether a code sent to the phone number was entered: only then does it count for a new password. */
  phoneConfirmed: z.boolean(),
});
export type ProfileDto = z.infer<typeof profileAnswerSchema>;

export const confirmPhoneSchema = z.object({ code: smsCodeSchema });
export const phoneAnswerSchema = z.object({ phoneNumber: z.string() });

export const contactChangeQuery = z.object({
  token: z.string().regex(/^[\w-]{43}$/, "The link is incomplete"),
});
export const confirmEmailQuery = z.object({ token: z.string().min(1).max(200) });
