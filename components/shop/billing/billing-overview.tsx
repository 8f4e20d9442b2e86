"use client";

import Link from "next/link";
import { PlanChooser } from "@/components/shop/billing/plan-chooser";
import { StorageLine } from "@/components/shop/billing/storage-line";
import { SubscriptionLines } from "@/components/shop/billing/subscription-lines";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { useMoney } from "@/components/ui/use-money";
import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";
import type { PlanDto } from "@/lib/core/plans/schema";
import { planPrice } from "@/lib/family/families/plan-text";
import { amountText } from "@/lib/shared/currency";
import { listed } from "@/lib/shared/listed";
import type { BillingDto } from "@/lib/shop/billing/schema";

export interface BillingOverviewProps {
  plan: PlanDto;
  /** All plans, smallest first. */
  plans: readonly PlanDto[];
  billing: Omit<BillingDto, "invoices">;
  storage: QuotaNotificationsDto;
  /** The number of people with an account. */
  accounts: number;
  ownerNames: readonly string[];
  isOwner: boolean;
}

/** The family's plan: what it includes, how much is used, and its alternatives. */
export function BillingOverview({
  plan,
  plans,
  billing,
  storage,
  accounts,
  ownerNames,
  isOwner,
}: BillingOverviewProps) {
  const money = useMoney();
  const { subscription, isConfigured } = billing;
  const isLive = subscription !== null && subscription.state !== "ended";
  const isPaid = isLive && subscription !== null && subscription.tier === plan.tier;
  const isGiven = !isPaid && (billing.givenTier === plan.tier || billing.voucher?.tier === plan.tier);
  const price = isPaid
    ? `${amountText(subscription.amount, subscription.currency, money.locale)} a ${subscription.interval}`
    : isGiven
      ? "Nothing to pay"
      : planPrice(plan, money.price);
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card aria-labelledby="current-plan">
        <CardHeader
          id="current-plan"
          title={plan.name}
          action={<strong className="font-display text-step-1">{price}</strong>}
        />
        <StorageLine storage={storage} isBesidePlans />
        <div className="mt-5">
          <p className="flex justify-between gap-4">
            <span className="font-semibold">People</span>
            <span className="text-ink-soft">
              {accounts} of {plan.members} places
            </span>
          </p>
          <Progress
            percent={(accounts / plan.members) * 100}
            label={`${accounts} of ${plan.members} places used`}
            className="mt-2"
          />
          <p className="mt-2 text-step--1 text-ink-soft">Only people with an account count.</p>
        </div>
        <SubscriptionLines billing={billing} isOwner={isOwner} />
      </Card>
      <Card aria-labelledby="other-plans">
        <CardHeader id="other-plans" title={isConfigured && isOwner ? "Change plan" : "Other plans"} />
        <PlanChooser
          plans={plans}
          current={plan.tier}
          paidInterval={isLive && subscription ? subscription.interval : null}
          canBuy={isConfigured && isOwner}
        />
        {!(isConfigured && isOwner) && (
          <p className="mt-4 rounded-2xl bg-honey-soft px-4 py-3">
            {isConfigured ? (
              <>Only the family's owner can change the plan. Ask {listed(ownerNames)}.</>
            ) : isOwner ? (
              "Online payment isn't set up on this server, so you can't change your plan here. The person who runs this server can change it for you."
            ) : (
              `If your family needs another plan, ask ${listed(ownerNames)}.`
            )}
          </p>
        )}
        <Link href="/pricing" className={buttonClasses({ variant: "secondary" }, "mt-4")}>
          Compare the plans
        </Link>
      </Card>
    </div>
  );
}
