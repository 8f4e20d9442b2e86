"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { pwaEvent } from "@/lib/service-worker/page-events";

const PwaParts = lazy(async () => ({ default: (await import("@/components/pwa/pwa-parts")).PwaParts }));

/** What the home screen's app needs now and then; fetched only then. */
export function PwaMount({ appName }: { appName: string }) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const look = () =>
      setIsWanted(Boolean(window.keepsakeUpdate) || /[?&](share-target|upload|album)=/.test(location.search));
    look();
    window.addEventListener(pwaEvent, look);
    return () => window.removeEventListener(pwaEvent, look);
  }, []);
  return isWanted ? (
    <Suspense>
      <PwaParts appName={appName} />
    </Suspense>
  ) : null;
}
