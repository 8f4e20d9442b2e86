import type { Metadata } from "next";
import { UploadsPerWeek } from "@/components/operations/super-admin/overview-figures";
import { ReportsScreen } from "@/components/operations/super-admin/reports-screen";
import { SuperAdminPage } from "@/components/shell/super-admin-page";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageSuperAdmin } from "@/lib/core/auth/server/page-actor";
import { getPageSettings } from "@/lib/core/settings/server/page-settings";
import { env } from "@/lib/env";
import { getOverview } from "@/lib/operations/super-admin/server/overview-service";

export const metadata: Metadata = { title: "Reports" };

export default async function ReportsPage() {
  await requirePageSuperAdmin();
  const [user, { locale }, { weeks }] = await Promise.all([getPageUser(), getPageSettings(), getOverview()]);
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={user}
      title="Reports"
      lead="Problems and reported photos. A reported photo is hidden until its family's own admins decide; you never see it."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-6">
        <ReportsScreen />
        <UploadsPerWeek weeks={weeks} locale={locale} />
      </div>
    </SuperAdminPage>
  );
}
