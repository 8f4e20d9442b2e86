import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { PageHeader } from "@/components/media/page-header";
import { GrownUpsOnly } from "@/components/prints/grown-ups-only";
import { PrintOrdersView } from "@/components/prints/print-orders-view";
import { PrintSuggestions } from "@/components/prints/print-suggestions";
import { PrintsOff, PrintsOffNote } from "@/components/prints/prints-off";
import { buttonClasses } from "@/components/ui/button";
import { requirePageActor } from "@/lib/auth/page-actor";
import { readOffers } from "@/lib/core/system-settings/offers-service";
import { listPrintOrders } from "@/lib/features/prints/orders-service";
import { suggestPrints } from "@/lib/features/prints/picks-service";
import { printOrdersKey, printSuggestionsKey } from "@/lib/features/prints/queries";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Print orders" };

export default async function PrintOrdersPage() {
  const actor = await requirePageActor();
  if (actor.isChild) {
    return <GrownUpsOnly>Ask one of them for a print: they can order it for the family.</GrownUpsOnly>;
  }
  const { prints: isOffered } = await readOffers();
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
