import type { Metadata } from "next";
import { AdminsOnly } from "@/components/families/admins-only";
import { PageHeader } from "@/components/media/page-header";
import { PrintsOff, PrintsOffNote } from "@/components/prints/prints-off";
import { ProviderTestView } from "@/components/prints/provider-test-view";
import { requirePageActor } from "@/lib/auth/page-actor";
import { listProviders } from "@/lib/features/prints/diagnostics-service";
import { readPrintsPageState } from "@/lib/features/prints/prints-page-service";

export const metadata: Metadata = { title: "Print provider test" };

export default async function PrintProviderTestPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const state = await readPrintsPageState(actor);
  if (state === "off") return <PrintsOff />;
  return (
    <>
      <PageHeader title="Print provider test" lead="A dry run with each lab. Nothing is ordered." />
      {state === "ordersFromBefore" && <PrintsOffNote />}
      <ProviderTestView providers={listProviders()} />
    </>
  );
}
