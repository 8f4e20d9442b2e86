"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { DayHeading, dayHeadingPixels } from "@/components/media/day-heading";
import { JustifiedRowView, rowGap } from "@/components/media/justified-row";
import { useJustifiedRows } from "@/components/media/use-justified-rows";
import { useRowShape } from "@/components/media/use-row-shape";
import { useWindowedArea } from "@/components/media/use-windowed-area";
import { dayOf } from "@/lib/features/media/media-days";
import type { MediaItemDto } from "@/lib/features/media/schema";
import { rowHeight } from "@/lib/shared/justified-layout";
import type { ScreenWidth } from "@/lib/shared/screen-width";

/** Rows of the first view, drawn before the window can be asked. */
const firstRows = 8;
/** Rows left below the shown ones when the next page is asked for: about two screens. */
const rowsAhead = 8;

export interface WindowedGridProps {
  items: readonly MediaItemDto[];
  screenGuess: ScreenWidth;
  /** Rows stay as they are, however much is scrolled, while this is the same function. */
  renderTile: (item: MediaItemDto, index: number) => ReactNode;
  onNearEnd: () => void;
  /** Scrolls so that this item can be seen, whenever it changes. */
  scrollToId?: string | null;
  /** Where the item comes to stand: in the middle for one that is looked for, else just inside. */
  scrollAlign?: "center" | "auto";
  /** Puts a heading before each day, in a list that is in the order of the days; the year that goes without saying. */
  daysOf?: number | undefined;
}

/** A justified grid of any length: only the rows about the window are in the document. */
export function WindowedGrid({
  items,
  screenGuess,
  renderTile,
  onNearEnd,
  scrollToId,
  scrollAlign = "auto",
  daysOf,
}: WindowedGridProps) {
  const list = useRef<HTMLDivElement>(null);
  const area = useWindowedArea(list);
  const shape = useRowShape("roomy", screenGuess);
  const rows = useJustifiedRows(items, shape, daysOf === undefined ? undefined : dayOf);
  const width = area?.width ?? 0;
  const virtualizer = useWindowVirtualizer({
    count: area ? rows.length : 0,
    estimateSize: (index) => {
      const row = rows[index];
      if (!row) return 0;
      return rowHeight(row, width, rowGap) + (row.opens === undefined ? 0 : dayHeadingPixels);
    },
    gap: rowGap,
    overscan: 3,
    // Rows ahead are there already: a frame need not wait for more.
    useFlushSync: false,
    scrollMargin: area?.top ?? 0,
    // Sticky header.
    scrollPaddingStart: 90,
    scrollPaddingEnd: 90,
  });

  // Sizes are computed, not measured: they change with the width and when an item learns its size.
  const measured = useRef({ count: 0, width: 0 });
  useEffect(() => {
    const { count, width: before } = measured.current;
    measured.current = { count: rows.length, width };
    // With another number of rows the virtualizer has asked for all sizes already.
    if (count === rows.length || before !== width) virtualizer.measure();
  }, [virtualizer, rows, width]);

  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastShown >= rows.length - rowsAhead && lastShown >= 0) onNearEnd();
  }, [lastShown, rows.length, onNearEnd]);

  const isMeasured = area !== null;
  const wantedRow = useMemo(() => {
    if (!scrollToId) return -1;
    const index = items.findIndex(({ id }) => id === scrollToId);
    return rows.findIndex((row) => row.start <= index && index < row.end);
  }, [scrollToId, items, rows]);
  const isFound = wantedRow >= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: later pages must not scroll the reader back
  useEffect(() => {
    if (isMeasured && isFound) virtualizer.scrollToIndex(wantedRow, { align: scrollAlign });
  }, [isMeasured, isFound, scrollToId, virtualizer]);

  const renderHeading = useCallback(
    (day: string, isShort: boolean) => <DayHeading day={day} year={daysOf} isShort={isShort} />,
    [daysOf],
  );

  if (!isMeasured) {
    return (
      <div ref={list} className="grid gap-[3px] max-md:-mx-3.5">
        {rows.slice(0, firstRows).map((row) => (
          <div key={row.start}>
            <JustifiedRowView
              row={row}
              items={items}
              shape={shape}
              renderTile={renderTile}
              renderHeading={renderHeading}
            />
          </div>
        ))}
      </div>
    );
  }
  return (
    <div ref={list} className="relative max-md:-mx-3.5" style={{ height: virtualizer.getTotalSize() }}>
      {shown.map(({ index, start }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={row.start}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - area.top}px)` }}
            >
              <JustifiedRowView
                row={row}
                items={items}
                shape={shape}
                renderTile={renderTile}
                renderHeading={renderHeading}
                isPassing={virtualizer.isScrolling}
              />
            </div>
          )
        );
      })}
    </div>
  );
}
