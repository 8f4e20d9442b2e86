import { type PointerEvent, useEffect, useRef, useState } from "react";

export interface PictureView {
  scale: number;
  /** Shift in pixels. */
  x: number;
  y: number;
}

const atRest: PictureView = { scale: 1, x: 0, y: 0 };
const doubleTapScale = 2.5;
const largestScale = 5;
const doubleTapMs = 300;
const swipePixels = 60;
const closePixels = 120;

interface Point {
  x: number;
  y: number;
}

interface Gesture {
  start: Point;
  from: PictureView;
  /** Distance of two fingers at the start; 0 with one. */
  spread: number;
}

export interface PictureGestureOptions {
  /** Starts over when it changes. */
  id: string;
  onNext: () => void;
  onPrevious: () => void;
  onClose: () => void;
}

/**
 * Swipe to the neighbours, pull down to close, double tap and pinch to look closer, drag what is enlarged.
 * @returns the view to draw, whether a finger is on it, and the handlers for the surface
 */
export function usePictureGestures({ id, onNext, onPrevious, onClose }: PictureGestureOptions) {
  const [view, setView] = useState(atRest);
  const [isHeld, setIsHeld] = useState(false);
  const fingers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture | null>(null);
  const lastTapAt = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture starts at rest
  useEffect(() => {
    setView(atRest);
    fingers.current.clear();
    gesture.current = null;
  }, [id]);

  function middle(): Point {
    const points = [...fingers.current.values()];
    const sum = points.reduce((total, point) => ({ x: total.x + point.x, y: total.y + point.y }), {
      x: 0,
      y: 0,
    });
    return { x: sum.x / points.length, y: sum.y / points.length };
  }

  function spread(): number {
    const [one, two] = [...fingers.current.values()];
    return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
  }

  function begin(from: PictureView) {
    gesture.current = { start: middle(), from, spread: spread() };
  }

  function toggleZoom(event: PointerEvent<HTMLElement>) {
    if (view.scale > 1) return setView(atRest);
    const box = event.currentTarget.getBoundingClientRect();
    // What lies under the finger stays under it.
    setView({
      scale: doubleTapScale,
      x: (box.left + box.width / 2 - event.clientX) * (doubleTapScale - 1),
      y: (box.top + box.height / 2 - event.clientY) * (doubleTapScale - 1),
    });
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    setIsHeld(true);
    begin(view);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId) || !gesture.current) return;
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const { start, from, spread: spreadAtStart } = gesture.current;
    const at = middle();
    const scale =
      fingers.current.size > 1 && spreadAtStart > 0
        ? Math.min(largestScale, Math.max(1, (from.scale * spread()) / spreadAtStart))
        : from.scale;
    const shift = { x: at.x - start.x, y: at.y - start.y };
    // A picture at rest follows the finger in one direction only.
    const isSideways = Math.abs(shift.x) > Math.abs(shift.y);
    if (scale === 1)
      setView({ scale, x: isSideways ? shift.x : 0, y: isSideways ? 0 : Math.max(0, shift.y) });
    else setView({ scale, x: from.x + shift.x, y: from.y + shift.y });
  }

  function onPointerUp(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.delete(event.pointerId) || !gesture.current) return;
    if (fingers.current.size > 0) return begin(view);
    setIsHeld(false);
    const isStill = Math.hypot(view.x - gesture.current.from.x, view.y - gesture.current.from.y) < 8;
    gesture.current = null;
    if (isStill) {
      const isSecondTap = event.timeStamp - lastTapAt.current < doubleTapMs;
      lastTapAt.current = isSecondTap ? 0 : event.timeStamp;
      if (isSecondTap) toggleZoom(event);
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

  return { view, isHeld, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } };
}
