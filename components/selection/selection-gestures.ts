import type { SelectionStore } from "@/components/selection/selection-store";
import type { MediaItemDto } from "@/lib/features/media/schema";

/** How long a finger rests on a tile until it chooses. */
export const longPressMs = 450;
/** How far a finger or the mouse may shake. */
const slopPixels = 10;
/** A click that belongs to a long press or a sweep comes this soon after it. */
const clickAfterMs = 350;
/** Near the window's edges a sweep scrolls, the faster the nearer. */
const edgePixels = 110;
const scrollPixels = 18;

const choosable = "[data-tile-link], [data-tile-check]";

interface Press {
  id: string;
  element: Element;
  isTouch: boolean;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** While items are swept over: what was chosen before, and whether the sweep adds. */
  sweep: { before: ReadonlyMap<string, MediaItemDto>; isAdding: boolean; lastId: string } | null;
}

const closest = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/** The item whose tile was pressed; null beside tiles, and on a button that lies on one. */
function pressedId(target: EventTarget | null): string | null {
  const part = closest(target, choosable);
  return part ? (closest(part, "[data-media-id]")?.dataset.mediaId ?? null) : null;
}

/**
 * Choosing by finger, mouse and keyboard within a list: a long press, the mark in the corner, Shift for a range,
 * dragging over tiles, Space. Listens to the list as a whole, as tiles come and go while it is scrolled.
 * @returns ends it
 */
export function listenToGestures(list: HTMLElement, store: SelectionStore): () => void {
  let press: Press | null = null;
  let frame = 0;
  let swallowsClickUntil = 0;

  function beginSweep(current: Press) {
    current.sweep = {
      before: new Map(store.snapshot()),
      isAdding: !store.has(current.id),
      lastId: current.id,
    };
    store.sweep(current.id, current.id, current.sweep.before, current.sweep.isAdding);
    if (!frame) frame = requestAnimationFrame(scrollAtEdges);
  }

  function longPress() {
    if (!press || press.sweep) return;
    navigator.vibrate?.(10);
    // The tile may leave the document while the list scrolls; its touches go on.
    press.element.addEventListener("touchmove", holdStill, { passive: false });
    beginSweep(press);
  }

  function sweepTo(x: number, y: number) {
    if (!press?.sweep) return;
    const { sweep } = press;
    // Also what lies under the header or the bar.
    const tile = document
      .elementsFromPoint(x, y)
      .map((element) => closest(element, "[data-media-id]"))
      .find((element) => element && list.contains(element));
    const id = tile?.dataset.mediaId;
    if (!id || id === sweep.lastId) return;
    sweep.lastId = id;
    store.sweep(press.id, id, sweep.before, sweep.isAdding);
  }

  function scrollAtEdges() {
    frame = 0;
    if (!press?.sweep) return;
    const { x, y } = press;
    const nearness = Math.max(edgePixels - y, y - (window.innerHeight - edgePixels), 0) / edgePixels;
    if (nearness > 0) {
      window.scrollBy(0, (y < edgePixels ? -1 : 1) * Math.min(1, nearness) * scrollPixels);
      sweepTo(x, y);
    }
    frame = requestAnimationFrame(scrollAtEdges);
  }

  function onPointerDown(event: PointerEvent) {
    const id = pressedId(event.target);
    if (!id || !event.isPrimary || event.button !== 0 || !(event.target instanceof Element)) return;
    release();
    const isTouch = event.pointerType === "touch";
    const timer = isTouch ? setTimeout(longPress, longPressMs) : undefined;
    press = { id, element: event.target, isTouch, x: event.clientX, y: event.clientY, timer, sweep: null };
    window.addEventListener("pointermove", onPointerMove);
    window.addEventListener("pointerup", onPointerUp);
    window.addEventListener("pointercancel", release);
  }

  function onPointerMove({ clientX: x, clientY: y }: PointerEvent) {
    if (!press) return;
    const isFar = Math.hypot(x - press.x, y - press.y) > slopPixels;
    if (press.sweep) {
      press.x = x;
      press.y = y;
      sweepTo(x, y);
    } else if (isFar && press.isTouch) {
      release();
    } else if (isFar && leavesTile(press.id, x, y)) {
      beginSweep(press);
      sweepTo(x, y);
    }
  }

  function leavesTile(id: string, x: number, y: number): boolean {
    const tile = closest(document.elementsFromPoint(x, y)[0] ?? null, "[data-media-id]");
    return tile !== null && tile.dataset.mediaId !== id && list.contains(tile);
  }

  function onPointerUp(event: PointerEvent) {
    const isSwept = Boolean(press?.sweep);
    release();
    if (!isSwept) return;
    swallowsClickUntil = event.timeStamp + clickAfterMs;
    if (store.size() === 0) store.end();
  }

  function release() {
    if (!press) return;
    clearTimeout(press.timer);
    press.element.removeEventListener("touchmove", holdStill);
    press = null;
    cancelAnimationFrame(frame);
    frame = 0;
    window.removeEventListener("pointermove", onPointerMove);
    window.removeEventListener("pointerup", onPointerUp);
    window.removeEventListener("pointercancel", release);
  }

  /** A finger that sweeps doesn't scroll. */
  function holdStill(event: Event) {
    if (press?.sweep && event.cancelable) event.preventDefault();
  }

  /** A finger that rests gets no menu of the browser's. */
  function onContextMenu(event: Event) {
    if (!press?.isTouch) return;
    event.preventDefault();
    clearTimeout(press.timer);
    longPress();
  }

  function onClick(event: MouseEvent) {
    if (event.timeStamp < swallowsClickUntil) {
      swallowsClickUntil = 0;
      return take(event);
    }
    const id = pressedId(event.target);
    if (!id || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.shiftKey) store.extendTo(id);
    else if (store.isActive() || closest(event.target, "[data-tile-check]")) store.toggle(id);
    else return;
    take(event);
  }

  /** The tile's own link is not to hear of it. */
  function take(event: Event) {
    event.preventDefault();
    event.stopPropagation();
  }

  function onKeyDown(event: KeyboardEvent) {
    const link = closest(event.target, "[data-tile-link]");
    const id = link && pressedId(link);
    if (event.key !== " " || !id || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.shiftKey) store.extendTo(id);
    else store.toggle(id);
    take(event);
  }

  list.addEventListener("pointerdown", onPointerDown);
  list.addEventListener("contextmenu", onContextMenu);
  list.addEventListener("click", onClick, { capture: true });
  list.addEventListener("keydown", onKeyDown, { capture: true });
  // Registered before the first touch: later the browser would no longer ask whether it may scroll.
  list.addEventListener("touchmove", holdStill, { passive: false });
  return () => {
    release();
    list.removeEventListener("pointerdown", onPointerDown);
    list.removeEventListener("contextmenu", onContextMenu);
    list.removeEventListener("click", onClick, { capture: true });
    list.removeEventListener("keydown", onKeyDown, { capture: true });
    list.removeEventListener("touchmove", holdStill);
  };
}
