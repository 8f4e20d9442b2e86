import { z } from "zod";
import { emailSchema, newPasswordSchema, usernameSchema } from "@/lib/account/accounts/schema";
import { phoneNumberSchema } from "@/lib/shared/phone-number";

/** quality.md, Links and codes: an invitation is open for 7 days. */
export const invitationDays = 7;
/** Specification 9.1. */
export const autoLoginDelayMs = 2000;

export const createInvitationSchema = z.object({
  username: usernameSchema,
  email: emailSchema,
  isAdmin: z.boolean("Please say whether it is for an admin").default(false),
  /** Somebody of the family's people who has no account: it becomes theirs. */
  memberId: z.string().max(100).nullish(),
});
export type CreateInvitationInput = z.infer<typeof createInvitationSchema>;

/** The link's code, at the place of the path where other calls have the invitation's id. */
export const invitationCodeParams = z.object({ id: z.string() });
export const registerParams = z.object({ code: z.string() });

/** The link leaves the server this once: only its code's hash is kept. */
export const invitationLinkSchema = z.object({
  id: z.string(),
  url: z.string(),
  /** ISO 8601, UTC. */
  expiresAt: z.string(),
});
export type InvitationLinkDto = z.infer<typeof invitationLinkSchema>;

export const invitationSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  /** The person of the family whose account it becomes. */
  memberId: z.string().nullable(),
  /** What the family calls that person. */
  personName: z.string().nullable(),
  invitedBy: z.string().nullable(),
  sentAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type InvitationDto = z.infer<typeof invitationSchema>;

/** Specification 3, Invitation, with what the page needs to greet whoever opens the link. */
export const openedInvitationSchema = z.object({
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  familyName: z.string(),
  invitedBy: z.string(),
  /** Somebody has this e-mail address already: they sign in and join, and make no second account. */
  hasAccount: z.boolean(),
  /** The family has a picture to welcome with. */
  hasWelcomeImage: z.boolean(),
  expiresAt: z.string(),
});
export type OpenedInvitationDto = z.infer<typeof openedInvitationSchema>;

/** Specification 5, Registration: the phone is optional. */
export const registerSchema = z.object({
  password: newPasswordSchema,
  phoneNumber: z
    .union(
      [z.null(), z.string().regex(/^\s*$/), phoneNumberSchema("Please enter a valid phone number")],
      "Please enter a valid phone number",
    )
    .optional()
    .transform((phone) => phone?.trim() || null),
});
export type RegisterInput = z.infer<typeof registerSchema>;

export const registeredSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  familyName: z.string(),
});
export type RegisteredDto = z.infer<typeof registeredSchema>;

/** Specification 5, Registration: what the page checks before it sends. */
export const registrationFormSchema = z
  .object({
    password: newPasswordSchema,
    confirmPassword: newPasswordSchema,
    phoneNumber: registerSchema.shape.phoneNumber,
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ["confirmPassword"],
    message: "Passwords do not match",
  });
