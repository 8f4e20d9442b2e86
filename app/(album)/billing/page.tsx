import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { BillingNotes } from "@/components/shop/billing/billing-notes";
import { BillingOverview } from "@/components/shop/billing/billing-overview";
import { CheckoutNotice, NewFamilyNotice } from "@/components/shop/billing/checkout-notice";
import { InvoiceList } from "@/components/shop/billing/invoice-list";
import { RedeemCard } from "@/components/shop/vouchers/redeem-card";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { isMember, type MemberActor } from "@/lib/core/auth/server/actor";
import { requirePageActor, requirePageUser } from "@/lib/core/auth/server/page-actor";
import { readPageMoney } from "@/lib/http/page-money";
import { isUuid } from "@/lib/shared/uuid";
import { getBilling, getNewFamily, listInvoices } from "@/lib/shop/billing/server/billing-service";
import { getBillingOverview } from "@/lib/shop/billing/server/overview-service";
import { listPlans } from "@/lib/shop/billing/server/service";

/** Query parameters on return from the card payment provider. */
interface BillingQuery {
  checkout?: string | string[];
  family?: string | string[];
}

export const metadata: Metadata = { title: "Billing" };

export default async function BillingPage({ searchParams }: { searchParams: Promise<BillingQuery> }) {
  const { checkout, family } = await searchParams;
  const user = await requirePageUser();
  const newFamily =
    typeof family === "string" && isUuid(family) ? await getNewFamily(user.userId, family) : null;
  // Someone creating their first family has no other family whose plan could be shown.
  if (newFamily && !isMember(user)) {
    return (
      <>
        <PageHeader title="Your new family" />
        <NewFamilyNotice name={newFamily.name} familyId={newFamily.familyId} />
      </>
    );
  }
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
        The family's owner manages the plan.
      </EmptyState>
    );
  }
  const money = await readPageMoney();
  const [{ storage, places, ownerNames }, billing, plans] = await Promise.all([
    getBillingOverview(actor, money),
    getBilling(actor),
    listPlans(),
  ]);
  const isOwner = actor.role === "owner";
  const plan = plans.find(({ tier }) => tier === billing.tier);
  const isPaid = billing.subscription?.state === "active" && billing.subscription.tier === billing.tier;
  return (
    <>
      <PageHeader title="Billing" lead="Your plan and how much you're using." />
      {newFamily && <NewFamilyNotice name={newFamily.name} familyId={newFamily.familyId} />}
      {isOwner && (checkout === "done" || checkout === "cancelled") && (
        <CheckoutNotice outcome={checkout} planName={isPaid && plan ? plan.name : null} />
      )}
      {plan && (
        <>
          <BillingNotes
            plan={plan}
            over={billing.over}
            subscription={isOwner ? billing.subscription : null}
          />
          <BillingOverview
            plan={plan}
            plans={plans}
            billing={billing}
            storage={storage}
            accounts={places.accounts}
            ownerNames={ownerNames}
            isOwner={isOwner}
          />
        </>
      )}
      <div className="mt-5">
        <RedeemCard />
      </div>
      {isOwner && billing.subscription && (
        <Suspense fallback={<Skeleton className="mt-5 h-40" />}>
          <Invoices actor={actor} />
        </Suspense>
      )}
    </>
  );
}

/** Invoices come from the payment provider, which can be slow: the page doesn't wait for them. */
async function Invoices({ actor }: { actor: MemberActor }) {
  return <InvoiceList invoices={await listInvoices(actor)} />;
}
