"use client";

import { useUserSettings } from "@/components/account/settings/use-user-settings";
import { LetterSettings } from "@/components/notify/notifications/letter-settings";
import { NotificationKinds } from "@/components/notify/notifications/notification-kinds";
import { PushSettings } from "@/components/notify/push/push-settings";
import { useAuth } from "@/components/session/session-auth-provider";
import { SettingSwitch } from "@/components/ui/setting-switch";

/** What someone is notified about, where, and the weekly email. */
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
      {user && <LetterSettings />}
    </div>
  );
}
