"use client";

import { useSyncExternalStore } from "react";
import { usePreferences } from "@/components/ui/preferences";
import { formatDay, formatRelativeDay } from "@/lib/shared/day-text";

const neverChanges = () => () => {};

const clock = (date: Date, locale: string, timeZone?: string) =>
  new Intl.DateTimeFormat(locale, {
    hour: "2-digit",
    minute: "2-digit",
    ...(timeZone ? { timeZone } : {}),
  }).format(date);

/** Renders "today at 14:05" in the reader's own time zone. The server, which can't know it, renders it in UTC. */
export function RelativeTime({ iso }: { iso: string }) {
  const { locale } = usePreferences();
  const date = new Date(iso);
  const text = useSyncExternalStore(
    neverChanges,
    () => `${formatRelativeDay(date, new Date(), locale)} at ${clock(date, locale)}`,
    () => `on ${formatDay(date, "UTC", locale)} at ${clock(date, locale, "UTC")} UTC`,
  );
  return <time dateTime={iso}>{text}</time>;
}
