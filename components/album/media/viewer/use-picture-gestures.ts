import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

export interface PictureView {
  scale: number;
  /** Shift in pixels. */
  x: number;
  y: number;
}

const atRest: PictureView = { scale: 1, x: 0, y: 0 };
const doubleTapScale = 2.5;
const maxScale = 5;
const doubleTapMs = 300;
const swipePixels = 60;
const closePixels = 120;
/** Until a finger has moved this far it may be a tap, which belongs to whatever is below it. */
const tapPixels = 8;

interface Point {
  x: number;
  y: number;
}

interface Gesture {
  start: Point;
  from: PictureView;
  /** Distance between two fingers at the start; 0 with one. */
  spread: number;
}

export interface PictureGestureOptions {
  /** The gestures start over when it changes. */
  id: string;
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
  /** A second tap zooms in; off where taps do something else. */
  canDoubleTap?: boolean;
  /** Leaves a press to what is below it: a player's controls, for example. */
  isIgnored?: (event: PointerEvent<HTMLElement>, view: PictureView) => boolean;
}

/**
 * Swipe to the neighbours, pull down to close, double tap or pinch to zoom, drag when zoomed in.
 * @returns the view to draw, whether a finger is on it, and the handlers for the surface
 */
export function usePictureGestures({
  id,
  onNext,
  onPrevious,
  onClose,
  canDoubleTap = true,
  isIgnored = () => false,
}: PictureGestureOptions) {
  const [view, setView] = useState(atRest);
  const [isHeld, setIsHeld] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture | null>(null);
  const lastTapAt = useRef(0);
  const hasMoved = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture starts at rest
  useEffect(() => {
    setView(atRest);
    fingers.current.clear();
    gesture.current = null;
  }, [id]);

  const points = () => [...fingers.current.values()];

  function begin(from: PictureView) {
    gesture.current = { start: middleOf(points()), from, spread: spreadOf(points()) };
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || isIgnored(event, view)) return;
    if (fingers.current.size === 0) hasMoved.current = false;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    setIsHeld(true);
    begin(view);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId) || !gesture.current) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const { start, from, spread: spreadAtStart } = gesture.current;
    const at = middleOf(points());
    const shift = { x: at.x - start.x, y: at.y - start.y };
    const isPinch = fingers.current.size > 1 && spreadAtStart > 0;
    if (!hasMoved.current && !isPinch && Math.hypot(shift.x, shift.y) < tapPixels) return;
    if (!hasMoved.current) {
      hasMoved.current = true;
      // Only now: a press that doesn't move must reach the button or player below it.
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    if (isPinch) {
      const scale = Math.min(maxScale, Math.max(1, (from.scale * spreadOf(points())) / spreadAtStart));
      return setView(scale === 1 ? atRest : pinched(event.currentTarget, start, at, from, scale));
    }
    setView(dragged(from, shift));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.delete(event.pointerId) || !gesture.current) return;
    if (fingers.current.size > 0) return begin(view);
    setIsHeld(false);
    gesture.current = null;
    if (!hasMoved.current) {
      if (!canDoubleTap) return;
      const isSecondTap = event.timeStamp - lastTapAt.current < doubleTapMs;
      lastTapAt.current = isSecondTap ? 0 : event.timeStamp;
      if (isSecondTap) setView(view.scale > 1 ? atRest : enlargedAt(event));
      return;
    }
    if (view.scale > 1) return;
    setView(atRest);
    if (view.x < -swipePixels) onNext();
    else if (view.x > swipePixels) onPrevious();
    else if (view.y > closePixels) onClose();
  }

  function onPointerCancel(event: PointerEvent<HTMLElement>) {
    fingers.current.delete(event.pointerId);
    gesture.current = null;
    setIsHeld(false);
    if (view.scale === 1) setView(atRest);
  }

  /** The click that ends a drag doesn't count. */
  function onClickCapture(event: MouseEvent<HTMLElement>) {
    // A keyboard press has no preceding pointer event.
    if (!hasMoved.current || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    view,
    isHeld,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture },
  };
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/** Distance between two fingers; 0 with one. */
function spreadOf([one, two]: readonly Point[]): number {
  return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
}

/** Zooms in, keeping the point under the finger in place. */
function enlargedAt({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): PictureView {
  const box = currentTarget.getBoundingClientRect();
  return {
    scale: doubleTapScale,
    x: (box.left + box.width / 2 - clientX) * (doubleTapScale - 1),
    y: (box.top + box.height / 2 - clientY) * (doubleTapScale - 1),
  };
}

/** A zoomed picture follows the finger everywhere, an unzoomed one in a single direction only. */
function dragged(from: PictureView, shift: Point): PictureView {
  if (from.scale > 1) return { scale: from.scale, x: from.x + shift.x, y: from.y + shift.y };
  const isSideways = Math.abs(shift.x) > Math.abs(shift.y);
  return { scale: 1, x: isSideways ? shift.x : 0, y: isSideways ? 0 : Math.max(0, shift.y) };
}

/** Zooms, keeping the point between the fingers in place. */
function pinched(
  surface: HTMLElement,
  start: Point,
  at: Point,
  from: PictureView,
  scale: number,
): PictureView {
  const box = surface.getBoundingClientRect();
  const centre = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const growth = scale / from.scale;
  return {
    scale,
    x: at.x - centre.x - (start.x - centre.x - from.x) * growth,
    y: at.y - centre.y - (start.y - centre.y - from.y) * growth,
  };
}
