"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { HomeFailed } from "@/components/album/home/home-failed";
import { RecentUploadsCard } from "@/components/album/home/recent-uploads-card";
import { usePreloadedAlbum } from "@/components/album/home/use-preloaded-album";
import { YearGallery } from "@/components/album/home/year-gallery";
import { Spinner } from "@/components/ui/spinner";
import { latestOptions, yearCoversOptions } from "@/lib/album/media/client/queries";
import { describeAlbum } from "@/lib/shared/album-text";
import type { ScreenWidth } from "@/lib/shared/screen-width";

// Code that most visits never use stays out of the first load.
const EmptyHome = lazy(async () => ({
  default: (await import("@/components/album/home/empty-home")).EmptyHome,
}));

export interface HomeViewProps {
  /** "Good evening, Ada" */
  greeting: string;
  /** What others have added since the last visit, as text. */
  news?: string | null;
  /** Places of the Recent Uploads card (specification 9.5). */
  recentPlaces: number;
  /** Identifies the pictures included in the page's HTML. */
  pageKey?: string;
  screenGuess: ScreenWidth;
  /** Beside the greeting. */
  action?: ReactNode;
  /** Photos from this day in earlier years, above the recent uploads. */
  memories?: ReactNode;
  /** The family's albums, before the years. */
  albums?: ReactNode;
  /** The notice board; on phones it comes before the years. */
  board: ReactNode;
  /** The other cards beside the years. */
  aside: ReactNode;
}

/** On phones the board is above the albums and years but arrives after them, so they wait for it. */
const afterBoard = "order-3 min-w-0 max-lg:[:not(:has(+aside>.order-4))>&]:hidden";

/** Home (specification 2.4). */
export function HomeView({
  greeting,
  news = null,
  recentPlaces,
  pageKey,
  screenGuess,
  action,
  memories,
  albums,
  board,
  aside,
}: HomeViewProps) {
  const latest = useQuery(latestOptions());
  const covers = useQuery(yearCoversOptions());
  usePreloadedAlbum(covers.data);

  if (latest.isPending || covers.isPending) {
    return (
      <div className="grid min-h-[50dvh] place-items-center">
        <Spinner label="Loading your album" />
      </div>
    );
  }
  if (!latest.data || !covers.data) {
    return (
      <HomeFailed
        isBusy={latest.isFetching || covers.isFetching}
        onRetry={() => {
          void latest.refetch();
          void covers.refetch();
        }}
      />
    );
  }
  const years = covers.data;
  const isEmpty = latest.data.length === 0 && years.length === 0;
  if (isEmpty) {
    return (
      <Suspense>
        <EmptyHome greeting={greeting} />
        {board && <div className="mx-auto mt-8 max-w-4xl">{board}</div>}
      </Suspense>
    );
  }
  return (
    <>
      {/* The button's space is reserved before it is loaded: the greeting must not wrap again when it appears. */}
      <div className="mb-5 flex flex-wrap items-end gap-3 md:mb-7">
        <div className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
          <h1>{greeting}</h1>
          <p className="mt-1.5 text-ink-soft wrap-anywhere">{news ?? describeAlbum(years)}</p>
        </div>
        {action && <div className="flex min-w-24 justify-end">{action}</div>}
      </div>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_316px] lg:gap-x-7.5">
        <div className="contents min-w-0 content-start gap-5 lg:grid">
          {memories && <div className="order-1 grid min-w-0 gap-3.5 empty:hidden">{memories}</div>}
          <div className="order-1 min-w-0">
            <RecentUploadsCard latest={latest.data} places={recentPlaces} pageKey={pageKey} />
          </div>
          {albums && <div className={afterBoard}>{albums}</div>}
          <div className={afterBoard}>
            <YearGallery years={years} screenGuess={screenGuess} />
          </div>
        </div>
        <aside aria-label="Your family" className="contents content-start gap-4.5 lg:grid">
          {board && <div className="order-2 min-w-0">{board}</div>}
          <div className="order-4 grid min-w-0 content-start gap-4.5">{aside}</div>
        </aside>
      </div>
    </>
  );
}
