import { apiRequest } from "@/lib/http/api-client";
import type { ConnectionDto } from "@/lib/shop/billing/schema";

export type BillingInterval = "month" | "year";

/** @returns the URL to continue at: a page of the card payment provider */
export function startCheckout(
  tier: "family" | "premium",
  interval: BillingInterval,
): Promise<{ url: string }> {
  return apiRequest("POST", "/api/billing/checkout", { tier, interval });
}

/** @param flow `cancel` leads straight to cancelling the plan */
export function startPortal(flow?: "cancel"): Promise<{ url: string }> {
  return apiRequest("POST", "/api/billing/portal", flow ? { flow } : {});
}

export function testPayments(): Promise<ConnectionDto> {
  return apiRequest("POST", "/api/admin/stripe-settings/test");
}
