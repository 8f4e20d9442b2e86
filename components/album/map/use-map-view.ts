import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { clampView, type Size, type View } from "@/lib/album/map/client/projection";

const flightMs = 260;

/** An element's size; null until it has one. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured;
      setSize((known) => {
        if (width === 0 || height === 0) return known;
        return known?.width === width && known.height === height ? known : { width, height };
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return size;
}

const prefersStillness = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The view partway, taking the shorter way around the world. */
function between(from: View, to: View, part: number): View {
  const eased = 1 - (1 - part) ** 3;
  const across = to.x - from.x - Math.round(to.x - from.x);
  return {
    x: from.x + across * eased,
    y: from.y + (to.y - from.y) * eased,
    zoom: from.zoom + (to.zoom - from.zoom) * eased,
  };
}

/** What the map shows, and how that changes: immediately, or in a short flight. */
export function useMapView(start: View, size: Size | null) {
  const [view, setView] = useState(start);
  const current = useRef(start);
  const flight = useRef(0);

  const show = useCallback(
    (next: View) => {
      if (!size) return;
      const allowed = clampView(next, size);
      current.current = allowed;
      setView(allowed);
    },
    [size],
  );
  /** Ends a flight: the user's hand on the map takes over. */
  const change = useCallback(
    (by: (view: View) => View) => {
      cancelAnimationFrame(flight.current);
      show(by(current.current));
    },
    [show],
  );
  const fly = useCallback(
    (to: View | ((view: View) => View)) => {
      const from = current.current;
      const target = typeof to === "function" ? to(from) : to;
      cancelAnimationFrame(flight.current);
      if (prefersStillness()) return show(target);
      const begun = performance.now();
      const step = (now: number) => {
        const part = Math.min(1, Math.max(0, (now - begun) / flightMs));
        show(between(from, target, part));
        if (part < 1) flight.current = requestAnimationFrame(step);
      };
      flight.current = requestAnimationFrame(step);
    },
    [show],
  );
  // At another size, the view could extend past the edge of the world.
  useEffect(() => show(current.current), [show]);
  useEffect(() => () => cancelAnimationFrame(flight.current), []);
  return { view, change, fly };
}

export type MapView = ReturnType<typeof useMapView>;
