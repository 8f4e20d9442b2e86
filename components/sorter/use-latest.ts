import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function for every render, doing what the latest render's does: for tiles that are not to render again. */
export function useLatest<A extends unknown[]>(work: (...given: A) => void): (...given: A) => void {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...given: A) => latest.current(...given), []);
}
