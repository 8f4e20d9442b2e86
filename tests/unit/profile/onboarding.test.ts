import {
  isOnboardingNeeded,
  missingProfileField,
  requiredProfileFields,
} from "@/lib/account/profile/onboarding";
import { userDto } from "@/tests/support/user";

const complete = {
  phoneNumber: "+447700900123",
  addressFullName: "Ada Okafor",
  addressLine1: "1 Garden Lane",
  addressCity: "Leeds",
  addressPostcode: "LS1 1AA",
};

test("someone who is set up sees the app, with or without the second address line", () => {
  expect(isOnboardingNeeded(userDto(complete))).toBe(false);
  expect(isOnboardingNeeded(userDto({ ...complete, addressLine2: "Flat 2" }))).toBe(false);
});

test("someone who has not completed the onboarding goes through the wizard", () => {
  expect(isOnboardingNeeded(userDto({ ...complete, onboardingCompleted: false }))).toBe(true);
});

test.each(requiredProfileFields)("someone without %s goes through the wizard", (field) => {
  for (const nothing of [null, "", "  "]) {
    const user = userDto({ ...complete, [field]: nothing });
    expect([isOnboardingNeeded(user), missingProfileField(user)]).toEqual([true, field]);
  }
});

test("a super admin never goes through it", () => {
  expect(isOnboardingNeeded(userDto({ isSuperAdmin: true, onboardingCompleted: false }))).toBe(false);
});

test("a child starts set up, with the admin's phone and address and no email", () => {
  expect(isOnboardingNeeded(userDto({ ...complete, isChild: true, email: null }))).toBe(false);
});

test("a child is never asked for an address, even if the admin who created the account had none", () => {
  expect(isOnboardingNeeded(userDto({ isChild: true, email: null }))).toBe(false);
});

test("if the address is asked for at the first order, or prints are off, nobody is asked for it", () => {
  const offers = { prints: true, gifts: false, asksAddress: false, country: "GB" };
  expect(isOnboardingNeeded(userDto({ offers }))).toBe(false);
  expect(isOnboardingNeeded(userDto({ offers: { ...offers, prints: false } }))).toBe(false);
  expect(isOnboardingNeeded(userDto({ offers, onboardingCompleted: false }))).toBe(true);
});

test("a session opened by an admin's link skips the wizard, which it couldn't fill in", () => {
  const user = userDto({ onboardingCompleted: false, isDirectAccess: true });
  expect(isOnboardingNeeded(user)).toBe(false);
});
