"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useCallback, useMemo } from "react";
import { MonthTile } from "@/components/album/home/month-tile";
import { monthMark, useCurrentMonth } from "@/components/album/home/use-current-month";
import { DownloadArchiveButton } from "@/components/album/media/download-archive-button";
import { JustifiedRowView } from "@/components/album/media/justified-row";
import { MediaTile } from "@/components/album/media/media-tile";
import { useLoadRetry } from "@/components/album/media/use-load-retry";
import { useRowShape } from "@/components/album/media/use-row-shape";
import { useUniqueItems } from "@/components/album/media/use-unique-items";
import { useViewerAddress } from "@/components/album/media/use-viewer-address";
import { usePreloadedViewer, ViewerOverlay } from "@/components/album/media/viewer-overlay";
import { MonthIconsButton } from "@/components/album/month-icons/month-icons-button";
import { useFirstYear } from "@/components/session/use-first-year";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { yearOptions } from "@/lib/album/media/client/queries";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { counted, numberText } from "@/lib/shared/counted";
import { packRows } from "@/lib/shared/justified-layout";
import type { ScreenWidth } from "@/lib/shared/screen-width";
import { shownMonths } from "@/lib/shared/shown-months";

export interface YearSectionProps {
  year: number;
  screenGuess: ScreenWidth;
}

/** The contents of a year: its months, and its media twenty at a time. */
export function YearSection({ year, screenGuess }: YearSectionProps) {
  const query = useInfiniteQuery(yearOptions(year));
  const { data, fetchNextPage, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError } = query;
  usePreloadedViewer();
  const currentMonth = useCurrentMonth();
  const firstYear = useFirstYear();
  const viewer = useViewerAddress();
  const shape = useRowShape("dense", screenGuess);
  const items = useUniqueItems(data?.pages);
  const rows = useMemo(() => packRows(items, shape), [items, shape]);
  const { open } = viewer;
  const openItem = useCallback((item: MediaItemDto, tile: HTMLElement) => open(item.id, tile), [open]);
  const showMore = useCallback(() => {
    // The next page would cancel a refetch, and with it the months' new counts.
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  const readAhead = useCallback(() => {
    if (!isFetchNextPageError) showMore();
  }, [isFetchNextPageError, showMore]);
  useLoadRetry(viewer.openId !== null && isFetchNextPageError && !isFetchingNextPage ? showMore : null);

  const first = data?.pages[0];
  if (!first) {
    return query.isError ? (
      <YearFailed onRetry={() => void query.refetch()} isBusy={isFetching} />
    ) : (
      <YearSkeleton />
    );
  }
  const total = first.pagination.total;
  const months = shownMonths(year, first.months, firstYear);
  return (
    <div className="pt-3">
      <div className="grid grid-cols-3 gap-1.5 md:grid-cols-4 md:gap-2.5 lg:grid-cols-6">
        {months.map((summary) => (
          <MonthTile
            key={summary.month}
            year={year}
            summary={summary}
            isCurrent={monthMark(year, summary.month) === currentMonth}
          />
        ))}
      </div>
      <div className="mt-3 flex flex-wrap justify-end gap-2.5">
        <DownloadArchiveButton what={{ year }}>
          <Download aria-hidden="true" className="-ml-0.5" />
          Download
          <span className="sr-only"> {year} as a ZIP file</span>
        </DownloadArchiveButton>
        <MonthIconsButton
          year={year}
          months={months.map(({ month }) => month).sort((one, other) => other - one)}
        >
          Month icons
          <span className="sr-only"> for {year}</span>
        </MonthIconsButton>
      </div>
      <div className="mt-4 grid gap-[3px] max-md:-mx-3.5">
        {rows.map((row) => (
          <JustifiedRowView
            key={row.start}
            row={row}
            items={items}
            shape={shape}
            renderTile={(item) => <MediaTile item={item} onOpen={openItem} isSmall />}
          />
        ))}
      </div>
      {isFetchNextPageError && (
        <YearFailed onRetry={() => void fetchNextPage()} isBusy={isFetchingNextPage} />
      )}
      {hasNextPage && !isFetchNextPageError && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-x-4 gap-y-1">
          <Button variant="secondary" isBusy={isFetching} onClick={showMore}>
            Show more
            <span className="sr-only"> for {year}</span>
          </Button>
          <span className="text-step--1 text-ink-soft">
            {numberText(items.length)} of {counted(total, "item")}
          </span>
        </div>
      )}
      <ViewerOverlay
        openId={viewer.openId}
        items={items}
        total={Math.max(total, items.length)}
        onShow={viewer.show}
        onClose={viewer.close}
        onNearEnd={readAhead}
      />
    </div>
  );
}

function YearFailed({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-4 py-6 text-ink-soft">
      Error loading media for this year
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

function YearSkeleton() {
  return (
    <div className="grid grid-cols-3 gap-1.5 pt-3 md:grid-cols-4 md:gap-2.5 lg:grid-cols-6">
      <span role="status" className="sr-only">
        Loading this year
      </span>
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="aspect-[1/1.06]" />
      ))}
    </div>
  );
}
