"use client";

import { useUserSettings } from "@/components/account/settings/use-user-settings";
import { SettingSwitch } from "@/components/ui/setting-switch";

/** Whether this person's lists show a stack as one photo. */
export function StackSettings() {
  const { settings, change } = useUserSettings();
  if (!settings) return null;
  return (
    <div className="mt-8 max-w-xl">
      <SettingSwitch
        label="Stack photos"
        hint="Show bursts, edited copies and duplicates as one photo"
        checked={settings.showsStacks}
        onChange={(showsStacks) => change({ showsStacks })}
      />
    </div>
  );
}
