import { type RefObject, useEffect } from "react";

/** Two fingers moving apart or together by this ratio make one step. */
const stepRatio = 1.3;

function spread(touches: TouchList): number {
  const [one, two] = [touches[0], touches[1]];
  return one && two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0;
}

const isPageZoomed = () => (window.visualViewport?.scale ?? 1) > 1.01;

/**
 * A two-finger pinch on an element. The browser's own zoom doesn't apply to it unless the page is already zoomed: then
 * the fingers belong to the browser, so the page can be zoomed out again.
 * @param onStep 1 for each step together, -1 for each step apart; must be stable, or the pinch ends
 */
export function usePinch(element: RefObject<HTMLElement | null>, onStep: (by: 1 | -1) => void): void {
  useEffect(() => {
    const surface = element.current;
    if (!surface) return;
    const stop = new AbortController();
    const { signal } = stop;
    let from = 0;
    const move = (event: TouchEvent) => {
      // Drag selection has claimed the event.
      if (event.touches.length !== 2 || from === 0 || event.defaultPrevented) return;
      if (event.cancelable) event.preventDefault();
      const now = spread(event.touches);
      const by = now > from * stepRatio ? -1 : now < from / stepRatio ? 1 : null;
      if (!by) return;
      from = now;
      onStep(by);
    };
    // A listener that can stop the page from scrolling is attached only while two fingers are down.
    const start = (event: TouchEvent) => {
      from = event.touches.length === 2 && !isPageZoomed() ? spread(event.touches) : 0;
      surface.removeEventListener("touchmove", move);
      if (from > 0) surface.addEventListener("touchmove", move, { passive: false, signal });
    };
    for (const name of ["touchstart", "touchend", "touchcancel"] as const) {
      surface.addEventListener(name, start, { passive: true, signal });
    }
    const giveZoom = () => {
      surface.style.touchAction = isPageZoomed() ? "" : "pan-x pan-y";
    };
    giveZoom();
    window.visualViewport?.addEventListener("resize", giveZoom, { signal });
    return () => stop.abort();
  }, [element, onStep]);
}
