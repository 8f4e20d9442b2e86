import { useEffect } from "react";

const retryMs = 5_000;

/**
 * Loads what failed to load, every few seconds: the viewer and the slideshow cover the list's "Try again".
 * @param load null while nothing has failed, or it is being loaded
 */
export function useLoadRetry(load: (() => void) | null): void {
  useEffect(() => {
    if (!load) return;
    const timer = setInterval(load, retryMs);
    return () => clearInterval(timer);
  }, [load]);
}
