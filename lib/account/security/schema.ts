import { z } from "zod";
import { identityProviderIds } from "@/lib/account/accounts/schema";
import { lineSchema, textSchema } from "@/lib/shared/text";

export const recoveryCodeCount = 10;
export const maxPasskeys = 20;
export const activityCount = 50;

const encoded = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/);
const credential = { id: encoded, rawId: encoded, type: z.literal("public-key") };

const registrationShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(40)).max(12).optional(),
  }),
});

const assertionShape = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.string().max(200).optional(),
  }),
});

/** A browser's answer to a challenge; the passkey library validates it. */
export type PasskeyRegistration = z.infer<typeof registrationShape>;
export type PasskeyAssertion = z.infer<typeof assertionShape>;

// Custom, so that any error inside is reported under the field's own name.
const registrationSchema = z.custom<PasskeyRegistration>(
  (value) => registrationShape.safeParse(value).success,
  "This passkey could not be read. Please try again.",
);
const assertionSchema = z.custom<PasskeyAssertion>(
  (value) => assertionShape.safeParse(value).success,
  "This passkey could not be read. Please try again.",
);

/**
 * Proves that the person is present: the password, or a passkey's answer to a challenge. A device left signed in must
 * not be enough to add another sign-in method.
 */
export const proofSchema = z.object({
  password: textSchema(200).optional(),
  passkey: assertionSchema.optional(),
});
export type Proof = z.infer<typeof proofSchema>;

const passkeyNameSchema = lineSchema(60, "Please give the passkey a name");

export const addPasskeySchema = z.object({ name: passkeyNameSchema, registration: registrationSchema });
export const renamePasskeySchema = z.object({ name: passkeyNameSchema });
export const passkeySignInSchema = z.object({ passkey: assertionSchema });

/** Six digits from the app, or a recovery code, with any blanks and dashes that people type. */
const secondFactorCodeSchema = textSchema(60, "Please enter the code").refine(
  (code) => /[a-z0-9]/i.test(code),
  "Please enter the code",
);
export const secondFactorCodeInput = z.object({ code: secondFactorCodeSchema });

export const startLinkSchema = proofSchema.extend({ provider: z.enum(identityProviderIds) });

export const identityProviderSchema = z.object({ id: z.enum(identityProviderIds), name: z.string() });
export type IdentityProviderDto = z.infer<typeof identityProviderSchema>;

export const identitySchema = z.object({
  id: z.string(),
  provider: z.enum(identityProviderIds),
  name: z.string(),
  email: z.string().nullable(),
  createdAt: z.string(),
});
export type IdentityDto = z.infer<typeof identitySchema>;

export const sessionSchema = z.object({
  id: z.string(),
  /** "Chrome on Android". */
  device: z.string(),
  isCurrent: z.boolean(),
  method: z.enum(["password", "passkey", "identityProvider", "directAccess", "invitation", "signup"]),
  ipAddress: z.string().nullable(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
});
export type SessionDto = z.infer<typeof sessionSchema>;

export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type PasskeyDto = z.infer<typeof passkeySchema>;

/** The passkey library's options for the browser, which only the library reads. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });

export const secondFactorSchema = z.object({
  isOn: z.boolean(),
  enabledAt: z.string().nullable(),
  recoveryCodesLeft: z.number(),
});
export type SecondFactorDto = z.infer<typeof secondFactorSchema>;

export const secondFactorSetupSchema = z.object({
  /** Base32, to be typed if nothing can be scanned. */
  secret: z.string(),
  /** otpauth://, for the QR code. */
  url: z.string(),
});
export type SecondFactorSetupDto = z.infer<typeof secondFactorSetupSchema>;

/** Shown once. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodesDto = z.infer<typeof recoveryCodesSchema>;

export const activitySchema = z.object({
  id: z.string(),
  at: z.string(),
  /** What happened, as a phrase: "Signed in with a passkey". */
  words: z.string(),
  device: z.string().nullable(),
  ipAddress: z.string().nullable(),
});
export type ActivityDto = z.infer<typeof activitySchema>;
