"use client";

import { BellOff, Smartphone } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { DownloadApp } from "@/components/account/accounts/download-app";
import { BrowserPushSettings } from "@/components/notify/push/browser-push-settings";
import { Skeleton } from "@/components/ui/skeleton";
import { type PushSupport, pushSupport } from "@/lib/notify/push/client/push-subscription";

const neverChanges = () => () => {};

function Note({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 rounded-2xl bg-sunk p-4">
      <span className="mt-0.5 flex-none text-ink-soft">{icon}</span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** Push notifications in this browser (specification 4.9): the switch, the current state, a test, and help. */
export function PushSettings({ appName }: { appName: string }) {
  // The server can't know what the browser can do.
  const support = useSyncExternalStore<PushSupport | null>(neverChanges, pushSupport, () => null);
  return (
    <section aria-labelledby="push-settings">
      <h2 id="push-settings" className="mb-2 text-step-1">
        On this device
      </h2>
      {support === null && <Skeleton className="h-40" />}
      {support === "yes" && <BrowserPushSettings appName={appName} />}
      {support === "homeScreen" && (
        <Note
          icon={<Smartphone aria-hidden="true" className="size-6" />}
          title="First put the album on your home screen"
        >
          <p className="text-ink-soft">
            An iPhone or iPad shows notifications only for apps on its home screen. Add {appName} there, open
            it from there, and come back to this page.
          </p>
          <div className="mt-2 -ml-3">
            <DownloadApp appName={appName} />
          </div>
        </Note>
      )}
      {support === "no" && (
        <Note icon={<BellOff aria-hidden="true" className="size-6" />} title="Notifications not supported">
          <p className="text-ink-soft">
            This browser can't show notifications. What you choose below applies to your other devices, and
            everything also appears under Notifications in the album.
          </p>
        </Note>
      )}
    </section>
  );
}
