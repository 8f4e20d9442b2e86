import { z } from "zod";
import { familyIcons, familyNameSchema } from "@/lib/core/families/schema";
import { phoneNumberSchema } from "@/lib/shared/phone-number";
import { lineSchema, textSchema } from "@/lib/shared/text";
import { holdsWebAddress } from "@/lib/shared/web-address";

/** Specification 9.1. */
export const minPasswordLength = 6;
/** Long enough for any passphrase; longer ones would only slow down hashing. */
export const maxPasswordLength = 200;

export const usernameSchema = lineSchema(50, "Username is required")
  .min(3, "Username must be at least 3 characters")
  .regex(/^[\p{L}\p{N}._-]+$/u, "Username can contain letters, digits, dots, dashes and underscores")
  .refine(
    (username) => !holdsWebAddress(username),
    "Username can't look like a web address. Please use a dash instead of the dot.",
  )
  .transform((username) => username.toLowerCase());

export const emailSchema = z
  .string()
  .trim()
  .max(254, "Please enter a valid email address")
  .pipe(z.email("Please enter a valid email address"))
  .transform((email) => email.toLowerCase());

export const newPasswordSchema = textSchema(maxPasswordLength).refine(
  (password) => password.length >= minPasswordLength,
  "Password must be at least 6 characters",
);

/** Specification 5, Login. */
export const loginSchema = z.object({
  usernameOrEmail: textSchema(254, "Username or email is required")
    .trim()
    .toLowerCase()
    .min(1, "Username or email is required"),
  password: textSchema(maxPasswordLength, "Password is required").min(1, "Password is required"),
  /** From the authenticator app, or a recovery code; requested if the account uses one. */
  code: textSchema(60).optional(),
});
export type LoginInput = z.infer<typeof loginSchema>;

export const createAccountSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  password: newPasswordSchema,
});
export type CreateAccountInput = z.infer<typeof createAccountSchema>;

export const organizationSignupSchema = createAccountSchema.extend({ familyName: familyNameSchema });
export type OrganizationSignupInput = z.infer<typeof organizationSignupSchema>;

const currentPasswordSchema = textSchema(maxPasswordLength, "Current password is required").min(
  1,
  "Current password is required",
);
/** Specification 5, Forced password change. */
const changedPasswordSchema = textSchema(maxPasswordLength).refine(
  (password) => password.length >= minPasswordLength,
  "New password must be at least 6 characters",
);
const confirmationSchema = textSchema(maxPasswordLength).refine(
  (password) => password.length >= minPasswordLength,
  "Password confirmation is required",
);
const passwordsMatch = {
  of: (input: { newPassword: string; confirmPassword: string }) =>
    input.newPassword === input.confirmPassword,
  otherwise: { path: ["confirmPassword"], message: "Passwords do not match" },
};

export const changePasswordSchema = z.object({
  currentPassword: currentPasswordSchema,
  newPassword: changedPasswordSchema,
});
export type ChangePasswordInput = z.infer<typeof changePasswordSchema>;

/** The form asks for the new password twice. */
export const changePasswordFormSchema = changePasswordSchema
  .extend({ confirmPassword: confirmationSchema })
  .refine(passwordsMatch.of, passwordsMatch.otherwise);

/** Specification 5, Onboarding password step; also for a first password on /password-security. */
export const setPasswordSchema = z
  .object({ newPassword: newPasswordSchema, confirmPassword: textSchema(maxPasswordLength) })
  .refine(passwordsMatch.of, passwordsMatch.otherwise);
export type SetPasswordInput = z.infer<typeof setPasswordSchema>;

export const forgotPasswordSchema = z.object({ email: emailSchema });

const linkTokenSchema = textSchema(200, "The link is incomplete").min(1, "The link is incomplete");
const keptIdsSchema = z.array(z.string().max(100)).max(50);

/** The parts of a postal address (specification 3, User). */
export const addressFields = [
  "addressFullName",
  "addressLine1",
  "addressLine2",
  "addressCity",
  "addressPostcode",
  "addressCountry",
] as const;

/** Sign-in methods that a reset leaves in place; all others are removed. */
const keptSignInMethodsSchema = z.object({
  passkeys: keptIdsSchema,
  identities: keptIdsSchema,
  authenticator: z.boolean("Must be true or false"),
  /** Pages from before this version don't send it. */
  phone: z.boolean("Must be true or false").optional(),
});
export type KeptSignInMethods = z.infer<typeof keptSignInMethodsSchema>;

/** Ways to sign in besides the password. */
export interface SignInMethodsDto {
  passkeys: { id: string; name: string; createdAt: string }[];
  hasAuthenticator: boolean;
  identities: { id: string; name: string; email: string | null }[];
  /** A confirmed number, which receives codes for a new password: its last digits, the rest masked. */
  phone: string | null;
}

export const resetPasswordSchema = z.object({
  token: linkTokenSchema,
  newPassword: newPasswordSchema,
  keep: keptSignInMethodsSchema.optional(),
});
export type ResetPasswordInput = z.infer<typeof resetPasswordSchema>;

export const confirmAccountSchema = z.object({
  token: linkTokenSchema,
  /** Required unless the browser is signed in to this very account. */
  newPassword: newPasswordSchema.optional(),
});
export type ConfirmAccountInput = z.infer<typeof confirmAccountSchema>;
export const confirmedAccountSchema = z.object({
  email: z.string(),
  /** Whether the session continues; otherwise the person signs in with the new password. */
  isSignedIn: z.boolean(),
});
export const resentConfirmationSchema = z.object({
  /** False if the address needs no confirmation. */
  isSent: z.boolean(),
});

/** The reset form asks for the new password twice. */
export const newPasswordFormSchema = z
  .object({ newPassword: newPasswordSchema, confirmPassword: textSchema(maxPasswordLength) })
  .refine(passwordsMatch.of, passwordsMatch.otherwise);

export const smsResetSchema = z.object({ phoneNumber: phoneNumberSchema("Phone number is required") });

export const smsCodeLength = 6;
export const smsCodeSchema = lineSchema(12, "The code is required")
  .transform((code) => code.replace(/[\s-]/g, ""))
  .refine((code) => /^\d{6}$/.test(code), "The code has 6 digits");

export const smsResetVerifySchema = smsResetSchema.extend({
  code: smsCodeSchema,
  newPassword: newPasswordSchema,
});
export type SmsResetVerifyInput = z.infer<typeof smsResetVerifySchema>;

export const smsCodeFormSchema = z
  .object({
    code: smsCodeSchema,
    newPassword: newPasswordSchema,
    confirmPassword: textSchema(maxPasswordLength),
  })
  .refine(passwordsMatch.of, passwordsMatch.otherwise);

export const childPasswordResetSchema = z.object({
  username: lineSchema(254, "Username is required").toLowerCase(),
});

/** The answer of calls that change a password. */
export const doneSchema = z.object({ success: z.literal(true), message: z.string() });
/** The answer of calls that never reveal whether an account exists. */
export const onItsWaySchema = z.object({ message: z.string() });

/** How long a temporary password is valid. */
export const temporaryPasswordDays = 7;
export const temporaryPasswordSchema = z.object({ temporaryPassword: z.string() });

/** The User of specification 3; every field is always present, null when unset (api.md, The User). */
export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  title: z.string().nullable(),
  /** The name this person chose, or what the current family calls them. */
  displayName: z.string(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  addressFullName: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  addressCity: z.string().nullable(),
  addressPostcode: z.string().nullable(),
  /** Two capital letters; null for the installation's own country. */
  addressCountry: z.string().nullable(),
  onboardingCompleted: z.boolean(),
  hasPassword: z.boolean(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  isChild: z.boolean(),
  passwordTemporary: z.boolean(),
  /** Email works here, and this address still needs its first confirmation. */
  emailNeedsConfirmation: z.boolean(),
  /** Signed in with a link that an admin made for an adult: gives access to the album, not to the account. */
  isDirectAccess: z.boolean(),
  subscriptionStatus: z.enum(["active", "inactive"]),
  subscriptionTier: z.enum(["free", "family", "premium"]),
  sessionInfo: z.object({ sessionId: z.string() }),
  /** What can be ordered on this installation, whether the wizard asks for a delivery address, and its own country. */
  offers: z.object({
    prints: z.boolean(),
    gifts: z.boolean(),
    asksAddress: z.boolean(),
    country: z.string(),
  }),
  /** The session's current family; null for a super admin and for someone who has none yet. */
  currentFamily: z
    .object({
      id: z.string(),
      name: z.string(),
      icon: z.enum(familyIcons),
      role: z.enum(["owner", "admin", "member"]),
      /** The album's first year. */
      firstYear: z.number(),
    })
    .nullable(),
});
export type UserDto = z.infer<typeof userSchema>;

/** The id of a provider of external accounts; also the last part of its sign-in address (specification 7.2). */
export const identityProviderIds = ["oidc", "google"] as const;
export type IdentityProviderId = (typeof identityProviderIds)[number];
