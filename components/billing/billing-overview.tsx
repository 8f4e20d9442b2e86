import Link from "next/link";
import { StorageLine } from "@/components/billing/storage-line";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import type { PlanDto } from "@/lib/features/billing/schema";
import { planContents, planPrice } from "@/lib/features/families/plan-words";
import type { QuotaNotificationsDto } from "@/lib/features/quota/schema";
import { namesInWords } from "@/lib/shared/next-birthday";

export interface BillingOverviewProps {
  plan: PlanDto;
  others: readonly PlanDto[];
  storage: QuotaNotificationsDto;
  /** People with an account, and how many the plan has room for. */
  accounts: number;
  ownerNames: readonly string[];
  isOwner: boolean;
}

/** The family's plan: what it holds, what is taken of it, and what there is beside. */
export function BillingOverview({
  plan,
  others,
  storage,
  accounts,
  ownerNames,
  isOwner,
}: BillingOverviewProps) {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card aria-labelledby="current-plan">
        <CardHeader
          id="current-plan"
          title={plan.name}
          action={<strong className="font-display text-step-1">{planPrice(plan)}</strong>}
        />
        <StorageLine storage={storage} />
        <div className="mt-5">
          <p className="flex justify-between gap-4">
            <span className="font-semibold">People</span>
            <span className="text-ink-soft">
              {accounts} of {plan.members} places
            </span>
          </p>
          <Progress
            percent={(accounts / plan.members) * 100}
            label={`${accounts} of ${plan.members} places taken`}
            className="mt-2"
          />
          <p className="mt-2 text-step--1 text-ink-soft">
            Everybody with an account takes a place. Babies and others without one don't.
          </p>
        </div>
      </Card>
      <Card aria-labelledby="other-plans">
        <CardHeader id="other-plans" title="Other plans" />
        <ul className="grid gap-3">
          {others.map((other) => (
            <li key={other.tier} className="rounded-2xl border border-line px-4 py-3">
              <p className="flex flex-wrap justify-between gap-x-4">
                <strong>{other.name}</strong>
                <span className="font-semibold">{planPrice(other)}</span>
              </p>
              <p className="mt-0.5 text-step--1 text-ink-soft">{planContents(other)}</p>
            </li>
          ))}
        </ul>
        <p className="mt-4 rounded-2xl bg-honey-soft px-4 py-3">
          Paying online is not set up on this server, so a plan can't be changed here.{" "}
          {isOwner
            ? "Ask whoever runs this server: they can change your family's plan."
            : `If your family needs another plan, tell ${namesInWords(ownerNames)}, who can ask whoever runs this server.`}
        </p>
        <Link href="/pricing" className={buttonClasses({ variant: "secondary" }, "mt-4")}>
          Compare the plans
        </Link>
      </Card>
    </div>
  );
}
