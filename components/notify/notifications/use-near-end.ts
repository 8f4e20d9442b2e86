import { type RefObject, useEffect } from "react";

/** Calls `onNearEnd` when the element, at the end of a list, comes near the viewport. */
export function useNearEnd(element: RefObject<HTMLElement | null>, onNearEnd: (() => void) | null): void {
  useEffect(() => {
    const end = element.current;
    if (!end || !onNearEnd || !("IntersectionObserver" in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNearEnd();
      },
      { rootMargin: "600px" },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [element, onNearEnd]);
}
