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
  isAdmin: z.boolean("Please choose whether the person will be an admin").default(false),
  /** Someone in the family without an account, who gets the new one. */
  memberId: z.string().max(100).nullish(),
});
export type CreateInvitationInput = z.infer<typeof createInvitationSchema>;

/** The link's code, in the part of the path where other calls have the invitation's id. */
export const invitationCodeParams = z.object({ id: z.string() });
export const registerParams = z.object({ code: z.string() });

/** The only time the link leaves the server: the database only has its code's hash. */
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
  /** The person of the family who gets the account. */
  memberId: z.string().nullable(),
  /** What the family calls that person. */
  personName: z.string().nullable(),
  invitedBy: z.string().nullable(),
  sentAt: z.string(),
  expiresAt: z.string(),
  isExpired: z.boolean(),
});
export type InvitationDto = z.infer<typeof invitationSchema>;

/** Specification 3, Invitation, with what the page needs to greet the person who opens the link. */
export const openedInvitationSchema = z.object({
  username: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  familyName: z.string(),
  invitedBy: z.string(),
  /** The e-mail address already has an account: its owner signs in and joins instead of creating a second one. */
  hasAccount: z.boolean(),
  /** The family has a welcome picture. */
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

/** Specification 5, Registration: what the page validates before sending. */
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
