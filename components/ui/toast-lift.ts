import { type RefObject, useEffect, useState } from "react";

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The gap between a toast and the button it moves above, in pixels. */
const gap = 8;
/** Polled, because buttons come, go and move without any event. */
const lookEveryMs = 250;

/**
 * How far a toast has to move up to cover none of these buttons, in pixels; 0 if there is no free space on the screen.
 */
export function liftAbove(toast: Box, buttons: readonly Box[]): number {
  const height = toast.bottom - toast.top;
  const beside = buttons
    .filter(({ left, right }) => left < toast.right && right > toast.left)
    .sort((one, other) => other.bottom - one.bottom);
  let top = toast.top;
  for (const button of beside) {
    if (button.top < top + height + gap && button.bottom > top - gap) top = button.top - gap - height;
  }
  return top < gap ? 0 : toast.top - top;
}

const isShown = ({ top, bottom, left, right }: Box) =>
  bottom > top && right > left && bottom > 0 && top < window.innerHeight;

/** Keeps the toasts off every primary button while one is open. @returns how far they are lifted */
export function useToastLift(place: RefObject<HTMLElement | null>, isOpen: boolean): number {
  const [lift, setLift] = useState(0);
  useEffect(() => {
    if (!isOpen) return;
    let lifted = 0;
    function look() {
      const box = place.current?.getBoundingClientRect();
      if (!box) return;
      const own = { top: box.top + lifted, bottom: box.bottom + lifted, left: box.left, right: box.right };
      const buttons = [...document.querySelectorAll(".button-primary, .button-danger")]
        .filter((button) => !place.current?.contains(button))
        .map((button) => button.getBoundingClientRect())
        .filter(isShown);
      lifted = liftAbove(own, buttons);
      setLift(lifted);
    }
    look();
    const timer = setInterval(look, lookEveryMs);
    window.addEventListener("scroll", look, { capture: true, passive: true });
    window.addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("scroll", look, { capture: true });
      window.removeEventListener("resize", look);
    };
  }, [place, isOpen]);
  return lift;
}
