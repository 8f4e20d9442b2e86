import { addressFields, type UserDto } from "@/lib/account/accounts/schema";
import type { Actor } from "@/lib/core/auth/server/actor";
import { familyIcons } from "@/lib/core/families/schema";
import { maskedText } from "@/lib/shared/masked-text";

export const userFields = [
  "id",
  "username",
  "title",
  "email",
  "phoneNumber",
  ...addressFields,
  "onboardingCompleted",
  "passwordHash",
  "passwordTemporary",
] as const;

export type UserFields = {
  [Field in (typeof userFields)[number]]: Field extends "onboardingCompleted" | "passwordTemporary"
    ? boolean
    : Field extends "id" | "username"
      ? string
      : string | null;
};

type AddressFields = Pick<UserFields, (typeof addressFields)[number]>;

function maskedAddress(user: AddressFields): AddressFields {
  const masked = { ...user };
  for (const field of addressFields) masked[field] = user[field] && maskedText;
  return { ...masked };
}

export function userDto(
  user: UserFields,
  actor: Actor,
  displayName: string,
  family: { id: string; name: string; icon: string } | undefined,
  offers: UserDto["offers"],
): UserDto {
  const { passwordHash, ...fields } = user;
  return {
    ...fields,
    ...(actor.isDirectAccess ? maskedAddress(fields) : {}),
    displayName,
    hasPassword: passwordHash !== null,
    isAdmin: actor.isAdmin,
    isSuperAdmin: actor.isSuperAdmin,
    isChild: actor.isChild,
    emailNeedsConfirmation: actor.isUnconfirmed,
    isDirectAccess: actor.isDirectAccess,
    subscriptionStatus: actor.tier === "free" ? "inactive" : "active",
    subscriptionTier: actor.tier,
    offers,
    sessionInfo: { sessionId: actor.sessionId },
    currentFamily:
      family && actor.role
        ? {
            id: family.id,
            name: family.name,
            icon: familyIcons.find((icon) => icon === family.icon) ?? "heart",
            role: actor.role,
            firstYear: actor.firstYear,
          }
        : null,
  };
}
