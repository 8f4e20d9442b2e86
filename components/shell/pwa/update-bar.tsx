import { useState } from "react";
import { Button } from "@/components/ui/button";
import { reloadPage } from "@/lib/account/accounts/client/full-navigation";
import { changeToNewVersion } from "@/lib/service-worker/registration";

/** Offers the waiting version. This page keeps running its own until someone accepts, or closes the page. */
export function UpdateBar({
  appName,
  registration,
}: {
  appName: string;
  registration: ServiceWorkerRegistration;
}) {
  const [isDismissed, setIsDismissed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  if (isDismissed) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+16px)] z-[25] mx-auto flex max-w-[560px] flex-wrap items-center gap-x-4 gap-y-2.5 rounded-3xl border border-line bg-card px-5 py-3.5 shadow-2"
    >
      <p className="min-w-0 flex-1 basis-56 font-semibold">A new version of {appName} is ready.</p>
      <div className="flex gap-2.5">
        <Button variant="ghost" size="small" onClick={() => setIsDismissed(true)}>
          Later
        </Button>
        <Button
          size="small"
          isBusy={isBusy}
          onClick={() => {
            setIsBusy(true);
            changeToNewVersion(registration, reloadPage);
          }}
        >
          Reload
        </Button>
      </div>
    </div>
  );
}
