import type { Metadata } from "next";
import Link from "next/link";
import { PushSettings } from "@/components/notify/push/push-settings";
import { TestMailButton } from "@/components/operations/setup/test-mail-button";
import { SettingsForm } from "@/components/operations/super-admin/settings-form";
import { SuperAdminPage } from "@/components/shell/super-admin-page";
import { Card, CardHeader } from "@/components/ui/card";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { requirePageSuperAdmin } from "@/lib/core/auth/server/page-actor";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Admin Settings" };

export default async function SystemSettingsPage() {
  await requirePageSuperAdmin();
  const [user, settings] = await Promise.all([getPageUser(), getSystemSettings()]);
  return (
    <SuperAdminPage
      appName={env.APP_NAME}
      user={user}
      title="Admin Settings"
      lead="Limits, plans and sign-up for the whole installation. Changes apply immediately."
    >
      <SettingsForm settings={settings} />
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:items-start lg:gap-6">
        <Card aria-labelledby="try-mail">
          <CardHeader id="try-mail" title="Test email" action={<TestMailButton />} />
          <p className="text-ink-soft">
            Send a test email to your own inbox. Edit the emails' text under{" "}
            <Link href="/super-admin/email-templates" className="text-link">
              Email Templates
            </Link>
            .
          </p>
        </Card>
        <Card aria-label="Test push notifications">
          <PushSettings appName={env.APP_NAME} />
        </Card>
      </div>
    </SuperAdminPage>
  );
}
