"use client";

import { useAuth } from "@/components/accounts/session-auth-provider";
import { PushSettings } from "@/components/push/push-settings";
import { NotificationKinds } from "@/components/settings/notification-kinds";
import { SettingSwitch } from "@/components/settings/setting-switch";
import { useUserSettings } from "@/components/settings/use-user-settings";

/** What somebody is told about, where, and the weekly e-mail. */
export function NotificationSettings({ appName }: { appName: string }) {
  const { user } = useAuth();
  const { settings, change } = useUserSettings();
  return (
    <div className="grid max-w-xl gap-8">
      <PushSettings appName={appName} />
      <NotificationKinds />
      {settings && user?.email && (
        <section aria-labelledby="weekly-mail">
          <h2 id="weekly-mail" className="text-step-1">
            By email
          </h2>
          <SettingSwitch
            label="A weekly email"
            hint="What was new in the album, every Sunday: who added photos, notices, birthdays. It shows no photos."
            checked={settings.digest}
            onChange={(digest) => change({ digest })}
          />
          {!user.isChild && (
            <SettingSwitch
              label={`News from ${appName}`}
              hint="Now and then, what's new in the app itself. Every email has an unsubscribe link."
              checked={settings.news}
              onChange={(news) => change({ news })}
            />
          )}
        </section>
      )}
    </div>
  );
}
