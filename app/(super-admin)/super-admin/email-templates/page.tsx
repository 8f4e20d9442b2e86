import type { Metadata } from "next";
import { SuperAdminPage } from "@/components/super-admin/super-admin-page";
import { TemplatesScreen } from "@/components/super-admin/templates-screen";
import { getPageUser, requirePageSuperAdmin } from "@/lib/auth/page-actor";
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
