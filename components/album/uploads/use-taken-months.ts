import { useEffect, useRef, useState } from "react";
import { takenMonthOf } from "@/lib/album/uploads/client/taken-month";
import type { UploadItem, YearMonth } from "@/lib/album/uploads/upload-state";
import { TwoLineQueue } from "@/lib/shared/two-line-queue";

/** Hundreds of files update the page a few times, not once each. */
const showEveryMs = 200;
const readAtOnce = 4;

/** The months in which the listed files were taken, by item id, filled in a few files at a time. */
export function useTakenMonths(items: readonly UploadItem[]): ReadonlyMap<string, YearMonth | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, YearMonth | null>>(new Map());
  const asked = useRef(new Set<string>());
  const [queue] = useState(() => new TwoLineQueue(readAtOnce, Number.POSITIVE_INFINITY));
  useEffect(() => {
    let fresh: [string, YearMonth | null][] = [];
    const show = () => {
      const shown = fresh;
      fresh = [];
      setKnown((before) => new Map([...before, ...shown]));
    };
    const read = async ({ id, file }: UploadItem) => {
      const month = await takenMonthOf(file).catch(() => null);
      // Only now: `fresh` may be a different list than before the file was read.
      fresh.push([id, month]);
      if (fresh.length === 1) setTimeout(show, showEveryMs);
    };
    for (const item of items) {
      if (asked.current.has(item.id)) continue;
      asked.current.add(item.id);
      void queue.run(() => read(item), true);
    }
  }, [items, queue]);
  return known;
}
