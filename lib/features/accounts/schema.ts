import { z } from "zod";
import { familyIcons, familyNameSchema } from "@/lib/features/families/schema";
import { lineSchema, textSchema } from "@/lib/shared/text";

/** Specification 9.1. */
export const minPasswordLength = 6;
/** Long enough for any passphrase; longer ones would only make hashing slow. */
export const maxPasswordLength = 200;

export const usernameSchema = lineSchema(50, "Username is required")
  .min(3, "Username must be at least 3 characters")
  .regex(/^[\p{L}\p{N}._-]+$/u, "Username can hold letters, digits, dots, dashes and underscores")
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

/** The User of specification 3; every field is always present, null when unset (api.md). */
export const userSchema = z.object({
  id: z.string(),
  username: z.string(),
  title: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  addressFullName: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  addressCity: z.string().nullable(),
  addressPostcode: z.string().nullable(),
  onboardingCompleted: z.boolean(),
  hasPassword: z.boolean(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  isChild: z.boolean(),
  passwordTemporary: z.boolean(),
  subscriptionStatus: z.enum(["active", "inactive"]),
  subscriptionTier: z.enum(["free", "family", "premium"]),
  sessionInfo: z.object({ sessionId: z.string() }),
  /** The family this session looks at; null for a super admin and for somebody who has none yet. */
  currentFamily: z
    .object({
      id: z.string(),
      name: z.string(),
      icon: z.enum(familyIcons),
      role: z.enum(["owner", "admin", "member"]),
    })
    .nullable(),
});
export type UserDto = z.infer<typeof userSchema>;
