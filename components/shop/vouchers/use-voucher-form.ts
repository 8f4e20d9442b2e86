import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { randomKey } from "@/lib/shared/random-key";
import type { VoucherKindName, VoucherTier } from "@/lib/shared/voucher-limits";
import {
  createVoucher,
  type NewVoucher,
  type VoucherHome,
  voucherAllowanceKey,
  vouchersKey,
} from "@/lib/shop/vouchers/client/queries";
import type { VoucherDto } from "@/lib/shop/vouchers/schema";

export interface VoucherFields {
  kind: VoucherKindName;
  tier: VoucherTier;
  /** As typed: prints, months or pounds. */
  amount: string;
  uses: string;
  /** YYYY-MM-DD; empty if it doesn't expire. */
  lastDay: string;
}

/**
 * The typed values in the form they are sent; anything that isn't a number becomes NaN, which the server refuses with a
 * message.
 */
function voucherOf({ kind, tier, amount, uses, lastDay }: VoucherFields): NewVoucher {
  const typed = Number(amount.replace(",", "."));
  const isMoney = kind === "amount_off";
  return {
    kind,
    amount: isMoney ? Math.round(typed * 100) : typed,
    uses: Number(uses),
    ...(kind === "plan_months" ? { tier } : {}),
    // Valid to the end of its last day, in the creator's time zone.
    expiresAt: lastDay ? new Date(`${lastDay}T23:59:59`).toISOString() : null,
  };
}

/** The fields of a new voucher, and its creation. */
export function useVoucherForm(home: VoucherHome, first: VoucherFields) {
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(first);
  const [made, setMade] = useState<VoucherDto | null>(null);
  const key = useRef<{ content: string; key: string } | null>(null);

  const { run, isBusy, error, errorOf } = useAction(
    async () => {
      const voucher = voucherOf(fields);
      const content = JSON.stringify(voucher);
      if (key.current?.content !== content) key.current = { content, key: randomKey() };
      setMade(await createVoucher(home, voucher, key.current.key));
      key.current = null;
      setFields((before) => ({ ...first, kind: before.kind, tier: before.tier }));
      void queryClient.invalidateQueries({ queryKey: vouchersKey(home) });
      void queryClient.invalidateQueries({ queryKey: voucherAllowanceKey });
    },
    {
      fallback: "The voucher could not be created. Please try again.",
      fields: ["amount", "uses", "expiresAt", "tier"],
    },
  );

  return {
    fields,
    change: (changed: Partial<VoucherFields>) => setFields((before) => ({ ...before, ...changed })),
    errorOf,
    /** An error that belongs to no field. */
    error,
    made,
    isBusy,
    make: run,
  };
}
