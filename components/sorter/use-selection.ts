import { useCallback, useState } from "react";

export interface Selection {
  ids: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Selects everything from the last pressed tile to this one, in the given order. */
  extendTo: (id: string, order: readonly string[]) => void;
  set: (ids: Iterable<string>) => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Which tiles are selected. */
export function useSelection(): Selection {
  const [ids, setIds] = useState(none);
  const [last, setLast] = useState<string | null>(null);
  const toggle = useCallback((id: string) => {
    setLast(id);
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const extendTo = useCallback(
    (id: string, order: readonly string[]) => {
      const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)];
      const range = from < 0 || to < 0 ? [id] : order.slice(Math.min(from, to), Math.max(from, to) + 1);
      setIds((before) => new Set([...before, ...range]));
      setLast(id);
    },
    [last],
  );
  const set = useCallback((all: Iterable<string>) => setIds(new Set(all)), []);
  const clear = useCallback(() => setIds(none), []);
  return { ids, toggle, extendTo, set, clear };
}
