import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useAuth } from "@/components/session/session-auth-provider";
import { takeArrival } from "@/components/shell/pwa/arrival";
import { UpdateBar } from "@/components/shell/pwa/update-bar";
import { pwaEvent } from "@/lib/service-worker/page-events";

function subscribe(listener: () => void): () => void {
  window.addEventListener(pwaEvent, listener);
  return () => window.removeEventListener(pwaEvent, listener);
}

/**
 * The bar for a new version, and anything that came with the address: shared files, a shortcut, a shared link's token.
 */
export function PwaParts({ appName }: { appName: string }) {
  const { user } = useAuth();
  const registration = useSyncExternalStore(
    subscribe,
    () => window.keepsakeUpdate,
    () => undefined,
  );
  const hasArrived = useRef(false);
  const arrive = useEffectEvent(() => {
    if (hasArrived.current) return;
    hasArrived.current = true;
    void takeArrival({ appName, isInFamily: Boolean(user?.currentFamily) });
  });
  useEffect(() => arrive(), []);
  return registration ? <UpdateBar appName={appName} registration={registration} /> : null;
}
