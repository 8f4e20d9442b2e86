import type { UserDto } from "@/lib/account/accounts/schema";

/** Specification 4.2: who lacks one of these is led through the wizard. */
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
 * The first required field that is missing; null when the profile is complete. Nothing is asked of children, and of
 * nobody where a super admin has switched prints off or has the address asked for at the first order.
 */
export function missingProfileField(user: Profile): ProfileField | null {
  if (user.isChild || !user.offers.asksAddress) return null;
  return requiredProfileFields.find((field) => !user[field]?.trim()) ?? null;
}

/**
 * The gate of specification 4.2: whether the wizard stands in front of the app. A session opened by an admin's link
 * can't fill it in, so that it would never pass.
 */
export function isOnboardingNeeded(user: UserDto): boolean {
  return (
    !user.isSuperAdmin &&
    !user.isDirectAccess &&
    (!user.onboardingCompleted || missingProfileField(user) !== null)
  );
}
