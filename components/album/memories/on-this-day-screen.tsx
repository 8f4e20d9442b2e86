"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useCallback, useMemo } from "react";
import { JustifiedRowView } from "@/components/album/media/justified-row";
import { useRowShape } from "@/components/album/media/use-row-shape";
import { useViewerAddress } from "@/components/album/media/use-viewer-address";
import { usePreloadedViewer, ViewerOverlay } from "@/components/album/media/viewer-overlay";
import { MemoryTile } from "@/components/album/memories/memory-tile";
import { Button, buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import { PageHeader } from "@/components/ui/page-header";
import { usePreferences } from "@/components/ui/preferences";
import { highlightPath } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { onThisDayOptions } from "@/lib/album/memories/client/queries";
import {
  daysLater,
  formatYearsAgo,
  isCalendarDay,
  onThisDayPath,
  yearAnchor,
} from "@/lib/album/memories/days";
import type { MemoryYearDto } from "@/lib/album/memories/schema";
import { type JustifiedRow, packRows, type RowShape } from "@/lib/shared/justified-layout";
import type { ScreenWidth } from "@/lib/shared/screen-width";

export interface OnThisDayScreenProps {
  /** The day shown, YYYY-MM-DD. */
  date: string;
  /** The reader's date. */
  today: string;
  screenGuess: ScreenWidth;
}

const noYears: readonly MemoryYearDto[] = [];
const ignoreEnd = () => {};

function formatDate(day: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
  );
}

/** The best items of a day for each earlier year that has any. */
export function OnThisDayScreen({ date, today, screenGuess }: OnThisDayScreenProps) {
  const { data, isError, isFetching, refetch } = useQuery(onThisDayOptions(date));
  const { locale } = usePreferences();
  const shape = useRowShape("roomy", screenGuess);
  const viewer = useViewerAddress();
  usePreloadedViewer();
  const { open } = viewer;
  const openItem = useCallback((item: MediaItemDto, tile: HTMLElement) => open(item.id, tile), [open]);
  const years = data?.years ?? noYears;
  const items = useMemo(() => years.flatMap((year) => year.items), [years]);
  const named = formatDate(date, locale, { day: "numeric", month: "long" });
  return (
    <>
      <PageHeader
        title="On this day"
        lead={formatDate(date, locale, { weekday: "long", day: "numeric", month: "long", year: "numeric" })}
        action={<DayChoice date={date} today={today} />}
      />
      {isError && !data && (
        <div role="alert" className="rounded-2xl bg-sunk p-4">
          <p>This day could not be loaded.</p>
          <Button
            variant="secondary"
            size="small"
            className="mt-3"
            isBusy={isFetching}
            onClick={() => void refetch()}
          >
            Try Again
          </Button>
        </div>
      )}
      {data && years.length === 0 && (
        <EmptyState
          drawing="album"
          title={date === today ? "No memories today" : `No memories of ${named}`}
          action={
            <Link href="/latest-uploads" className={buttonClasses()}>
              See the latest uploads
            </Link>
          }
        >
          Photos taken on {named} in earlier years appear here. Add some from an old phone or a shoebox, and
          this day has a story next time.
        </EmptyState>
      )}
      <div className="grid gap-9 md:gap-11">
        {years.map((year, index) => (
          <MemoryYear
            key={year.year}
            year={year}
            shape={shape}
            locale={locale}
            isFirst={index === 0}
            onOpen={openItem}
          />
        ))}
      </div>
      <ViewerOverlay
        openId={viewer.openId}
        items={items}
        total={items.length}
        onShow={viewer.show}
        onClose={viewer.close}
        onNearEnd={ignoreEnd}
      />
    </>
  );
}

interface MemoryYearProps {
  year: MemoryYearDto;
  shape: RowShape;
  locale: string;
  isFirst: boolean;
  onOpen: (item: MediaItemDto, tile: HTMLElement) => void;
}

function MemoryYear({ year: { year, yearsAgo, items }, shape, locale, isFirst, onOpen }: MemoryYearProps) {
  const rows = useMemo<JustifiedRow[]>(() => packRows(items, shape), [items, shape]);
  const heading = `${yearAnchor(year)}-heading`;
  const [best] = items;
  const renderTile = useCallback(
    (item: MediaItemDto, index: number) => (
      <MemoryTile item={item} onOpen={onOpen} isEager={isFirst && index < 2} />
    ),
    [onOpen, isFirst],
  );
  if (!best) return null;
  return (
    <section id={yearAnchor(year)} aria-labelledby={heading} className="scroll-mt-20">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 id={heading} className="text-step-2">
            {formatYearsAgo(yearsAgo)}
          </h2>
          <p className="text-step--1 text-ink-soft">
            {formatDate(best.takenAt ?? String(year), locale, {
              weekday: "long",
              day: "numeric",
              month: "long",
              year: "numeric",
            })}
          </p>
        </div>
        <Link
          href={highlightPath(best)}
          prefetch={false}
          className="text-link -mb-2.5 flex min-h-11 items-center"
        >
          See all
          <span className="sr-only">
            {" "}
            of {formatDate(best.takenAt ?? String(year), locale, { month: "long", year: "numeric" })}
          </span>
        </Link>
      </div>
      <div className="grid gap-[3px] max-md:-mx-3.5">
        {rows.map((row) => (
          <JustifiedRowView key={row.start} row={row} items={items} shape={shape} renderTile={renderTile} />
        ))}
      </div>
    </section>
  );
}

/** Links to the day before and after, and a field for any other. */
function DayChoice({ date, today }: { date: string; today: string }) {
  const router = useRouter();
  const step = (days: number, label: string, Icon: typeof ChevronLeft) => {
    const day = daysLater(date, days);
    return (
      <Link
        href={day === today ? onThisDayPath() : onThisDayPath(day)}
        prefetch={false}
        aria-label={label}
        title={label}
        className={buttonClasses({ variant: "ghost", size: "icon" })}
      >
        <Icon aria-hidden="true" />
      </Link>
    );
  };
  const isToday = date === today;
  return (
    <div className="flex min-w-0 items-center gap-1 max-md:-ml-3">
      {step(-1, isToday ? "Yesterday" : "The day before", ChevronLeft)}
      <Input
        // A render must not interrupt typing.
        key={date}
        type="date"
        aria-label="Another day"
        defaultValue={date}
        className="w-auto min-w-0"
        onChange={({ target: { value } }) => {
          // While a year is being typed, it starts with zeros.
          if (isCalendarDay(value) && value > "1800") router.push(onThisDayPath(value));
        }}
      />
      {step(1, isToday ? "Tomorrow" : "The day after", ChevronRight)}
    </div>
  );
}
