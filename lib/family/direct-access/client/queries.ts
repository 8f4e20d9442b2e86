import type { UserDto } from "@/lib/account/accounts/schema";
import type { DirectAccessLinkDto } from "@/lib/family/direct-access/schema";
import { apiRequest } from "@/lib/http/api-client";

/** A link that signs this person in, once. @throws ApiError */
export function createDirectAccess(userId: string): Promise<DirectAccessLinkDto> {
  return apiRequest("POST", "/api/direct-access", { userId });
}

/** Uses a link up: its person is signed in. @throws ApiError */
export function redeemDirectAccess(token: string): Promise<UserDto> {
  return apiRequest("POST", "/api/direct-access/redeem", { token });
}
