import type { UserDto } from "@/lib/features/accounts/schema";

/** Specification 4.2: who lacks one of these is led through the wizard. */
export const requiredProfileFields = [
  "phoneNumber",
  "addressFullName",
  "addressLine1",
  "addressCity",
  "addressPostcode",
] as const;

type Profile = Pick<UserDto, (typeof requiredProfileFields)[number]>;

/** The first required field that is missing; null when the profile is complete. */
export function missingProfileField(user: Profile): keyof Profile | null {
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
