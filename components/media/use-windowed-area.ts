import { type RefObject, useLayoutEffect, useState } from "react";

export interface WindowedArea {
  width: number;
  /** Distance of the list from the top of the document, in pixels. */
  top: number;
}

/** Where a windowed list stands in the document; null until it was measured, on the server always. */
export function useWindowedArea(element: RefObject<HTMLElement | null>): WindowedArea | null {
  const [area, setArea] = useState<WindowedArea | null>(null);
  useLayoutEffect(() => {
    const list = element.current;
    if (!list) return;
    const measure = () => {
      const { width, top } = list.getBoundingClientRect();
      const next = { width, top: Math.round(top + window.scrollY) };
      setArea((known) => (known?.width === next.width && known.top === next.top ? known : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    // What stands above the list moves it without changing its size.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return area;
}
