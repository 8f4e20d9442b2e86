"use client";

import { useEffect, useState } from "react";
import { fetchedPart } from "@/components/ui/fetched-part";
import { pwaEvent } from "@/lib/service-worker/page-events";

const PwaParts = fetchedPart(async () => (await import("@/components/shell/pwa/pwa-parts")).PwaParts, {
  isQuiet: true,
});

/** Parts the installed app needs occasionally; fetched only then. */
export function PwaMount({ appName }: { appName: string }) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    const look = () =>
      setIsWanted(Boolean(window.keepsakeUpdate) || /[?&](share-target|upload|album)=/.test(location.search));
    look();
    window.addEventListener(pwaEvent, look);
    return () => window.removeEventListener(pwaEvent, look);
  }, []);
  return isWanted ? <PwaParts appName={appName} /> : null;
}
