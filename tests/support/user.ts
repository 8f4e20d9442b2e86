import type { UserDto } from "@/lib/account/accounts/schema";

/** The User of specification 3, as the server returns it; `change` replaces fields. */
export function userDto(change: Partial<UserDto> = {}): UserDto {
  return {
    id: "01900000-0000-7000-8000-000000000001",
    username: "ada",
    title: null,
    displayName: change.title ?? change.username ?? "ada",
    email: "ada@example.org",
    phoneNumber: null,
    addressFullName: null,
    addressLine1: null,
    addressLine2: null,
    addressCity: null,
    addressPostcode: null,
    addressCountry: null,
    onboardingCompleted: true,
    hasPassword: true,
    isAdmin: true,
    isSuperAdmin: false,
    isChild: false,
    passwordTemporary: false,
    emailNeedsConfirmation: false,
    isDirectAccess: false,
    subscriptionStatus: "inactive",
    subscriptionTier: "free",
    offers: { prints: true, gifts: true, asksAddress: true, country: "GB" },
    sessionInfo: { sessionId: "session-1" },
    currentFamily: { id: "family-1", name: "The Okafors", icon: "home", role: "owner", firstYear: 2022 },
    ...change,
  };
}
