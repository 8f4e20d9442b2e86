import { useCallback, useLayoutEffect, useRef } from "react";

/** A stable function that runs the latest render's function: for tiles that should not re-render. */
export function useLatest<A extends unknown[]>(work: (...given: A) => void): (...given: A) => void {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
