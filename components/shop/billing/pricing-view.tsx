"use client";

import { Check } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { IntervalChoice } from "@/components/shop/billing/interval-choice";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { FormField } from "@/components/ui/form-field";
import { Select } from "@/components/ui/select";
import type { PlanDto } from "@/lib/core/plans/schema";
import { signUpClosed } from "@/lib/core/system-settings/sign-up-text";
import { formatStorage } from "@/lib/family/families/plan-text";
import { type CurrencyCode, currencies, currencyCodes, formatMoney } from "@/lib/shared/currency";
import type { BillingInterval } from "@/lib/shop/billing/client/queries";

export interface PricingViewProps {
  plans: readonly PlanDto[];
  currency: CurrencyCode;
  /** How prices are formatted. */
  locale: string;
  /** The plan of the selected family; null for a visitor and for someone without a family. */
  current: PlanDto["tier"] | null;
  isSignedIn: boolean;
  isOwner: boolean;
  /** Whether people can create accounts without an invitation. */
  isSignUpOpen: boolean;
}

/** /pricing: the plans of specification 9.7, by month or by year, in the person's currency. */
export function PricingView({ plans, currency: guessed, locale, ...who }: PricingViewProps) {
  const [interval, setInterval] = useState<BillingInterval>("month");
  const [currency, setCurrency] = useState(guessed);
  return (
    <div className="mx-auto grid max-w-[1040px] gap-7">
      <div className="text-center">
        <h1>Plans for every family</h1>
        <p className="mx-auto mt-2 max-w-[56ch] text-ink-soft">
          One plan for the whole family. Every plan keeps your photos and videos exactly as they are, bit for
          bit.
        </p>
        {!who.isSignedIn && !who.isSignUpOpen && (
          <p className="mx-auto mt-2 max-w-[56ch] text-ink-soft">{signUpClosed}</p>
        )}
      </div>
      <div className="flex flex-wrap items-end justify-center gap-4">
        <IntervalChoice interval={interval} onChange={setInterval} />
        <FormField label="Currency" className="w-60">
          {(control) => (
            <Select
              {...control}
              value={currency}
              onChange={(event) => setCurrency(event.target.value as CurrencyCode)}
            >
              {currencyCodes.map((code) => (
                <option key={code} value={code}>
                  {currencies[code].name} ({code})
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </div>
      <ul className="grid gap-5 md:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.tier} plan={plan} interval={interval} money={{ currency, locale }} {...who} />
        ))}
      </ul>
      {currency !== "GBP" && (
        <p className="text-center text-step--1 text-ink-soft">
          Prices are set in British pounds. Other currencies are a guide to what your bank will charge.
        </p>
      )}
    </div>
  );
}

interface PlanCardProps
  extends Pick<PricingViewProps, "current" | "isSignedIn" | "isOwner" | "isSignUpOpen"> {
  plan: PlanDto;
  interval: BillingInterval;
  money: { currency: CurrencyCode; locale: string };
}

function PlanCard({ plan, interval, money, current, isSignedIn, isOwner, isSignUpOpen }: PlanCardProps) {
  const isCurrent = plan.tier === current;
  const format = (pence: number) => formatMoney(pence, money.currency, money.locale);
  const price = interval === "month" ? plan.priceMonthly : plan.priceYearly;
  const isSaving = interval === "year" && plan.priceYearly < plan.priceMonthly * 12;
  return (
    <li
      className={cn(
        "card grid content-start gap-4",
        plan.tier === "family" && "border-2 border-accent-strong",
      )}
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-step-1">{plan.name}</h2>
        {isCurrent && <Badge>Your family's plan</Badge>}
      </div>
      <p>
        <strong className="font-display text-step-3">{format(price)}</strong>{" "}
        <span className="text-ink-soft">{interval === "month" ? "per month" : "per year"}</span>
        <span className="block min-h-6 text-step--1 text-ink-soft">
          {isSaving && `${format(plan.priceMonthly * 12 - plan.priceYearly)} less than paying monthly`}
        </span>
      </p>
      <ul className="grid gap-2.5">
        {[
          `${formatStorage(plan)} for photos and videos`,
          `Up to ${plan.members} members`,
          ...(plan.tier === "free" ? ["Limited features"] : []),
        ].map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check aria-hidden="true" className="mt-0.5 size-5 flex-none text-accent-strong" />
            {line}
          </li>
        ))}
      </ul>
      {!isSignedIn && isSignUpOpen && (
        <Link
          href="/organization/signup"
          className={buttonClasses({ variant: plan.tier === "free" ? "primary" : "secondary" }, "mt-2")}
        >
          {plan.tier === "free" ? "Create your family" : "Start free, upgrade later"}
        </Link>
      )}
      {isOwner && !isCurrent && (
        <Link href="/billing" className={buttonClasses({ variant: "secondary" }, "mt-2")}>
          Go to billing
        </Link>
      )}
    </li>
  );
}
