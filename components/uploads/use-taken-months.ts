import { useEffect, useRef, useState } from "react";
import { takenMonthOf } from "@/lib/features/uploads/taken-month";
import type { UploadItem, YearMonth } from "@/lib/features/uploads/upload-state";

/** Hundreds are read in a few draws of the page, not in one each. */
const showEveryMs = 100;

/** The months in which the listed files were taken, by item id, as they get known; one file is read at a time. */
export function useTakenMonths(items: readonly UploadItem[]): ReadonlyMap<string, YearMonth | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, YearMonth | null>>(new Map());
  const asked = useRef(new Set<string>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    let fresh: [string, YearMonth | null][] = [];
    const show = () => {
      const shown = fresh;
      fresh = [];
      setKnown((before) => new Map([...before, ...shown]));
    };
    for (const { id, file } of items) {
      if (asked.current.has(id)) continue;
      asked.current.add(id);
      queue.current = queue.current.then(async () => {
        fresh.push([id, await takenMonthOf(file).catch(() => null)]);
        if (fresh.length === 1) setTimeout(show, showEveryMs);
      });
    }
  }, [items]);
  return known;
}
