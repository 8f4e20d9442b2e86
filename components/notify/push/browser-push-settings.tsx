import { Send } from "lucide-react";
import { useBrowserPush } from "@/components/notify/push/use-browser-push";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { Skeleton } from "@/components/ui/skeleton";
import { type DevicePlatform, devicePlatform } from "@/lib/shared/device-platform";

/** Specification 4.9. */
const permissionTexts: Record<NotificationPermission, string> = {
  default: "Not set",
  granted: "Allowed",
  denied: "Blocked",
};
const permissionTones = { default: "quiet", granted: "leaf", denied: "accent" } as const;

const unblocking: Record<DevicePlatform, (appName: string) => string> = {
  ios: (appName) =>
    `Open your device's Settings, then Notifications, choose ${appName}, and allow notifications. Then come back here.`,
  android: () =>
    "Tap the icon left of the address at the top, then Permissions, and allow Notifications. In the installed app: hold its icon, tap App info, then Notifications. Then come back here.",
  other: () =>
    "Click the icon left of the address at the top of the window, allow Notifications for this site, and come back here.",
};

function BlockedNote({ appName }: { appName: string }) {
  const platform = devicePlatform(navigator.userAgent, navigator.maxTouchPoints);
  return (
    <p className="mt-3 rounded-2xl bg-honey-soft px-4 py-3">
      <span className="block font-semibold">Notifications are blocked in this browser</span>
      {unblocking[platform](appName)}
    </p>
  );
}

/** For a browser that can show notifications. */
export function BrowserPushSettings({ appName }: { appName: string }) {
  const { push, isFailed, retry, isChanging, isOn, change, isTesting, test } = useBrowserPush(appName);
  if (isFailed) {
    return (
      <div role="alert" className="rounded-2xl bg-sunk p-4">
        <p>We couldn't check notifications on this device. Nothing was changed.</p>
        <Button variant="secondary" size="small" className="mt-3" onClick={() => void retry()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (!push) return <Skeleton className="h-40" />;
  const { permission, isSubscribed, devices } = push;
  return (
    <div>
      <SettingSwitch
        label="Push notifications"
        hint="Get notifications on this device, even when the album is closed."
        checked={isOn}
        onChange={(wanted) => !isChanging && change(wanted)}
      />
      <dl className="mt-1 flex flex-wrap gap-x-8 gap-y-2">
        <div className="flex items-center gap-2.5">
          <dt className="text-ink-soft">Permission</dt>
          <dd>
            <Badge tone={permissionTones[permission]}>{permissionTexts[permission]}</Badge>
          </dd>
        </div>
        <div className="flex items-center gap-2.5">
          <dt className="text-ink-soft">Subscription</dt>
          <dd>
            <Badge tone={isSubscribed ? "leaf" : "quiet"}>{isSubscribed ? "Active" : "Inactive"}</Badge>
          </dd>
        </div>
      </dl>
      {permission === "denied" && <BlockedNote appName={appName} />}
      {isOn && isSubscribed && (
        <Button variant="secondary" className="mt-4" isBusy={isTesting} onClick={() => test()}>
          <Send aria-hidden="true" />
          Send a test notification
        </Button>
      )}
      {devices > 0 && (
        <p className="mt-3 text-step--1 text-ink-soft">
          {devices} of your devices {devices === 1 ? "gets" : "get"} notifications.
        </p>
      )}
    </div>
  );
}
