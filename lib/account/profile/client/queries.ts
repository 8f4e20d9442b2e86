import type { UserDto } from "@/lib/account/accounts/schema";
import type { OwnNameDto, ProfileDto, ProfileUpdateInput } from "@/lib/account/profile/schema";
import type { Proof } from "@/lib/account/security/schema";
import { apiRequest } from "@/lib/http/api-client";

/** @throws ApiError, with `field` if the input is at fault */
export function saveProfile(input: ProfileUpdateInput): Promise<ProfileDto> {
  return apiRequest("POST", "/profile-direct-update", input);
}

/** @throws ApiError, with `field` if the name is at fault */
export function changeOwnName(title: string): Promise<OwnNameDto> {
  return apiRequest("PUT", "/api/user/name", { title });
}

/** Sets a first password, or replaces a temporary one. @throws ApiError 409 if there is one */
export function setFirstPassword(newPassword: string, confirmPassword: string): Promise<unknown> {
  return apiRequest("POST", "/api/auth/password", { newPassword, confirmPassword });
}

/** @throws ApiError 422 with the field that is missing */
export function requestCompleteOnboarding(): Promise<UserDto> {
  return apiRequest("POST", "/api/auth/complete-onboarding");
}

/** Texts a code to the account's number. @throws ApiError */
export function requestPhoneCode(proof: Proof): Promise<{ phoneNumber: string }> {
  return apiRequest("POST", "/api/auth/phone-confirmation", proof);
}

/** @throws ApiError 422 for a wrong or expired code */
export function sendPhoneCode(code: string): Promise<{ phoneNumber: string }> {
  return apiRequest("POST", "/api/auth/phone-confirmation/verify", { code });
}

/** Sends the confirmation of the pending address again. @throws ApiError */
export function resendConfirmation(): Promise<{ pendingEmail: string }> {
  return apiRequest("POST", "/api/auth/confirm-email");
}
