import type { Metadata } from "next";
import { ActivityLogScreen } from "@/components/super-admin/activity-log-screen";
import { SuperAdminPage } from "@/components/super-admin/super-admin-page";
import { getPageUser, requirePageSuperAdmin } from "@/lib/auth/page-actor";
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
