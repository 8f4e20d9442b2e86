import { useEffect, useRef, useState } from "react";
import { readTakenMonth } from "@/lib/features/uploads/taken-month";
import type { UploadItem, YearMonth } from "@/lib/features/uploads/upload-state";

/** The months in which the listed photos were taken, by item id, as they get known: one file is read at a time. */
export function useTakenMonths(items: readonly UploadItem[]): ReadonlyMap<string, YearMonth | null> {
  const [known, setKnown] = useState<ReadonlyMap<string, YearMonth | null>>(new Map());
  const asked = useRef(new Set<string>());
  const queue = useRef<Promise<void>>(Promise.resolve());
  useEffect(() => {
    for (const { id, file, mediaType } of items) {
      if (asked.current.has(id) || mediaType !== "image") continue;
      asked.current.add(id);
      queue.current = queue.current.then(async () => {
        const taken = await readTakenMonth(file);
        if (taken) setKnown((before) => new Map(before).set(id, taken));
      });
    }
  }, [items]);
  return known;
}
