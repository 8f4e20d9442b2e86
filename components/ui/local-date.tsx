"use client";

import { useSyncExternalStore } from "react";
import { usePreferences } from "@/components/ui/preferences";
import { formatDay, formatRelativeDay } from "@/lib/shared/day-text";

const neverChanges = () => () => {};

export interface LocalDateProps {
  /** ISO 8601, UTC. */
  iso: string;
  /** Uses "today", "yesterday" or "Tuesday" if that is shorter. */
  isRelative?: boolean;
}

/** A moment as a day in the reader's own time zone. The server, which can't know it, renders the day in UTC. */
export function LocalDate({ iso, isRelative = false }: LocalDateProps) {
  const { locale } = usePreferences();
  const date = new Date(iso);
  const inUtc = formatDay(date, "UTC", locale);
  const text = useSyncExternalStore(
    neverChanges,
    () => (isRelative ? formatRelativeDay(date, new Date(), locale) : formatDay(date, undefined, locale)),
    () => (isRelative ? `on ${inUtc}` : inUtc),
  );
  return <time dateTime={iso}>{text}</time>;
}
