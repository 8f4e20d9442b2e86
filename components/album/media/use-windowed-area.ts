import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

export interface WindowedArea {
  width: number;
  /** Distance of the list from the top of the document, in pixels. */
  top: number;
  /** Pixels in one rem, which grows with the size of text the reader has chosen. */
  rem: number;
}

/**
 * A windowed list's position in the document; null until it is measured, and always on the server.
 * @param when before the first paint, for a list that must show something by then; after it, the page needs no layout
 * within the task that draws it
 */
export function useWindowedArea(
  element: RefObject<HTMLElement | null>,
  when: "before paint" | "after paint" = "before paint",
): WindowedArea | null {
  const [area, setArea] = useState<WindowedArea | null>(null);
  const useMoment = when === "before paint" ? useLayoutEffect : useEffect;
  useMoment(() => {
    const list = element.current;
    if (!list) return;
    const measure = () => {
      const { width, top } = list.getBoundingClientRect();
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      const next = { width, top: Math.round(top + window.scrollY), rem };
      setArea((known) =>
        known?.width === next.width && known.top === next.top && known.rem === rem ? known : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    // Content above the list moves it without changing its size.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return area;
}
