import { type KeyboardEvent, type RefObject, useEffect } from "react";
import type { MapView } from "@/components/album/map/use-map-view";
import { moveBy, type Position, type Size, zoomAt } from "@/lib/album/map/client/projection";

/** A press that moves farther than this, in pixels, drags the map instead of clicking. */
const dragSlack = 6;
const keyPixels = 90;
const zoomPerWheelPixel = 1 / 320;
/** A touchpad's pinch arrives as small wheel movements with Ctrl. */
const zoomPerPinchPixel = 1 / 80;
const pixelsPerLine = 16;

interface Pointers {
  at: Map<number, Position>;
  begun: Position;
  isDragging: boolean;
}

const middleOf = (points: readonly Position[]): Position => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});
const spreadOf = ([one, two]: readonly Position[]): number =>
  one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;

/** Moves the map with the fingers, or the mouse, from one event to the next. */
function follow({ change }: Pick<MapView, "change">, size: Size, before: Position[], now: Position[]): void {
  const [from, to] = [middleOf(before), middleOf(now)];
  const [wide, wider] = [spreadOf(before), spreadOf(now)];
  change((view) => {
    const moved = moveBy(view, from.x - to.x, from.y - to.y, size);
    return wide > 0 && wider > 0 ? zoomAt(moved, Math.log2(wider / wide), to, size) : moved;
  });
}

/** Dragging with mouse or finger, pinching, the wheel, and double clicks. */
export function useMapGestures(
  element: RefObject<HTMLElement | null>,
  { change, fly }: Pick<MapView, "change" | "fly">,
  size: Size | null,
): void {
  useEffect(() => {
    const surface = element.current;
    if (!surface || !size) return;
    const stop = new AbortController();
    const { signal } = stop;
    const pointers: Pointers = { at: new Map(), begun: { x: 0, y: 0 }, isDragging: false };
    const at = ({ clientX, clientY }: MouseEvent): Position => {
      const { left, top } = surface.getBoundingClientRect();
      return { x: clientX - left, y: clientY - top };
    };
    const press = (event: PointerEvent) => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      if (pointers.at.size === 0) Object.assign(pointers, { begun: at(event), isDragging: false });
      pointers.at.set(event.pointerId, at(event));
    };
    const move = (event: PointerEvent) => {
      if (!pointers.at.has(event.pointerId)) return;
      const before = [...pointers.at.values()];
      const now = at(event);
      const far = Math.hypot(now.x - pointers.begun.x, now.y - pointers.begun.y);
      if (!pointers.isDragging && before.length === 1 && far < dragSlack) return;
      // From here on, releasing the pointer doesn't click anything below it.
      if (!pointers.isDragging) surface.setPointerCapture(event.pointerId);
      pointers.isDragging = true;
      pointers.at.set(event.pointerId, now);
      follow({ change }, size, before, [...pointers.at.values()]);
    };
    const release = (event: PointerEvent) => {
      pointers.at.delete(event.pointerId);
      // Runs after the click that may follow.
      if (pointers.at.size === 0) setTimeout(() => Object.assign(pointers, { isDragging: false }));
    };
    const click = (event: MouseEvent) => {
      if (!pointers.isDragging) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * pixelsPerLine;
      const by = -pixels * (event.ctrlKey ? zoomPerPinchPixel : zoomPerWheelPixel);
      const pixel = at(event);
      change((view) => zoomAt(view, Math.min(1, Math.max(-1, by)), pixel, size));
    };
    const zoomIn = (event: MouseEvent) => {
      if ((event.target as Element).closest("button, a")) return;
      const pixel = at(event);
      fly((view) => zoomAt(view, event.shiftKey ? -1 : 1, pixel, size));
    };
    surface.addEventListener("pointerdown", press, { signal });
    surface.addEventListener("pointermove", move, { signal });
    for (const name of ["pointerup", "pointercancel"] as const) {
      surface.addEventListener(name, release, { signal });
    }
    surface.addEventListener("click", click, { signal, capture: true });
    surface.addEventListener("wheel", turn, { signal, passive: false });
    surface.addEventListener("dblclick", zoomIn, { signal });
    return () => stop.abort();
  }, [element, change, fly, size]);
}

/** Arrow keys move the map; plus and minus zoom. */
export function mapKeyHandler({ fly }: Pick<MapView, "fly">, size: Size | null) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (!size || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const middle = { x: size.width / 2, y: size.height / 2 };
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [-keyPixels, 0],
      ArrowRight: [keyPixels, 0],
      ArrowUp: [0, -keyPixels],
      ArrowDown: [0, keyPixels],
    };
    const step = steps[event.key];
    if (step) fly((view) => moveBy(view, step[0], step[1], size));
    else if (event.key === "+" || event.key === "=") fly((view) => zoomAt(view, 1, middle, size));
    else if (event.key === "-" || event.key === "_") fly((view) => zoomAt(view, -1, middle, size));
    else return;
    event.preventDefault();
  };
}
