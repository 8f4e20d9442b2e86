import { apiRequest } from "@/lib/http/api-client";
import type { DeleteAccountInput } from "@/lib/operations/your-data/schema";

/** Where a browser downloads the ZIP from. */
export const exportAddress = "/api/user/export";

/** Permanently deletes the account. @throws ApiError, with `field` if the confirmation is at fault */
export function deleteAccount(input: DeleteAccountInput): Promise<unknown> {
  return apiRequest("DELETE", "/api/user", input);
}
