import type { Metadata } from "next";
import { AdminsOnly } from "@/components/session/admins-only";
import { PrintsOff, PrintsOffNote } from "@/components/shop/prints/prints-off";
import { ProviderTestView } from "@/components/shop/prints/provider-test-view";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { listProviders } from "@/lib/shop/prints/server/diagnostics-service";
import { getPrintsPageState } from "@/lib/shop/prints/server/prints-page-service";

export const metadata: Metadata = { title: "Print provider test" };

export default async function PrintProviderTestPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const state = await getPrintsPageState(actor);
  if (state === "off") return <PrintsOff />;
  return (
    <>
      <PageHeader title="Print provider test" lead="A dry run with each lab. Nothing is ordered." />
      {state === "ordersFromBefore" && <PrintsOffNote />}
      <ProviderTestView providers={listProviders()} />
    </>
  );
}
