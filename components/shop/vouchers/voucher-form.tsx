"use client";

import { CalendarDays, Gift, Printer } from "lucide-react";
import type { FormEvent } from "react";
import { useVoucherForm } from "@/components/shop/vouchers/use-voucher-form";
import { VoucherCode } from "@/components/shop/vouchers/voucher-code";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { usePreferences } from "@/components/ui/preferences";
import { RadioCard } from "@/components/ui/radio-card";
import { Select } from "@/components/ui/select";
import { TextField } from "@/components/ui/text-field";
import { type VoucherTier, voucherTiers } from "@/lib/shared/voucher-limits";
import type { VoucherHome } from "@/lib/shop/vouchers/client/queries";
import { voucherPlanName, voucherWorth } from "@/lib/shop/vouchers/voucher-text";

const kinds = [
  { kind: "free_prints", label: "Free prints", about: "For the basket", Icon: Printer },
  { kind: "plan_months", label: "Months of a plan", about: "For the whole family", Icon: CalendarDays },
  { kind: "amount_off", label: "Money to spend", about: "In the gift shop", Icon: Gift },
] as const;
const amountLabels = {
  free_prints: "Prints for each use",
  plan_months: "Months for each use",
  amount_off: "Pounds for each use",
} as const;

export interface VoucherFormProps {
  home: VoucherHome;
  /** Only the operator can give months of a plan. */
  canGivePlans: boolean;
}

/** Creates a voucher and shows its code. */
export function VoucherForm({ home, canGivePlans }: VoucherFormProps) {
  const { locale } = usePreferences();
  const { fields, change, errorOf, error, made, isBusy, make } = useVoucherForm(home, {
    kind: "free_prints",
    tier: "family",
    amount: "",
    uses: "1",
    lastDay: "",
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void make();
  };
  return (
    <Card aria-labelledby="new-voucher">
      <CardHeader id="new-voucher" title="Create a voucher" />
      <form onSubmit={submit} noValidate className="grid gap-5">
        <FormAlert message={error} />
        <KindChoice
          chosen={fields.kind}
          canGivePlans={canGivePlans}
          onChoose={(kind) => change({ kind, amount: "" })}
        />
        {fields.kind === "plan_months" && (
          <FormField label="Plan" error={errorOf("tier")}>
            {(control) => (
              <Select
                {...control}
                value={fields.tier}
                onChange={({ target }) => change({ tier: target.value as VoucherTier })}
              >
                {voucherTiers.map((tier) => (
                  <option key={tier} value={tier}>
                    {voucherPlanName(tier)}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label={amountLabels[fields.kind]}
            type="number"
            min={1}
            error={errorOf("amount")}
            value={fields.amount}
            onValueChange={(amount) => change({ amount })}
          />
          <TextField
            label="Uses"
            type="number"
            min={1}
            hint="Each person can use it once."
            error={errorOf("uses")}
            value={fields.uses}
            onValueChange={(uses) => change({ uses })}
          />
        </div>
        <FormField label="Last day (optional)" error={errorOf("expiresAt")}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={fields.lastDay}
              onChange={({ target }) => change({ lastDay: target.value })}
              className="input"
            />
          )}
        </FormField>
        <Button
          type="submit"
          isBusy={isBusy}
          busyLabel="Creating..."
          className="justify-self-start max-sm:w-full"
        >
          Create voucher
        </Button>
      </form>
      <div role="status" className={made ? "mt-5 rounded-2xl bg-leaf-soft p-4" : "sr-only"}>
        {made && (
          <>
            <p className="mb-2 font-semibold">Your voucher is ready: {voucherWorth(made, locale)}.</p>
            <VoucherCode code={made.code} />
            <p className="mt-2 text-step--1 text-ink-soft">
              Share the code. It can be redeemed on Billing, in the basket or in the gift shop.
            </p>
          </>
        )}
      </div>
    </Card>
  );
}

type Kind = (typeof kinds)[number]["kind"];

interface KindChoiceProps {
  chosen: Kind;
  canGivePlans: boolean;
  onChoose: (kind: Kind) => void;
}

function KindChoice({ chosen, canGivePlans, onChoose }: KindChoiceProps) {
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 font-semibold">What does it give?</legend>
      {kinds
        .filter(({ kind }) => canGivePlans || kind !== "plan_months")
        .map(({ kind, label, about, Icon }) => (
          <RadioCard
            key={kind}
            name="voucher-kind"
            value={kind}
            isChecked={chosen === kind}
            onChoose={() => onChoose(kind)}
          >
            <Icon aria-hidden="true" className="size-5 flex-none text-accent-strong" strokeWidth={1.8} />
            <span className="min-w-0">
              <span className="block font-semibold">{label}</span>
              <span className="block text-step--1 text-ink-soft">{about}</span>
            </span>
          </RadioCard>
        ))}
    </fieldset>
  );
}
