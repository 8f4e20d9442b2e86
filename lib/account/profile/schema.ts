import { z } from "zod";
import { emailSchema, smsCodeSchema, userSchema } from "@/lib/account/accounts/schema";
import { proofSchema } from "@/lib/account/security/schema";
import { countryCodes } from "@/lib/shared/countries";
import { phoneNumberSchema } from "@/lib/shared/phone-number";
import { lineSchema, nameSchema, noWebAddress } from "@/lib/shared/text";
import { holdsWebAddress } from "@/lib/shared/web-address";

/** Null if the input is empty or blank. */
const optionalLine = (max: number) =>
  z.union([z.string().regex(/^\s*$/), lineSchema(max, "")]).transform((text) => text.trim() || null);

/** Specification 5, Onboarding profile. */
export const requiredMessages = {
  phoneNumber: "Phone number is required for print delivery",
  addressFullName: "Full name is required for print delivery",
  addressLine1: "Address is required for print delivery",
  addressCity: "City is required for print delivery",
  addressPostcode: "Postcode is required for print delivery",
} as const;
export const invalidEmail = "Please enter a valid email address";

/** What the person likes to be called: Mum, Dr Lind. */
const titleSchema = optionalLine(60).refine((title) => !title || !holdsWebAddress(title), noWebAddress);

/** An empty input restores the family's name for the person. */
export const ownNameSchema = z.object({ title: titleSchema });
export const ownNameAnswerSchema = z.object({ title: z.string().nullable(), displayName: z.string() });
export type OwnNameDto = z.infer<typeof ownNameAnswerSchema>;
const countryField = z.enum(countryCodes as [string, ...string[]], {
  error: "Please choose one of the countries",
});

const deliveryFields = {
  phoneNumber: phoneNumberSchema(requiredMessages.phoneNumber),
  addressFullName: nameSchema(120, requiredMessages.addressFullName),
  addressLine1: lineSchema(160, requiredMessages.addressLine1),
  addressLine2: optionalLine(160).nullish(),
  addressCity: lineSchema(100, requiredMessages.addressCity),
  addressPostcode: lineSchema(20, requiredMessages.addressPostcode),
  /** Unchanged if not sent: people who never chose one live in the installation's own country. */
  addressCountry: countryField.nullish(),
  /** Unchanged if not sent. */
  title: titleSchema.nullish(),
};

/** Blank counts as missing; anything else is checked like a required value. */
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

/** Half an address is no address: once part of it is given, the rest is required. */
function requireWholeAddress(
  delivery: Partial<Record<(typeof addressParts)[number], string | null>>,
  context: z.RefinementCtx,
): void {
  if (!addressParts.some((part) => delivery[part])) return;
  for (const part of addressParts) {
    if (!delivery[part]) context.addIssue({ code: "custom", path: [part], message: requiredMessages[part] });
  }
}

/** Where prints go: complete if the wizard asks for it, otherwise as much as someone wants to give. */
export const deliverySchemas = {
  required: z.object(deliveryFields),
  optional: z.object(optionalFields).superRefine(requireWholeAddress),
};

/** What people enter about themselves; a child's account has no e-mail address to enter. */
export const profileFormSchema = ({ isChild, asksAddress }: { isChild: boolean; asksAddress: boolean }) => {
  const email = isChild ? z.string() : emailSchema;
  return asksAddress && !isChild
    ? deliverySchemas.required.extend({ email })
    : z.object({ email, ...optionalFields }).superRefine(requireWholeAddress);
};

const typed = z.string().max(500, "Must be at most 500 characters").nullish();

/**
 * The body of POST /profile-direct-update. The account decides whether the e-mail address is optional, the installation
 * which other fields are (`deliverySchemas`). An optional field that isn't sent stays as it is.
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
/** What is sent; the proof only if a phone number or e-mail address changes. */
export type ProfileUpdateInput = z.output<typeof profileUpdateSchema>;

export const profileAnswerSchema = userSchema.extend({
  /** A new address that awaits confirmation; null if there is none. */
  pendingEmail: z.string().nullable(),
  /** Whether a code sent to the phone number was entered: only then can it be used to reset the password. */
  phoneConfirmed: z.boolean(),
});
export type ProfileDto = z.infer<typeof profileAnswerSchema>;

export const confirmPhoneSchema = z.object({ code: smsCodeSchema });
export const phoneAnswerSchema = z.object({ phoneNumber: z.string() });

export const contactChangeQuery = z.object({
  token: z.string().regex(/^[\w-]{43}$/, "The link is incomplete"),
});
export const confirmEmailQuery = z.object({ token: z.string().min(1).max(200) });
