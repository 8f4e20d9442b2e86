"use client";

import { useSyncExternalStore } from "react";
import { dayWords, relativeDayWords } from "@/lib/shared/day-words";

const neverChanges = () => () => {};

export interface LocalDateProps {
  /** ISO 8601, UTC. */
  iso: string;
  /** "today", "yesterday", "Tuesday" where that is shorter. */
  isRelative?: boolean;
}

/** A moment as a day in the reader's own time zone. The server, which can't know it, writes the day in UTC. */
export function LocalDate({ iso, isRelative = false }: LocalDateProps) {
  const text = useSyncExternalStore(
    neverChanges,
    () => (isRelative ? relativeDayWords(new Date(iso), new Date()) : dayWords(new Date(iso))),
    () => (isRelative ? `on ${dayWords(new Date(iso), "UTC")}` : dayWords(new Date(iso), "UTC")),
  );
  return <time dateTime={iso}>{text}</time>;
}
