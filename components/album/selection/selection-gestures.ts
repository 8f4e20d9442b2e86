import { showReadOutcomeToast } from "@/components/album/selection/read-outcome-toast";
import type { SelectionStore } from "@/components/album/selection/selection-store";
import type { MediaItemDto } from "@/lib/album/media/schema";

/** How long a finger must rest on a tile to select it. */
export const longPressMs = 450;
/** How far a finger or the mouse can move before it counts as a drag. */
const slopPixels = 10;
/** A click caused by a long press or a sweep comes within this time. */
const clickAfterMs = 350;
/** Near the window's edges a sweep scrolls, faster the nearer it is. */
const edgePixels = 110;
const scrollPixels = 18;

const choosable = "[data-tile-link], [data-tile-check]";

interface Sweep {
  /** The selection when the sweep began. */
  before: ReadonlyMap<string, MediaItemDto>;
  isAdding: boolean;
  lastId: string;
  /** Only a moving finger scrolls the list: one may rest near an edge. */
  isMoving: boolean;
}

interface Press {
  id: string;
  element: Element;
  isTouch: boolean;
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while items are being swept over. */
  sweep: Sweep | null;
}

const closest = (target: EventTarget | null, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/** The item whose tile was pressed; null outside tiles, and on a button on top of one. */
function pressedId(target: EventTarget | null): string | null {
  const part = closest(target, choosable);
  return part ? (closest(part, "[data-media-id]")?.dataset.mediaId ?? null) : null;
}

/** The tile at a point of the window, even below the header or the bar. */
function tileAt(list: HTMLElement, x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const tile = closest(element, "[data-media-id]");
    if (tile && list.contains(tile)) return tile.dataset.mediaId ?? null;
  }
  return null;
}

/** Keeps the event from the element's own handlers and the browser. */
function take(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Selecting by finger, mouse and keyboard within a list: a long press, the mark in the corner, Shift for a range,
 * dragging over tiles, Space. Listens on the whole list, as tiles come and go while it scrolls.
 */
class SelectionGestures {
  readonly #list: HTMLElement;
  readonly #store: SelectionStore;
  #press: Press | null = null;
  #frame = 0;
  #swallowsClickUntil = 0;

  constructor(list: HTMLElement, store: SelectionStore) {
    this.#list = list;
    this.#store = store;
  }

  readonly onPointerDown = (event: PointerEvent): void => {
    const { target, clientX: x, clientY: y } = event;
    // A second finger begins a pinch, unless the first has already selected something.
    if (!event.isPrimary && !this.#press?.sweep) this.release();
    const id = pressedId(target);
    if (!id || !event.isPrimary || event.button !== 0 || !(target instanceof Element)) return;
    this.release();
    this.#swallowsClickUntil = 0;
    const isTouch = event.pointerType === "touch";
    const timer = isTouch ? setTimeout(this.#longPress, longPressMs) : undefined;
    this.#press = { id, element: target, isTouch, x, y, timer, sweep: null };
    window.addEventListener("pointermove", this.#onPointerMove);
    window.addEventListener("pointerup", this.#onPointerUp);
    window.addEventListener("pointercancel", this.release);
  };

  /** A resting finger doesn't open the browser's menu. */
  readonly onContextMenu = (event: Event): void => {
    if (!this.#press?.isTouch) return;
    event.preventDefault();
    clearTimeout(this.#press.timer);
    this.#longPress();
  };

  /** A sweeping finger doesn't scroll. */
  readonly onTouchMove = (event: Event): void => {
    if (this.#press?.sweep && event.cancelable) event.preventDefault();
  };

  readonly onClick = (event: MouseEvent): void => {
    if (event.timeStamp < this.#swallowsClickUntil) {
      this.#swallowsClickUntil = 0;
      take(event);
      return;
    }
    const id = pressedId(event.target);
    if (!id || event.metaKey || event.ctrlKey || event.altKey) return;
    const isMark = closest(event.target, "[data-tile-check]") !== null;
    if (event.shiftKey) void this.#store.extendTo(id).then(showReadOutcomeToast);
    else if (isMark || this.#store.isActive()) this.#store.toggle(id);
    else return;
    take(event);
  };

  readonly onKeyDown = (event: KeyboardEvent): void => {
    const link = closest(event.target, "[data-tile-link]");
    const id = link && pressedId(link);
    if (event.key !== " " || !id || event.metaKey || event.ctrlKey || event.altKey) return;
    if (event.shiftKey) void this.#store.extendTo(id).then(showReadOutcomeToast);
    else this.#store.toggle(id);
    take(event);
  };

  readonly release = (): void => {
    if (!this.#press) return;
    clearTimeout(this.#press.timer);
    this.#press.element.removeEventListener("touchmove", this.onTouchMove);
    this.#list.removeEventListener("touchmove", this.onTouchMove, { capture: true });
    this.#press = null;
    cancelAnimationFrame(this.#frame);
    window.removeEventListener("pointermove", this.#onPointerMove);
    window.removeEventListener("pointerup", this.#onPointerUp);
    window.removeEventListener("pointercancel", this.release);
  };

  readonly #longPress = (): void => {
    const press = this.#press;
    if (!press || press.sweep) return;
    navigator.vibrate?.(10);
    // Only now: a listener that can stop the page from scrolling makes every scroll wait for it. The tile may leave the
    // document while the list scrolls, but its touches continue.
    press.element.addEventListener("touchmove", this.onTouchMove, { passive: false });
    this.#list.addEventListener("touchmove", this.onTouchMove, { capture: true, passive: false });
    this.#beginSweep(press);
  };

  readonly #onPointerMove = ({ clientX: x, clientY: y, isPrimary }: PointerEvent): void => {
    const press = this.#press;
    if (!press || !isPrimary) return;
    const isFar = Math.hypot(x - press.x, y - press.y) > slopPixels;
    if (press.sweep) {
      press.sweep.isMoving ||= isFar;
      if (!press.sweep.isMoving) return;
      press.x = x;
      press.y = y;
      this.#sweepTo(x, y);
    } else if (isFar && press.isTouch) {
      this.release();
    } else if (isFar && (tileAt(this.#list, x, y) ?? press.id) !== press.id) {
      this.#beginSweep(press);
      this.#sweepTo(x, y);
    }
  };

  readonly #onPointerUp = (event: PointerEvent): void => {
    if (!event.isPrimary) return;
    const isSwept = Boolean(this.#press?.sweep);
    this.release();
    if (!isSwept) return;
    this.#swallowsClickUntil = event.timeStamp + clickAfterMs;
    if (this.#store.size() === 0) this.#store.end();
  };

  #beginSweep(press: Press): void {
    const before = new Map(this.#store.snapshot());
    press.sweep = {
      before,
      isAdding: !this.#store.has(press.id),
      lastId: press.id,
      isMoving: !press.isTouch,
    };
    this.#store.sweep(press.id, press.id, before, press.sweep.isAdding);
    this.#frame = requestAnimationFrame(this.#scrollAtEdges);
  }

  #sweepTo(x: number, y: number): void {
    const press = this.#press;
    const id = tileAt(this.#list, x, y);
    if (!press?.sweep || !id || id === press.sweep.lastId) return;
    press.sweep.lastId = id;
    this.#store.sweep(press.id, id, press.sweep.before, press.sweep.isAdding);
  }

  readonly #scrollAtEdges = (): void => {
    if (!this.#press?.sweep) return;
    const { x, y } = this.#press;
    const nearness = Math.max(edgePixels - y, y - (window.innerHeight - edgePixels), 0) / edgePixels;
    if (nearness > 0 && this.#press.sweep.isMoving) {
      window.scrollBy(0, (y < edgePixels ? -1 : 1) * Math.min(1, nearness) * scrollPixels);
      this.#sweepTo(x, y);
    }
    this.#frame = requestAnimationFrame(this.#scrollAtEdges);
  };
}

/** Makes the tiles of a list selectable. @returns a function that ends it */
export function listenToGestures(list: HTMLElement, store: SelectionStore): () => void {
  const gestures = new SelectionGestures(list, store);
  const listening = new AbortController();
  const { signal } = listening;
  list.addEventListener("pointerdown", gestures.onPointerDown, { signal });
  list.addEventListener("contextmenu", gestures.onContextMenu, { signal });
  list.addEventListener("click", gestures.onClick, { capture: true, signal });
  list.addEventListener("keydown", gestures.onKeyDown, { capture: true, signal });
  // WebKit lets only listeners that were present when the finger came down decide whether it may scroll.
  if ("GestureEvent" in window) {
    list.addEventListener("touchmove", gestures.onTouchMove, { passive: false, signal });
  }
  return () => {
    gestures.release();
    listening.abort();
  };
}
