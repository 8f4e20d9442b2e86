import type { UserDto } from "@/lib/account/accounts/schema";
import type { DirectAccessLinkDto } from "@/lib/family/direct-access/schema";
import { apiRequest } from "@/lib/http/api-client";

/** Creates a link that signs this person in once. @throws ApiError */
export function createDirectAccess(userId: string): Promise<DirectAccessLinkDto> {
  return apiRequest("POST", "/api/direct-access", { userId });
}

/** Uses up a link and signs its person in. @throws ApiError */
export function redeemDirectAccess(token: string): Promise<UserDto> {
  return apiRequest("POST", "/api/direct-access/redeem", { token });
}
