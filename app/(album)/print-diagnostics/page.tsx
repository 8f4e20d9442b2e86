import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AdminsOnly } from "@/components/families/admins-only";
import { PageHeader } from "@/components/media/page-header";
import { PrintDiagnosticsView } from "@/components/prints/print-diagnostics-view";
import { PrintsOff, PrintsOffNote } from "@/components/prints/prints-off";
import { requirePageActor } from "@/lib/auth/page-actor";
import { getPrintDiagnostics } from "@/lib/features/prints/diagnostics-service";
import { printDiagnosticsKey } from "@/lib/features/prints/order-queries";
import { readPrintsPageState } from "@/lib/features/prints/prints-page-service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Print diagnostics" };

export default async function PrintDiagnosticsPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const state = await readPrintsPageState(actor);
  if (state === "off") return <PrintsOff />;
  return (
    <HydrationBoundary state={hydratedQueries([[printDiagnosticsKey, await getPrintDiagnostics(actor)]])}>
      <PageHeader title="Print diagnostics" lead="Where prints are made, and how that has been going." />
      {state === "ordersFromBefore" && <PrintsOffNote />}
      <PrintDiagnosticsView />
    </HydrationBoundary>
  );
}
