import type { Metadata } from "next";
import { AdminsOnly } from "@/components/session/admins-only";
import { PrintDiagnosticsView } from "@/components/shop/prints/print-diagnostics-view";
import { PrintsOff, PrintsOffNote } from "@/components/shop/prints/prints-off";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { printDiagnosticsKey } from "@/lib/shop/prints/client/order-queries";
import { getPrintDiagnostics } from "@/lib/shop/prints/server/diagnostics-service";
import { getPrintsPageState } from "@/lib/shop/prints/server/prints-page-service";

export const metadata: Metadata = { title: "Print diagnostics" };

export default async function PrintDiagnosticsPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const state = await getPrintsPageState(actor);
  if (state === "off") return <PrintsOff />;
  return (
    <HydrationBoundary state={hydratedQueries([[printDiagnosticsKey, await getPrintDiagnostics(actor)]])}>
      <PageHeader title="Print diagnostics" lead="Where prints are made, and whether everything works." />
      {state === "ordersFromBefore" && <PrintsOffNote />}
      <PrintDiagnosticsView />
    </HydrationBoundary>
  );
}
