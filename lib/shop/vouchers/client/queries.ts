import { queryOptions } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import type { VoucherKindName, VoucherTier } from "@/lib/shared/voucher-limits";
import type { RedeemedDto, VoucherAllowance, VoucherDto } from "@/lib/shop/vouchers/schema";

/** The vouchers that a page shows: a family's, for its admins, or the installation's, for super admins. */
export type VoucherHome = "/api/admin/vouchers" | "/api/super-admin/vouchers";

export const vouchersKey = (home: VoucherHome) => [home] as const;
export const voucherAllowanceKey = ["/api/admin/vouchers/allowance"] as const;

export const vouchersOptions = (home: VoucherHome) =>
  queryOptions<VoucherDto[] | null>({
    queryKey: vouchersKey(home),
    staleTime: 5_000,
    refetchOnMount: true,
  });

export const voucherAllowanceOptions = () =>
  queryOptions<VoucherAllowance | null>({
    queryKey: voucherAllowanceKey,
    staleTime: 5_000,
    refetchOnMount: true,
  });

export interface NewVoucher {
  kind: VoucherKindName;
  amount: number;
  uses: number;
  tier?: VoucherTier;
  expiresAt: string | null;
}

/** @param key the same for every attempt, so that a retry doesn't create a second one */
export function createVoucher(home: VoucherHome, voucher: NewVoucher, key: string): Promise<VoucherDto> {
  return apiRequest("POST", home, voucher, { headers: { "Idempotency-Key": key } });
}

export async function revokeVoucher(home: VoucherHome, id: string): Promise<void> {
  await apiRequest("DELETE", `${home}/${id}`);
}

/** @param key the same for every attempt: after a lost response, a retry is not "used already" */
export function redeemVoucher(code: string, key: string): Promise<RedeemedDto> {
  return apiRequest("POST", "/api/vouchers/redeem", { code }, { headers: { "Idempotency-Key": key } });
}
