"use client";

import { useQuery } from "@tanstack/react-query";
import { useMoney } from "@/components/ui/use-money";
import { counted } from "@/lib/shared/counted";
import { voucherAllowanceOptions } from "@/lib/shop/vouchers/client/queries";

/** Explains what a family's vouchers are paid from, and how much is left. */
export function VoucherAllowanceNote() {
  const { pounds } = useMoney();
  const { data: allowance } = useQuery(voucherAllowanceOptions());
  return (
    <div className="mb-5 rounded-2xl bg-honey-soft px-5 py-4">
      <p>
        A voucher gives someone in your family something of yours: this month's free prints, prints from
        vouchers, or some of your gift shop balance.
        {allowance && (
          <>
            {" "}
            You have{" "}
            <strong>
              {counted(allowance.monthPrints, "free print")} this month
              {allowance.keptPrints > 0 && `, ${counted(allowance.keptPrints, "print")} from vouchers`} and{" "}
              {pounds(allowance.balance)}
            </strong>{" "}
            to give.
          </>
        )}
      </p>
      <p className="mt-1.5 text-step--1 text-ink-soft">
        This month's prints expire at the end of the month, and so does a voucher for them. Only the person
        who runs this server can give months of a plan.
      </p>
    </div>
  );
}
