import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { DashboardView } from "@/components/dashboard/dashboard-view";
import { AdminsOnly } from "@/components/families/admins-only";
import { PageHeader } from "@/components/media/page-header";
import { getPageSettings, requirePageActor } from "@/lib/auth/page-actor";
import { getDashboard } from "@/lib/features/dashboard/service";
import { requireFamilyOf } from "@/lib/features/families/service";
import { listContentReports } from "@/lib/features/reports/decision-service";
import { contentReportsKey } from "@/lib/features/reports/queries";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

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
