import { z } from "zod";
import { emailSchema, smsCodeSchema, userSchema } from "@/lib/account/accounts/schema";
import { proofSchema } from "@/lib/account/security/schema";
import { countryCodes } from "@/lib/shared/countries";
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
const countryField = z.enum(countryCodes as [string, ...string[]], {
  error: "Please choose one of the countries",
});

const deliveryFields = {
  phoneNumber: phoneNumberSchema(requiredWords.phoneNumber),
  addressFullName: nameSchema(120, requiredWords.addressFullName),
  addressLine1: lineSchema(160, requiredWords.addressLine1),
  addressLine2: optionalLine(160).nullish(),
  addressCity: lineSchema(100, requiredWords.addressCity),
  addressPostcode: lineSchema(20, requiredWords.addressPostcode),
  /** Unchanged where it isn't sent: who never chose one lives in the installation's own country. */
  addressCountry: countryField.nullish(),
  /** Unchanged where it isn't sent. */
  title: titleSchema.nullish(),
};

/** Blank is nothing; what is there is checked like what has to be. */
const unlessBlank = <S extends z.ZodType>(schema: S) =>
  z.preprocess((text) => (typeof text === "string" && text.trim() === "" ? null : text), schema.nullish());

const optionalFields = {
  ...deliveryFields,
  phoneNumber: unlessBlank(deliveryFields.phoneNumber),
  addressFullName: unlessBlank(deliveryFields.addressFullName),
  addressLine1: unlessBlank(deliveryFields.addressLine1),
  addressCity: unlessBlank(deliveryFields.addressCity),
  addressPostcode: unlessBlank(deliveryFields.addressPostcode),
  addressCountry: unlessBlank(countryField),
};
const addressParts = ["addressFullName", "addressLine1", "addressCity", "addressPostcode"] as const;

/** Half an address is none: once a part of it is there, the others have to be. */
function requireWholeAddress(
  delivery: Partial<Record<(typeof addressParts)[number], string | null>>,
  context: z.RefinementCtx,
): void {
  if (!addressParts.some((part) => delivery[part])) return;
  for (const part of addressParts) {
    if (!delivery[part]) context.addIssue({ code: "custom", path: [part], message: requiredWords[part] });
  }
}

/** Where prints go: all of it where the wizard asks for it, else as much as someone likes to give. */
export const deliverySchemas = {
  required: z.object(deliveryFields),
  optional: z.object(optionalFields).superRefine(requireWholeAddress),
};

/** What somebody types about themselves; a child's account has no e-mail address to type. */
export const profileFormSchema = ({ isChild, asksAddress }: { isChild: boolean; asksAddress: boolean }) => {
  const email = isChild ? z.string() : emailSchema;
  return asksAddress && !isChild
    ? deliverySchemas.required.extend({ email })
    : z.object({ email, ...optionalFields }).superRefine(requireWholeAddress);
};

const typed = z.string().max(500, "Must be at most 500 characters").nullish();

/**
 * The body of POST /profile-direct-update. Whether the e-mail address may be missing, the account decides; what of the
 * rest has to be there, the installation (`deliverySchemas`). What is not sent where it needn't be stays as it is.
 */
export const profileUpdateSchema = proofSchema.extend({
  email: z.union([z.literal(""), emailSchema], { error: invalidEmail }).nullish(),
  phoneNumber: typed,
  addressFullName: typed,
  addressLine1: typed,
  addressLine2: typed,
  addressCity: typed,
  addressPostcode: typed,
  addressCountry: typed,
  title: typed,
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
