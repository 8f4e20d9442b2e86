import type {
  ChangePasswordInput,
  ConfirmAccountInput,
  ResetPasswordInput,
  SetPasswordInput,
  SmsResetVerifyInput,
} from "@/lib/account/accounts/schema";
import { apiRequest } from "@/lib/http/api-client";

interface OnItsWay {
  /** The same for known and unknown people. */
  message: string;
}

/** @throws ApiError, with `field` if the input is at fault */
export async function requestPasswordChange({
  currentPassword,
  newPassword,
}: ChangePasswordInput): Promise<void> {
  await apiRequest("POST", "/api/auth/change-password", { currentPassword, newPassword });
}

/** @throws ApiError, 409 when there is a password already */
export async function requestFirstPassword({
  newPassword,
  confirmPassword,
}: SetPasswordInput): Promise<void> {
  await apiRequest("POST", "/api/auth/password", { newPassword, confirmPassword });
}

export function requestResetLink(email: string): Promise<OnItsWay> {
  return apiRequest("POST", "/api/auth/forgot-password", { email });
}

/** @throws ApiError, `invalid_token` when the link no longer works */
export async function requestPasswordReset(input: ResetPasswordInput): Promise<void> {
  await apiRequest("POST", "/api/auth/reset-password", input);
}

/** @throws ApiError, `link_expired` when the link no longer works */
export async function requestAccountConfirmation(input: ConfirmAccountInput): Promise<void> {
  await apiRequest("POST", "/api/auth/confirm-account", input);
}

/** Sends the link of a new account's first email again. @throws ApiError */
export function requestConfirmationAgain(): Promise<{ isSent: boolean }> {
  return apiRequest("POST", "/api/auth/confirm-account/resend");
}

export function requestSmsCode(phoneNumber: string): Promise<OnItsWay> {
  return apiRequest("POST", "/api/auth/sms-reset", { phoneNumber });
}

/** @throws ApiError, `invalid_code` for a wrong or used one */
export async function requestSmsReset(input: SmsResetVerifyInput): Promise<void> {
  await apiRequest("POST", "/api/auth/sms-reset/verify", input);
}

export function requestChildReset(username: string): Promise<OnItsWay> {
  return apiRequest("POST", "/api/auth/child-password-reset", { username });
}
