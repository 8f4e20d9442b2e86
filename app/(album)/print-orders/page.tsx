import type { Metadata } from "next";
import Link from "next/link";
import { GrownUpsOnly } from "@/components/shop/prints/grown-ups-only";
import { PrintOrdersView } from "@/components/shop/prints/print-orders-view";
import { PrintSuggestions } from "@/components/shop/prints/print-suggestions";
import { PrintsOff, PrintsOffNote } from "@/components/shop/prints/prints-off";
import { buttonClasses } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { getOffers } from "@/lib/core/system-settings/server/offers-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { printOrdersKey, printSuggestionsKey } from "@/lib/shop/prints/client/queries";
import { listPrintOrders } from "@/lib/shop/prints/server/orders-service";
import { suggestPrints } from "@/lib/shop/prints/server/picks-service";

export const metadata: Metadata = { title: "Print orders" };

export default async function PrintOrdersPage() {
  const actor = await requirePageActor();
  if (actor.isChild) {
    return <GrownUpsOnly>Ask one of them for a print: they can order it for the family.</GrownUpsOnly>;
  }
  const { prints: isOffered } = await getOffers();
  const [orders, suggestions] = await Promise.all([
    listPrintOrders(actor),
    isOffered ? suggestPrints(actor) : null,
  ]);
  if (!isOffered && orders.length === 0) return <PrintsOff />;
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [printOrdersKey, orders],
        [printSuggestionsKey, suggestions],
      ])}
    >
      <PageHeader
        title="Print orders"
        lead="The prints you've ordered, and their status."
        action={
          isOffered && (
            <Link href="/quota" className={buttonClasses({ variant: "secondary" })}>
              Your free prints
            </Link>
          )
        }
      />
      {isOffered ? <PrintSuggestions className="mb-5" /> : <PrintsOffNote />}
      <PrintOrdersView />
    </HydrationBoundary>
  );
}
