import { z } from "zod";
import { familyIcons, familyNameSchema, familyRoles, familyTiers } from "@/lib/core/families/schema";
import { hasChanges } from "@/lib/shared/changed-fields";
import { lineSchema, nameSchema, noWebAddress, textSchema } from "@/lib/shared/text";
import { holdsWebAddress } from "@/lib/shared/web-address";
import { yearSchema } from "@/lib/shared/year-schema";

/** Specification 3, Organization. */

export const familySchema = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.enum(familyIcons),
  role: z.enum(familyRoles),
  member_count: z.number(),
  subscription_tier: z.enum(familyTiers),
  /** The album's first year. */
  first_year: z.number(),
  /** Whether its adults are shown where photos were taken. */
  shows_places: z.boolean(),
});
export type FamilyDto = z.infer<typeof familySchema>;

/** A malformed id is not found, like one that doesn't exist (api.md, Ids). */
const idSchema = z.string().max(100);

export const switchFamilySchema = z.object({ organizationId: idSchema });

export const createFamilySchema = z.object({
  name: familyNameSchema,
  subscriptionTier: z.enum(familyTiers, "Please choose a plan").default("free"),
});
export type CreateFamilyInput = z.infer<typeof createFamilySchema>;

export const updateFamilySchema = z
  .object({
    name: familyNameSchema.optional(),
    icon: z.enum(familyIcons, "Please choose one of the icons").optional(),
    firstYear: yearSchema.optional(),
    showsPlaces: z.boolean("Please choose on or off").optional(),
  })
  .refine(hasChanges, "There is nothing to change");
export type UpdateFamilyInput = z.infer<typeof updateFamilySchema>;

export const deleteFamilySchema = z.object({
  password: textSchema(200, "Password is required").min(1, "Password is required"),
});

/** Specification 3, Family member. */
export const familyMemberSchema = z.object({
  id: z.string(),
  name: z.string(),
  nickname: z.string().nullable(),
  displayName: z.string(),
  /** YYYY-MM-DD */
  birthDate: z.string().nullable(),
  userId: z.string().nullable(),
});
export type FamilyMemberDto = z.infer<typeof familyMemberSchema>;

/** A person with what only our own pages need. */
export interface ListedPerson extends FamilyMemberDto {
  /** The family leaves them out of memories: nobody is reminded of them. */
  isLeftOut: boolean;
}

export const familyMembersQuery = z.object({ organizationId: idSchema.optional() });

const personNameSchema = nameSchema(80, "Name is required");

/** Null and "" remove the nickname. */
const nicknameSchema = z
  .union([z.literal(""), z.null(), lineSchema(80, "Nickname is required")], "Must be at most 80 characters")
  .refine((nickname) => !nickname || !holdsWebAddress(nickname), noWebAddress)
  .transform((nickname) => nickname || null);

const earliestBirth = "1900-01-01";

/** Whether it is a calendar date, YYYY-MM-DD, that a living person can be born on. */
function isBirthDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) return false;
  // It is already today somewhere on earth.
  return text >= earliestBirth && day.getTime() <= Date.now() + 14 * 3_600_000;
}

/** Null and "" remove the date. */
export const birthDateSchema = z
  .union(
    [z.literal(""), z.null(), z.string().refine(isBirthDate)],
    "Please enter a date in the past as YYYY-MM-DD",
  )
  .transform((date) => date || null);

export const createFamilyMemberSchema = z.object({
  name: personNameSchema,
  nickname: nicknameSchema.optional(),
  birthDate: birthDateSchema.optional(),
  /** The account that belongs to this person. */
  userId: idSchema.optional(),
});
export type CreateFamilyMemberInput = z.infer<typeof createFamilyMemberSchema>;

export const updateFamilyMemberSchema = createFamilyMemberSchema
  .partial()
  .refine(hasChanges, "There is nothing to change");
export type UpdateFamilyMemberInput = z.infer<typeof updateFamilyMemberSchema>;

/** Someone with an account in the family, as its admins see them. */
export const familyUserSchema = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  /** Null for a child. */
  email: z.string().nullable(),
  role: z.enum(familyRoles),
  isChild: z.boolean(),
  /** ISO 8601, UTC. */
  joinedAt: z.string(),
  /** Last use of this family on a device, or last upload; null if unknown. */
  lastSeenAt: z.string().nullable(),
  /** Items in the album, excluding the trash. */
  uploadCount: z.number(),
  /** Bytes of their originals, including the trash, as in the family's storage. */
  storageBytes: z.number(),
  /** They have a temporary password that must be changed. */
  passwordTemporary: z.boolean(),
  /** An admin can create a one-time link for them: a member of only this family, without an authenticator app. */
  isOpenToLinks: z.boolean(),
  /** An admin can give them a temporary password. */
  isOpenToPasswords: z.boolean(),
});
export type FamilyUserDto = z.infer<typeof familyUserSchema>;

export const changeRoleSchema = z.object({ role: z.enum(familyRoles, "Please choose a role") });
