import { z } from "zod";
import { lineSchema } from "@/lib/shared/text";

/** Specification 3, Organization. */
export const familyIcons = ["smile", "building2", "users", "zap", "heart", "home", "star", "shield"] as const;
export const familyNameSchema = lineSchema(80, "Family name is required");

export const familySchema = z.object({
  id: z.string(),
  name: z.string(),
  icon: z.enum(familyIcons),
  role: z.enum(["owner", "admin", "member"]),
  member_count: z.number(),
  subscription_tier: z.enum(["free", "family", "premium"]),
});
export type FamilyDto = z.infer<typeof familySchema>;

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
