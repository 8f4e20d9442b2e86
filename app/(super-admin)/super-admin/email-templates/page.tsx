import type { Metadata } from "next";
import { TemplatesScreen } from "@/components/operations/super-admin/templates-screen";
import { SuperAdminPage } from "@/components/shell/super-admin-page";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageSuperAdmin } from "@/lib/core/auth/server/page-actor";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Email Templates" };

export default async function EmailTemplatesPage() {
  await requirePageSuperAdmin();
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={await getPageUser()}
      title="Email Templates"
      lead={`Edit the emails ${env.APP_NAME} sends. Changes apply to the next one.`}
    >
      <TemplatesScreen />
    </SuperAdminPage>
  );
}
