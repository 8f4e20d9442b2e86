import { nameSchema } from "@/lib/shared/text";

// What every wing knows about a family: its icons, plans and roles, and its valid names.

export const familyIcons = ["smile", "building2", "users", "zap", "heart", "home", "star", "shield"] as const;
export type FamilyIconName = (typeof familyIcons)[number];
export const familyRoles = ["owner", "admin", "member"] as const;
export type FamilyRole = (typeof familyRoles)[number];
export const familyTiers = ["free", "family", "premium"] as const;
export type FamilyTier = (typeof familyTiers)[number];
export const familyNameSchema = nameSchema(80, "Family name is required");
