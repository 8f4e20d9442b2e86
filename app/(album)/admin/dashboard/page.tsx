import type { Metadata } from "next";
import { DashboardView } from "@/components/operations/dashboard/dashboard-view";
import { AdminsOnly } from "@/components/session/admins-only";
import { PageHeader } from "@/components/ui/page-header";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { getPageSettings } from "@/lib/core/settings/server/page-settings";
import { requireFamilyOf } from "@/lib/family/families/server/service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { getDashboard } from "@/lib/operations/dashboard/server/service";
import { contentReportsKey } from "@/lib/operations/reports/client/queries";
import { listContentReports } from "@/lib/operations/reports/server/decision-service";

export const metadata: Metadata = { title: "Dashboard" };

export default async function AdminDashboardPage() {
  const actor = await requirePageActor();
  if (!actor.isAdmin) return <AdminsOnly />;
  const [family, figures, reports] = await Promise.all([
    requireFamilyOf(actor, actor.familyId),
    getDashboard(actor),
    listContentReports(actor),
  ]);
  return (
    <HydrationBoundary state={hydratedQueries([[contentReportsKey, reports]])}>
      <PageHeader title="Dashboard" lead={`${family.name} at a glance.`} />
      <DashboardView figures={figures} locale={(await getPageSettings()).locale} />
    </HydrationBoundary>
  );
}
