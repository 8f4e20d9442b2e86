import type { Metadata } from "next";
import Link from "next/link";
import { MaintenanceView } from "@/components/operations/maintenance/maintenance-view";
import { NightlyCheckCard } from "@/components/operations/maintenance/nightly-check-card";
import { AdminsOnly } from "@/components/session/admins-only";
import { buttonClasses } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { isOperator } from "@/lib/account/first-run/server/first-run-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { latestFamilyIntegrity } from "@/lib/operations/integrity/server/service";
import { maintenanceKey } from "@/lib/operations/maintenance/client/queries";
import { listMaintenanceJobs } from "@/lib/operations/maintenance/server/service";

export const metadata: Metadata = { title: "Maintenance" };

export default async function AdminMaintenancePage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const [jobs, check, runsServer] = await Promise.all([
    listMaintenanceJobs(actor),
    latestFamilyIntegrity(actor),
    isOperator(actor),
  ]);
  return (
    <HydrationBoundary state={hydratedQueries([[maintenanceKey, jobs]])}>
      <PageHeader
        title="Maintenance"
        lead="Tasks for the whole album. They continue if you leave this page."
        action={
          runsServer && (
            <Link href="/setup" className={buttonClasses({ variant: "secondary" })}>
              How this album is set up
            </Link>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <MaintenanceView />
        <NightlyCheckCard check={check} />
      </div>
    </HydrationBoundary>
  );
}
