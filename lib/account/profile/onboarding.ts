import type { UserDto } from "@/lib/account/accounts/schema";

/** Specification 4.2: people who lack one of these are led through the wizard. */
export const requiredProfileFields = [
  "phoneNumber",
  "addressFullName",
  "addressLine1",
  "addressCity",
  "addressPostcode",
] as const;

type ProfileField = (typeof requiredProfileFields)[number];
type Profile = Pick<UserDto, ProfileField | "isChild" | "offers">;

/**
 * The first required field that is missing; null when the profile is complete. Children are never asked, and nobody is
 * if a super admin has switched prints off or has the address requested with the first order.
 */
export function missingProfileField(user: Profile): ProfileField | null {
  if (user.isChild || !user.offers.asksAddress) return null;
  return requiredProfileFields.find((field) => !user[field]?.trim()) ?? null;
}

/**
 * The gate of specification 4.2: whether the wizard blocks the app. A session opened with an admin's link can't fill it
 * in, so it would never get past it.
 */
export function isOnboardingNeeded(user: UserDto): boolean {
  return (
    !user.isSuperAdmin &&
    !user.isDirectAccess &&
    (!user.onboardingCompleted || missingProfileField(user) !== null)
  );
}
