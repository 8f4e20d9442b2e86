import { type RefObject, useEffect, useRef, useState } from "react";

/** How far the mouse can move before a drag starts. */
const slopPixels = 6;
/** Near the window's edges dragging scrolls, faster the nearer it is. */
const edgePixels = 110;
const scrollPixels = 18;

/** The dragged item and the gap it would go to: before the item with that index, or after the last. */
export interface Drag {
  id: string;
  gap: number;
}

interface Press {
  id: string;
  x: number;
  y: number;
  pointerId: number;
}

const tileOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>("[data-arranged]") : null;

/** The gap nearest to a point of the window; null if it is outside the tiles. */
function gapAt(list: HTMLElement, x: number, y: number): number | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const tile = tileOf(element);
    if (!tile || !list.contains(tile)) continue;
    const { left, width } = tile.getBoundingClientRect();
    return Number(tile.dataset.place) + (x > left + width / 2 ? 1 : 0);
  }
  return null;
}

/** Prevents the click that would otherwise follow when a tile is dropped where it was. */
function swallowClick(list: HTMLElement): void {
  const swallow = (event: Event) => event.stopPropagation();
  list.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => list.removeEventListener("click", swallow, { capture: true }));
}

const speedAt = (y: number) => {
  const top = edgePixels - y;
  const bottom = y - (window.innerHeight - edgePixels);
  const depth = top > 0 ? -top : Math.max(0, bottom);
  return (Math.max(-edgePixels, Math.min(edgePixels, depth)) / edgePixels) * scrollPixels;
};

/**
 * Drags a list's tiles: with the mouse anywhere, with a finger by the handle, as the rest scrolls the page. Listens on
 * the whole list. @param onDrop receives the gap where the tile was dropped
 */
export function useArrangeDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (drag: Drag) => void,
): Drag | null {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(onDrop);
  latest.current = onDrop;

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let press: Press | null = null;
    let current: Drag | null = null;
    let pointer = { x: 0, y: 0 };
    let frame = 0;

    const update = (next: Drag | null) => {
      if (next?.id === current?.id && next?.gap === current?.gap) return;
      current = next;
      setDrag(next);
    };
    const follow = () => {
      if (!current) return;
      window.scrollBy({ top: speedAt(pointer.y), behavior: "instant" });
      const gap = gapAt(element, pointer.x, pointer.y);
      if (gap !== null) update({ id: current.id, gap });
      frame = requestAnimationFrame(follow);
    };
    const release = () => {
      cancelAnimationFrame(frame);
      press = null;
      update(null);
    };
    const onDown = (event: PointerEvent) => {
      const tile = tileOf(event.target);
      const isHandle = event.target instanceof Element && event.target.closest("[data-handle]") !== null;
      if (!tile || event.button !== 0 || (event.pointerType !== "mouse" && !isHandle)) return;
      press = {
        id: tile.dataset.arranged ?? "",
        x: event.clientX,
        y: event.clientY,
        pointerId: event.pointerId,
      };
    };
    const onMove = (event: PointerEvent) => {
      if (!press || press.pointerId !== event.pointerId) return;
      pointer = { x: event.clientX, y: event.clientY };
      if (current || Math.hypot(pointer.x - press.x, pointer.y - press.y) < slopPixels) return;
      const place = element.querySelector<HTMLElement>(`[data-arranged="${press.id}"]`)?.dataset.place;
      update({ id: press.id, gap: Number(place) });
      frame = requestAnimationFrame(follow);
    };
    const onUp = (event: PointerEvent) => {
      if (!press || press.pointerId !== event.pointerId) return;
      const dropped = current;
      release();
      if (dropped) swallowClick(element);
      if (dropped) latest.current(dropped);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && current) release();
    };
    const listeners = [
      ["pointermove", onMove],
      ["pointerup", onUp],
      ["pointercancel", release],
      ["keydown", onKey],
    ] as const;
    element.addEventListener("pointerdown", onDown);
    for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener);
    return () => {
      release();
      element.removeEventListener("pointerdown", onDown);
      for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener);
    };
  }, [list]);
  return drag;
}
