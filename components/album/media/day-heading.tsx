"use client";

import { use, useSyncExternalStore } from "react";
import { showReadOutcomeToast } from "@/components/album/selection/read-outcome-toast";
import { SelectionContext } from "@/components/album/selection/selection-context";
import { cn } from "@/components/ui/class-names";
import { usePreferences } from "@/components/ui/preferences";
import { dayHeading } from "@/lib/album/media/client/media-days";

/** A fixed height, the same as h-[3rem]: the windowed list computes the position of its rows. */
export const dayHeadingRem = 3;

const pressedOf = { none: false, some: "mixed", all: true } as const;
const never = () => () => {};

/** The day on which the pictures below were taken, and the checkbox that selects them all. */
export function DayHeading({
  day,
  year,
  isShort,
}: {
  day: string;
  /** The year to leave out. */
  year: number | undefined;
  isShort: boolean;
}) {
  const { locale } = usePreferences();
  const store = use(SelectionContext);
  const choice = useSyncExternalStore(
    store?.subscribe ?? never,
    () => store?.dayChoice(day) ?? "none",
    () => "none" as const,
  );
  const text = dayHeading(day, year, locale);
  return (
    <div className="flex h-[3rem] items-center justify-between gap-2 pl-1">
      <h2
        className={cn(
          "line-clamp-2 min-w-0 font-text font-semibold leading-tight tracking-normal",
          isShort ? "text-step--1" : "text-step-0",
        )}
      >
        {isShort ? dayHeading(day, year, locale, "short") : text}
      </h2>
      {store && (
        <button
          type="button"
          aria-pressed={pressedOf[choice]}
          aria-label={`Select ${text}`}
          onClick={() => void store.toggleDay(day).then(showReadOutcomeToast)}
          className="day-check"
          data-is={choice}
        />
      )}
    </div>
  );
}
