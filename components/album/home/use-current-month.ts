import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/** "2026-11" by the reader's calendar; null on the server, which can't know it. */
export function useCurrentMonth(): string | null {
  return useSyncExternalStore(
    neverChanges,
    () => {
      const now = new Date();
      return monthMark(now.getFullYear(), now.getMonth() + 1);
    },
    () => null,
  );
}

export function monthMark(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, "0")}`;
}
