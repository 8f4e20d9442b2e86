"use client";

import { CircleCheck } from "lucide-react";
import type { FormEvent } from "react";
import { useRedeem } from "@/components/shop/vouchers/use-redeem";
import { Button } from "@/components/ui/button";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";

export interface RedeemFormProps {
  label?: string;
  hint?: string;
  onRedeemed?: () => void;
}

/** Asks for a voucher's code: upper or lower case, with or without dashes. */
export function RedeemForm({ label = "Voucher code", hint, onRedeemed }: RedeemFormProps) {
  const { code, setCode, error, done, isBusy, redeem } = useRedeem(onRedeemed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void redeem();
  };
  return (
    <form onSubmit={submit} noValidate>
      <FormField label={label} error={error} hint={hint}>
        {(control) => (
          <span className="flex flex-wrap gap-2.5">
            <Input
              {...control}
              value={code}
              maxLength={60}
              placeholder="ABCD-2345-WXYZ"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={({ target }) => setCode(target.value)}
              className="min-w-0 flex-[1_1_13rem] uppercase placeholder:opacity-60"
            />
            <Button
              type="submit"
              variant="secondary"
              isBusy={isBusy}
              busyLabel="Redeeming..."
              className="max-sm:flex-auto"
            >
              Redeem
            </Button>
          </span>
        )}
      </FormField>
      <p role="status" className={done ? "mt-2.5 flex gap-2 font-semibold" : "sr-only"}>
        {done && (
          <>
            <CircleCheck aria-hidden="true" className="mt-0.5 size-5 flex-none text-leaf" />
            {done}
          </>
        )}
      </p>
    </form>
  );
}
