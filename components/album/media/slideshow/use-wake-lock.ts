import { useEffect } from "react";

/** Keeps the screen on while `isActive`, if the browser can. */
export function useWakeLock(isActive: boolean): void {
  useEffect(() => {
    if (!isActive || !navigator.wakeLock) return;
    let isOver = false;
    let lock: WakeLockSentinel | null = null;
    async function acquire() {
      if (document.visibilityState !== "visible") return;
      // Refused on a low battery: the screen goes dark as it would anyway.
      const acquired = await navigator.wakeLock.request("screen").catch(() => null);
      if (isOver) void acquired?.release();
      else lock = acquired;
    }
    // The browser ends a lock whenever the page is hidden.
    document.addEventListener("visibilitychange", acquire);
    void acquire();
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", acquire);
      void lock?.release();
    };
  }, [isActive]);
}
