"use client";

import { ChevronsUpDown } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { type ShownIndex, useIndexOf } from "@/components/album/media/use-shown-index";
import type { TimedFeed, TimelinePlace } from "@/components/album/media/use-timed-feed";
import { SelectionContext } from "@/components/album/selection/selection-context";
import { cn } from "@/components/ui/class-names";
import { counted } from "@/lib/shared/counted";
import { formatMonth } from "@/lib/shared/months";
import { monthAt, yearMarks } from "@/lib/shared/timeline";

/** How long the handle stays over the photos after scrolling. */
const shownMs = 1_500;
/** Key presses closer together than this count as one jump. */
const keyRestMs = 200;
/** The handle's height; it stays within the rail. */
const handlePixels = 44;

export interface TimelineScrubberProps {
  feed: Pick<TimedFeed, "months" | "newerCount" | "jump">;
  shown: ShownIndex;
}

/**
 * Navigates a long list by month: with a rail beside it if there is space, otherwise with a handle over its edge while
 * scrolling.
 */
export function TimelineScrubber({ feed, shown }: TimelineScrubberProps) {
  return feed.months.length > 0 && <Scrubber {...feed} shown={shown} />;
}

const never = () => () => {};

/** True during scrolling, and for a moment after. */
function useIsScrolling(): boolean {
  const [isScrolling, setIsScrolling] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      setIsScrolling(true);
      clearTimeout(timer);
      timer = setTimeout(() => setIsScrolling(false), shownMs);
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", onScroll);
    };
  }, []);
  return isScrolling;
}

/** Position on the rail, from its top. @param at 0 to 1 */
const railTop = (at: number) => `calc((100% - ${handlePixels}px) * ${at})`;

/** The index of the month that a key leads to. */
function monthOfKey(key: string, months: readonly TimelinePlace[], current: number): number | undefined {
  const year = months[current]?.year ?? 0;
  const last = months.length - 1;
  const nextYear = months.findIndex((month) => month.year < year);
  const places: Record<string, number> = {
    ArrowDown: current + 1,
    ArrowRight: current + 1,
    ArrowUp: current - 1,
    ArrowLeft: current - 1,
    PageDown: nextYear < 0 ? last : nextYear,
    PageUp: months.findIndex((month) => month.year <= year + 1),
    Home: 0,
    End: last,
  };
  const place = places[key];
  return place === undefined ? undefined : Math.min(last, Math.max(0, place));
}

type ScrubberProps = TimelineScrubberProps["feed"] & { shown: ShownIndex };

function useIsSelecting(): boolean {
  const selection = use(SelectionContext);
  return useSyncExternalStore(
    selection?.subscribe ?? never,
    () => selection?.isActive() ?? false,
    () => false,
  );
}

/** The position in the list, or the target of the handle or the keys until the list gets there. */
function usePlace({ months, newerCount, jump, shown }: ScrubberProps) {
  const index = newerCount + useIndexOf(shown);
  const [aim, setAim] = useState<number | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const last = months.at(-1) as TimelinePlace;
  const lastItem = Math.max(1, last.startIndex + last.itemCount - 1);
  const place = Math.min(aim ?? index, lastItem);
  const current = monthAt(months, place);
  const month = months[current] as TimelinePlace;

  useEffect(() => {
    if (aim === null || isHeld) return;
    const timer = setTimeout(() => {
      setAim(null);
      jump(month);
    }, keyRestMs);
    return () => clearTimeout(timer);
  }, [aim, isHeld, month, jump]);

  return {
    /** Fraction of the whole list, 0 to 1. */
    at: place / lastItem,
    current,
    month,
    isAiming: aim !== null,
    isHeld,
    aimAtMonth: (at: number) => setAim(months[at]?.startIndex ?? null),
    /** @param at fraction of the whole list, 0 to 1 */
    aimAt: (at: number) => setAim(Math.floor(at * lastItem)),
    hold: () => setIsHeld(true),
    letGo: () => {
      setIsHeld(false);
      setAim(null);
    },
  };
}

function Scrubber(props: ScrubberProps) {
  const { months, jump } = props;
  const rail = useRef<HTMLDivElement>(null);
  const isScrolling = useIsScrolling();
  const isSelecting = useIsSelecting();
  const { at, current, month, isAiming, isHeld, aimAtMonth, aimAt, hold, letGo } = usePlace(props);

  function aimAtPoint({ clientY }: PointerEvent) {
    const box = rail.current?.getBoundingClientRect();
    if (!box) return;
    const share = (clientY - box.top - handlePixels / 2) / Math.max(1, box.height - handlePixels);
    aimAt(Math.min(1, Math.max(0, share)));
  }
  function onKeyDown(event: KeyboardEvent) {
    const place = monthOfKey(event.key, months, current);
    if (place === undefined) return;
    event.preventDefault();
    aimAtMonth(place);
  }

  // Over the photos it comes and goes, and stays clear of the selection marks.
  const isOver = (isScrolling || isAiming) && !isSelecting;
  return (
    <div
      ref={rail}
      data-timeline=""
      className={cn(
        "group/rail pointer-events-none fixed top-28 right-0 bottom-[calc(7rem+env(safe-area-inset-bottom))] z-10 w-[64px] transition-opacity duration-200 select-none md:bottom-8",
        "min-[1400px]:pointer-events-auto min-[1400px]:touch-none min-[1400px]:opacity-100",
        isOver ? "opacity-100" : "opacity-0 focus-within:opacity-100",
      )}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        hold();
        aimAtPoint(event);
      }}
      onPointerMove={(event) => isHeld && aimAtPoint(event)}
      onPointerUp={() => {
        if (!isHeld) return;
        letGo();
        jump(month);
      }}
      onPointerCancel={letGo}
    >
      <YearMarks months={months} isHeld={isHeld} />
      <div
        className={cn(
          "absolute right-1 grid size-[44px] cursor-grab touch-none place-items-center rounded-full border border-line bg-card text-ink shadow-2",
          "outline-offset-2 outline-accent-strong has-focus-visible:outline-3 min-[1400px]:pointer-events-auto",
          isOver && "pointer-events-auto",
        )}
        style={{ top: railTop(at) }}
      >
        <ChevronsUpDown aria-hidden="true" className="size-[20px]" />
        <input
          type="range"
          aria-label="Timeline"
          aria-orientation="vertical"
          min={1}
          max={months.length}
          value={current + 1}
          aria-valuetext={`${formatMonth(month)}, ${counted(month.itemCount, "item")}`}
          onChange={(event) => aimAtMonth(Number(event.target.value) - 1)}
          onKeyDown={onKeyDown}
          className="pointer-events-none absolute inset-0 m-0 size-full opacity-0"
        />
        <span
          aria-hidden="true"
          className={cn(
            "pointer-events-none absolute right-[52px] rounded-full bg-ink px-3.5 py-1.5 text-step--1 font-semibold whitespace-nowrap text-paper shadow-2",
            !isAiming && "hidden group-hover/rail:block group-has-focus-visible/rail:block",
          )}
        >
          {formatMonth(month)}
        </span>
      </div>
    </div>
  );
}

function YearMarks({ months, isHeld }: { months: readonly TimelinePlace[]; isHeld: boolean }) {
  return yearMarks(months).map(({ year, at }) => (
    <span
      key={year}
      aria-hidden="true"
      className={cn(
        "absolute right-[8px] flex h-[44px] items-center text-[0.75rem] font-semibold text-ink-soft tabular-nums",
        !isHeld && "max-[1399px]:hidden",
      )}
      style={{ top: railTop(at) }}
    >
      <span className="rounded-full bg-paper px-1.5">{year}</span>
    </span>
  ));
}
