import { type RefObject, useLayoutEffect } from "react";
import { takeOrigin } from "@/components/album/media/viewer-origin";

const growMs = 220;

/**
 * Grows the viewer's picture out of the tile it was opened from; shows it immediately for people who prefer less
 * motion.
 */
export function useGrowFromTile(picture: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const from = takeOrigin();
    const element = picture.current;
    if (!from || !element?.animate || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const to = element.getBoundingClientRect();
    if (to.width === 0 || to.height === 0) return;
    const scale = Math.max(from.width / to.width, from.height / to.height);
    const x = from.left + from.width / 2 - (to.left + to.width / 2);
    const y = from.top + from.height / 2 - (to.top + to.height / 2);
    element.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: 0.6 },
        { transform: "none", opacity: 1 },
      ],
      { duration: growMs, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" },
    );
  }, [picture]);
}
