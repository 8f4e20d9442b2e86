import { useEffect, useState } from "react";

/**
 * Counts down to a time on this browser's clock.
 * @param until milliseconds since 1970
 * @returns whole seconds, 0 once it has passed
 */
export function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const isOver = now >= until;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
