import type { Metadata } from "next";
import { AdminsOnly } from "@/components/families/admins-only";
import { PageHeader } from "@/components/media/page-header";
import { ProviderTestView } from "@/components/prints/provider-test-view";
import { requirePageActor } from "@/lib/auth/page-actor";
import { listProviders } from "@/lib/features/prints/diagnostics-service";

export const metadata: Metadata = { title: "Print provider test" };

export default async function PrintProviderTestPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  return (
    <>
      <PageHeader title="Print provider test" lead="A dry run with each lab. Nothing is ordered." />
      <ProviderTestView providers={listProviders()} />
    </>
  );
}
