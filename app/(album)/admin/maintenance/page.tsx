import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AdminsOnly } from "@/components/families/admins-only";
import { MaintenanceView } from "@/components/maintenance/maintenance-view";
import { NightlyCheckCard } from "@/components/maintenance/nightly-check-card";
import { PageHeader } from "@/components/media/page-header";
import { requirePageActor } from "@/lib/auth/page-actor";
import { latestFamilyIntegrity } from "@/lib/features/integrity/service";
import { maintenanceKey } from "@/lib/features/maintenance/queries";
import { listMaintenanceJobs } from "@/lib/features/maintenance/service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Maintenance" };

export default async function AdminMaintenancePage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const [jobs, check] = await Promise.all([listMaintenanceJobs(actor), latestFamilyIntegrity(actor)]);
  return (
    <HydrationBoundary state={hydratedQueries([[maintenanceKey, jobs]])}>
      <PageHeader
        title="Maintenance"
        lead="Tasks for the whole album. They continue if you leave this page."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <MaintenanceView />
        <NightlyCheckCard check={check} />
      </div>
    </HydrationBoundary>
  );
}
