import type { Metadata } from "next";
import { SettingsForm } from "@/components/super-admin/settings-form";
import { SuperAdminPage } from "@/components/super-admin/super-admin-page";
import { getPageUser, requirePageSuperAdmin } from "@/lib/auth/page-actor";
import { env } from "@/lib/env";
import { readSystemSettings } from "@/lib/features/system-settings/service";

export const metadata: Metadata = { title: "Admin Settings" };

export default async function SystemSettingsPage() {
  await requirePageSuperAdmin();
  const [user, settings] = await Promise.all([getPageUser(), readSystemSettings()]);
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={user}
      title="Admin Settings"
      lead="Limits, plans and doors of the whole house. They hold at once."
    >
      <SettingsForm settings={settings} />
    </SuperAdminPage>
  );
}
