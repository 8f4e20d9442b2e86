import type { Metadata } from "next";
import Link from "next/link";
import { BillingOverview } from "@/components/billing/billing-overview";
import { PageHeader } from "@/components/media/page-header";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { requirePageActor } from "@/lib/auth/page-actor";
import { getBillingOverview } from "@/lib/features/billing/overview-service";
import { listPlans } from "@/lib/features/billing/service";

export const metadata: Metadata = { title: "Billing" };

export default async function BillingPage() {
  const actor = await requirePageActor();
  if (actor.isChild) {
    return (
      <EmptyState
        level={1}
        title="This page is for the grown-ups"
        action={
          <Link href="/" className={buttonClasses()}>
            Back to the album
          </Link>
        }
      >
        The family's plan is looked after by its owner.
      </EmptyState>
    );
  }
  const { storage, places, ownerNames } = await getBillingOverview(actor);
  const plans = listPlans();
  return (
    <>
      <PageHeader title="Billing" lead="Your family's plan, and how much of it is taken." />
      {plans
        .filter(({ tier }) => tier === actor.tier)
        .map((plan) => (
          <BillingOverview
            key={plan.tier}
            plan={plan}
            others={plans.filter(({ tier }) => tier !== plan.tier)}
            storage={storage}
            accounts={places.accounts}
            ownerNames={ownerNames}
            isOwner={actor.role === "owner"}
          />
        ))}
    </>
  );
}
