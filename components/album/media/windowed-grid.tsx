"use client";

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { DayHeading, dayHeadingRem } from "@/components/album/media/day-heading";
import { useGridDensity } from "@/components/album/media/grid-density";
import { JustifiedRowView, rowGap } from "@/components/album/media/justified-row";
import { headerPixels, type ScrollTarget, useScrollTarget } from "@/components/album/media/scroll-target";
import { useJustifiedRows } from "@/components/album/media/use-justified-rows";
import { type ListEdges, useListEdges, useShownRange } from "@/components/album/media/use-list-edges";
import { useRowShape } from "@/components/album/media/use-row-shape";
import { useStableMiddle } from "@/components/album/media/use-stable-middle";
import { useWindowedArea, type WindowedArea } from "@/components/album/media/use-windowed-area";
import { listOf, type MediaItems, type MediaList } from "@/lib/album/media/client/media-list";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { type RowShape, rowHeight } from "@/lib/shared/justified-layout";
import type { RowList } from "@/lib/shared/row-list";
import type { ScreenWidth } from "@/lib/shared/screen-width";

/** Rows of the first view, rendered before the window can be measured. */
const firstRows = 8;
/** The next page is requested when this many rows are left below those shown: about two screens. */
const rowsAhead = 8;

export interface WindowedGridProps extends ListEdges {
  items: MediaItems;
  screenGuess: ScreenWidth;
  /** Rows don't re-render while scrolling as long as this function is stable. */
  renderTile: (item: MediaItemDto, index: number) => ReactNode;
  onNearEnd: () => void;
  scrollTo?: ScrollTarget | null;
  /** The number of items inserted before those the list began with; omitted for a list that only grows at its end. */
  leading?: number | undefined;
  /** Puts a heading before each day in a list sorted by day; the value is the year that headings leave out. */
  daysOf?: number | undefined;
}

/** The row of an item; -1 if none is wanted or it is not in the list. */
function useRowOf(wanted: number | undefined, list: MediaList, rows: RowList): number {
  return useMemo(
    () => (wanted === undefined ? -1 : rows.indexOfItem(list.indexOfKey(wanted))),
    [wanted, list, rows],
  );
}

interface GridRows {
  list: MediaList;
  rows: RowList;
  shape: RowShape;
  area: WindowedArea | null;
  /** Newer rows can be inserted before the first one. */
  isGrowingUp: boolean;
}

function useGridVirtualizer({ list, rows, shape, area, isGrowingUp }: GridRows) {
  const width = area?.width ?? 0;
  const headingPixels = dayHeadingRem * (area?.rem ?? 0);
  // The same rows have the same keys, whichever pages are loaded.
  const latest = useRef(list);
  latest.current = list;
  // In a list that only grows at its end, row numbers serve as keys: otherwise each page would look up ten thousand.
  // Rows of another shape get different keys, so they appear in place instead of jumping there.
  const firstNumber = Math.round(shape.rowRatio * 1_000) * 1_000_000;
  const getItemKey = useCallback(
    (row: number) =>
      (isGrowingUp ? latest.current.keyAt(rows.at(row)?.start ?? -1) : undefined) ?? firstNumber + row,
    [rows, isGrowingUp, firstNumber],
  );
  const virtualizer = useWindowVirtualizer({
    count: area ? rows.length : 0,
    getItemKey,
    // What is in view stays put while newer rows are inserted before it.
    anchorTo: isGrowingUp ? "end" : "start",
    estimateSize: (index) => {
      const row = rows.at(index);
      if (!row) return 0;
      return rowHeight(row, width, rowGap) + (row.opens === undefined ? 0 : headingPixels);
    },
    gap: rowGap,
    overscan: 3,
    // Rows ahead are already rendered: a frame need not wait for more.
    useFlushSync: false,
    scrollMargin: area?.top ?? 0,
    scrollPaddingStart: headerPixels,
    scrollPaddingEnd: headerPixels,
  });

  // Sizes are computed, not measured. With other rows, and so another function for keys, the virtualizer asks for them
  // again itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what the sizes follow from
  useEffect(() => virtualizer.measure(), [virtualizer, width, headingPixels]);
  return virtualizer;
}

/** Requests the next page in a task of its own, so that it doesn't delay the frame that came near the end. */
function useRowsAhead(isNear: boolean, rowCount: number, onNearEnd: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows that came may be too few
  useEffect(() => {
    if (!isNear) return;
    const timer = setTimeout(onNearEnd);
    return () => clearTimeout(timer);
  }, [isNear, rowCount, onNearEnd]);
}

/** A justified grid of any length: only the rows near the viewport are in the document. */
export function WindowedGrid({
  items,
  screenGuess,
  renderTile,
  onNearEnd,
  scrollTo = null,
  leading,
  daysOf,
  onRange,
  ...edges
}: WindowedGridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const area = useWindowedArea(frame);
  const list = listOf(items);
  const shape = useRowShape("roomy", screenGuess, useGridDensity().step);
  const rows = useJustifiedRows(list, shape, { isByDay: daysOf !== undefined, leading: leading ?? 0 });
  const virtualizer = useGridVirtualizer({ list, rows, shape, area, isGrowingUp: leading !== undefined });

  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? -1;
  useShownRange(rows.at(shown[0]?.index ?? -1)?.start, rows.at(lastShown)?.end, onRange);
  useRowsAhead(lastShown >= 0 && lastShown >= rows.length - rowsAhead, rows.length, onNearEnd);

  const wantedRow = useRowOf(scrollTo?.key, list, rows);
  useScrollTarget(virtualizer, scrollTo, area ? wantedRow : -1);
  useStableMiddle(virtualizer, rows, shape, area?.top ?? 0);
  useListEdges(virtualizer, (row) => rows.at(row)?.start ?? 0, edges);

  const renderHeading = useCallback(
    (day: string, isShort: boolean) => <DayHeading day={day} year={daysOf} isShort={isShort} />,
    [daysOf],
  );

  if (!area) {
    return (
      <div ref={frame} className="grid gap-[3px] max-md:-mx-3.5">
        {rows.first(firstRows).map((row) => (
          <div key={row.start}>
            <JustifiedRowView
              row={row}
              items={list}
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
    <div ref={frame} className="relative max-md:-mx-3.5" style={{ height: virtualizer.getTotalSize() }}>
      {shown.map(({ index, key, start }) => {
        const row = rows.at(index);
        return (
          row && (
            <div
              key={key}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - area.top}px)` }}
            >
              <JustifiedRowView
                row={row}
                items={list}
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
