import type { Metadata } from "next";
import { ActivityLogScreen } from "@/components/operations/super-admin/activity-log-screen";
import { SuperAdminPage } from "@/components/shell/super-admin-page";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageSuperAdmin } from "@/lib/core/auth/server/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Activity Log" };

export default async function ActivityLogPage() {
  await requirePageSuperAdmin();
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={await getPageUser()}
      title="Activity Log"
      lead="Who did what, when and from where. Entries can't be changed, and are deleted after 400 days."
    >
      <ActivityLogScreen />
    </SuperAdminPage>
  );
}
