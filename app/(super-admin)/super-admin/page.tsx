import type { Metadata } from "next";
import { dashboardTabOf } from "@/components/operations/super-admin/dashboard-tab";
import { DashboardTabs } from "@/components/operations/super-admin/dashboard-tabs";
import { OverviewFigures } from "@/components/operations/super-admin/overview-figures";
import { SuperAdminPage } from "@/components/shell/super-admin-page";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageSuperAdmin } from "@/lib/core/auth/server/page-actor";
import { env } from "@/lib/env";
import { readPageMoney } from "@/lib/http/page-money";
import { getOverview } from "@/lib/operations/super-admin/server/overview-service";

export const metadata: Metadata = { title: "Super Admin Dashboard" };

interface Props {
  searchParams: Promise<{ tab?: string | string[] }>;
}

export default async function SuperAdminDashboardPage({ searchParams }: Props) {
  const actor = await requirePageSuperAdmin();
  const [user, overview, money, { tab }] = await Promise.all([
    getPageUser(),
    getOverview(),
    readPageMoney(),
    searchParams,
  ]);
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={user}
      title="Super Admin Dashboard"
      lead={
        <>
          You are signed in as <strong>{actor.username}</strong>. You manage this {env.APP_NAME} server and
          belong to no family, so you don't see any family's photos.
        </>
      }
    >
      <DashboardTabs
        first={dashboardTabOf(tab)}
        overview={<OverviewFigures overview={overview} money={money} />}
      />
    </SuperAdminPage>
  );
}
