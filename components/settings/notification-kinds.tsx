"use client";

import { SettingSwitch } from "@/components/settings/setting-switch";
import { useUserSettings } from "@/components/settings/use-user-settings";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { NotificationKind } from "@/lib/features/settings/schema";

const kinds: readonly { kind: NotificationKind; label: string; hint: string }[] = [
  { kind: "tagged", label: "You're in a photo", hint: "Someone tagged you in a photo or video." },
  {
    kind: "comment",
    label: "Comments",
    hint: "Someone commented on your photo, or where you commented before.",
  },
  {
    kind: "newPictures",
    label: "New photos",
    hint: "One message for everything someone uploads at a time.",
  },
  { kind: "notice", label: "Notices", hint: "Something new on the family's notice board." },
  {
    kind: "printOrder",
    label: "Print orders",
    hint: "Your prints are on their way, or something needs you.",
  },
  {
    kind: "adminMessage",
    label: "Messages from your family's admins",
    hint: "What they want everyone to know.",
  },
];

/** Each kind of notification, on or off; saved at once. */
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
        {kinds.map(({ kind, label, hint }) => (
          <li key={kind}>
            {settings ? (
              <SettingSwitch
                label={label}
                hint={hint}
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
