import type { Metadata } from "next";
import Link from "next/link";
import { BillingNotes } from "@/components/shop/billing/billing-notes";
import { StorageLine } from "@/components/shop/billing/storage-line";
import { GrownUpsOnly } from "@/components/shop/prints/grown-ups-only";
import { PrintsCard } from "@/components/shop/prints/prints-card";
import { buttonClasses } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { getQuotaNotifications } from "@/lib/album/quota/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { getOffers } from "@/lib/core/system-settings/server/offers-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { readPageMoney } from "@/lib/http/page-money";
import { getBilling } from "@/lib/shop/billing/server/billing-service";
import { listPlans } from "@/lib/shop/billing/server/service";
import { quotaKey } from "@/lib/shop/prints/client/queries";
import { getQuota } from "@/lib/shop/prints/server/quota-service";

export const metadata: Metadata = { title: "Prints and storage" };

export default async function QuotaPage() {
  const actor = await requirePageActor();
  if (actor.isChild) {
    return <GrownUpsOnly>They look after the family's prints and storage.</GrownUpsOnly>;
  }
  const { prints: isOffered } = await getOffers();
  const [quota, storage, billing, plans] = await Promise.all([
    isOffered ? getQuota(actor) : null,
    getQuotaNotifications(actor, await readPageMoney()),
    getBilling(actor),
    listPlans(),
  ]);
  const plan = plans.find(({ tier }) => tier === billing.tier);
  return (
    <HydrationBoundary state={hydratedQueries([[quotaKey, quota]])}>
      <PageHeader
        title={isOffered ? "Prints and storage" : "Storage"}
        lead="What your plan includes, and what's left of it."
      />
      {plan && <BillingNotes plan={plan} over={billing.over} />}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
        {isOffered && <PrintsCard />}
        <Card aria-labelledby="storage">
          <CardHeader id="storage" title="The family's storage" />
          <StorageLine storage={storage} />
          <Link href="/billing" className={buttonClasses({ variant: "secondary" }, "mt-4")}>
            See your plan
          </Link>
        </Card>
      </div>
    </HydrationBoundary>
  );
}
