import { apiRequest } from "@/lib/http/api-client";
import type { DeleteAccountInput } from "@/lib/operations/your-data/schema";

/** Where a browser downloads the ZIP from. */
export const exportAddress = "/api/user/export";

/** Deletes the account for good. @throws ApiError, with `field` where the confirmation is at fault */
export function deleteAccount(input: DeleteAccountInput): Promise<unknown> {
  return apiRequest("DELETE", "/api/user", input);
}
