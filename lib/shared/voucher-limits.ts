export const voucherKinds = ["free_prints", "plan_months", "amount_off"] as const;
export type VoucherKindName = (typeof voucherKinds)[number];

/** Plans a voucher can give months of. */
export const voucherTiers = ["family", "premium"] as const;
export type VoucherTier = (typeof voucherTiers)[number];

/** The most that one use can be worth: prints, months, pence. */
export const maxVoucherAmount: Record<VoucherKindName, number> = {
  free_prints: 500,
  plan_months: 24,
  amount_off: 50_000,
};
export const maxVoucherUses = 1000;
