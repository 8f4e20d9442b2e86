import { useMemo, useSyncExternalStore } from "react";

export interface ShownIndex {
  set: (index: number) => void;
  read: () => number;
  subscribe: (listener: () => void) => () => void;
}

/** Remembers which item is first in view: only its subscribers re-render when it changes. */
export function useShownIndex(): ShownIndex {
  return useMemo(() => {
    const listeners = new Set<() => void>();
    let shown = 0;
    return {
      set: (index) => {
        if (index === shown) return;
        shown = index;
        for (const listener of listeners) listener();
      },
      read: () => shown,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  }, []);
}

export const useIndexOf = ({ subscribe, read }: ShownIndex): number =>
  useSyncExternalStore(subscribe, read, () => 0);
