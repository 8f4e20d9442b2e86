import { useEffect } from "react";
import { afterPress } from "@/components/ui/after-press";

const firstSigns = ["pointermove", "pointerdown", "keydown"] as const;

/**
 * Fetches code when someone first points at or touches the page: just before it is needed, but only once the screen has
 * responded to that press, since requesting a dozen files takes longer than a frame.
 * @param load the same function at every render; a failure is reported when the part is shown
 */
export function usePreloaded(load: () => Promise<unknown>): void {
  useEffect(() => {
    const stop = () => {
      for (const sign of firstSigns) window.removeEventListener(sign, start);
    };
    const start = () => {
      stop();
      afterPress(() => void load().catch(() => {}));
    };
    for (const sign of firstSigns) window.addEventListener(sign, start, { passive: true });
    return stop;
  }, [load]);
}
