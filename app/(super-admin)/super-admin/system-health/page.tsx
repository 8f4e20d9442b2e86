import type { Metadata } from "next";
import { HealthScreen } from "@/components/operations/super-admin/health-screen";
import { OutboxCard } from "@/components/operations/super-admin/outbox-card";
import { SuperAdminPage } from "@/components/shell/super-admin-page";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageSuperAdmin } from "@/lib/core/auth/server/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "System Health" };

export default async function SystemHealthPage() {
  await requirePageSuperAdmin();
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={await getPageUser()}
      title="System Health"
      lead="The server's current state."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-6">
        <HealthScreen />
        <OutboxCard />
      </div>
    </SuperAdminPage>
  );
}
