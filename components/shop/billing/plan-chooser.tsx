"use client";

import { useState } from "react";
import { IntervalChoice } from "@/components/shop/billing/interval-choice";
import { useProviderPage } from "@/components/shop/billing/use-provider-page";
import { Button } from "@/components/ui/button";
import { useMoney } from "@/components/ui/use-money";
import type { PlanDto } from "@/lib/core/plans/schema";
import { planContents, priceFor } from "@/lib/family/families/plan-text";
import { type BillingInterval, startCheckout } from "@/lib/shop/billing/client/queries";

export interface PlanChooserProps {
  /** Smallest first. */
  plans: readonly PlanDto[];
  current: PlanDto["tier"];
  /** How the family pays now; null if not by card. */
  paidInterval: BillingInterval | null;
  /** Whether this person can buy or change a plan here. */
  canBuy: boolean;
}

/** The plans, each with its benefits and price, and a button to get it. */
export function PlanChooser({ plans, current, paidInterval, canBuy }: PlanChooserProps) {
  const [interval, setInterval] = useState<BillingInterval>(paidInterval ?? "month");
  const { price } = useMoney();
  const { busy, goTo } = useProviderPage();
  const rank = (tier: PlanDto["tier"]) => plans.findIndex((plan) => plan.tier === tier);
  const offered = plans.filter(({ tier }) => tier !== current || (canBuy && tier !== "free" && paidInterval));

  /** null for no button. */
  function label(tier: PlanDto["tier"]): string | null {
    if (!canBuy || tier === "free") return null;
    if (tier === current) return interval === paidInterval ? null : `Pay by the ${interval}`;
    return rank(tier) > rank(current) ? "Upgrade" : "Change to this plan";
  }

  return (
    <>
      {canBuy && (
        <div className="mb-4">
          <IntervalChoice interval={interval} onChange={setInterval} />
        </div>
      )}
      <ul className="grid gap-3">
        {offered.map((plan) => {
          const action = label(plan.tier);
          if (plan.tier === current && !action) return null;
          const { tier } = plan;
          return (
            <li
              key={tier}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-2xl border border-line px-4 py-3"
            >
              <div className="min-w-0 flex-1 basis-56">
                <p className="flex flex-wrap justify-between gap-x-4">
                  <strong>{plan.name}</strong>
                  <span className="font-semibold">{priceFor(plan, interval, price)}</span>
                </p>
                <p className="mt-0.5 text-step--1 text-ink-soft">{planContents(plan)}</p>
              </div>
              {action && tier !== "free" && (
                <Button
                  variant={rank(tier) > rank(current) ? "primary" : "secondary"}
                  isBusy={busy === tier}
                  aria-label={`${action}: ${plan.name}`}
                  onClick={() => void goTo(tier, () => startCheckout(tier, interval))}
                >
                  {action}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}
