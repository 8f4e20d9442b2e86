import { apiRequest } from "@/lib/http/api-client";

/** Records that home's banner about free prints was seen, or closed for this month. */
export function updatePrintBanner(isClosed: boolean): Promise<unknown> {
  return apiRequest("PUT", "/api/user/print-banner", { isClosed });
}
