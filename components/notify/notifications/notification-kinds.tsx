"use client";

import { useUserSettings } from "@/components/account/settings/use-user-settings";
import { Button } from "@/components/ui/button";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { Skeleton } from "@/components/ui/skeleton";
import { mutableKinds, notificationKinds } from "@/lib/shared/notification-kinds";

/** Each kind of notification, on or off; saved immediately. */
export function NotificationKinds() {
  const { settings, isFailed, refetch, change } = useUserSettings();
  if (isFailed) {
    return (
      <div role="alert" className="rounded-2xl bg-sunk p-4">
        <p>Your choices could not be loaded. Nothing was changed.</p>
        <Button variant="secondary" size="small" className="mt-3" onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  return (
    <fieldset>
      <legend className="mb-1 font-display text-step-1 font-[560]">What would you like to hear about?</legend>
      <ul className="divide-y divide-line">
        {mutableKinds.map((kind) => (
          <li key={kind}>
            {settings ? (
              <SettingSwitch
                {...notificationKinds[kind].setting}
                checked={settings.notifications[kind]}
                onChange={(isOn) => change({ notifications: { [kind]: isOn } })}
              />
            ) : (
              <Skeleton className="my-3 h-12" />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
