"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyHome } from "@/components/home/empty-home";
import { Greeting } from "@/components/home/greeting";
import { RecentUploadsCard } from "@/components/home/recent-uploads-card";
import { usePreloadedAlbum } from "@/components/home/use-preloaded-album";
import { YearGallery } from "@/components/home/year-gallery";
import { usePreloadedViewer } from "@/components/media/viewer-overlay";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Spinner } from "@/components/ui/spinner";
import { latestOptions, yearCoversOptions } from "@/lib/features/media/queries";
import { albumWords } from "@/lib/shared/album-words";

export interface HomeViewProps {
  greetedName: string;
  /** Places of the Recent Uploads card (specification 9.5). */
  recentPlaces: number;
  isPhoneGuess: boolean;
  /** The cards beside the years. */
  aside: ReactNode;
}

/** Home (specification 2.4). */
export function HomeView({ greetedName, recentPlaces, isPhoneGuess, aside }: HomeViewProps) {
  const latest = useQuery(latestOptions());
  const covers = useQuery(yearCoversOptions());
  usePreloadedAlbum(covers.data);
  usePreloadedViewer();

  if (latest.isPending || covers.isPending) {
    return (
      <div className="grid min-h-[50dvh] place-items-center">
        <Spinner label="Loading your album" />
      </div>
    );
  }
  if (!latest.data || !covers.data) {
    return (
      <EmptyState
        drawing="cloud"
        title="Your album could not be loaded"
        level={1}
        action={
          <Button
            isBusy={latest.isFetching || covers.isFetching}
            onClick={() => {
              void latest.refetch();
              void covers.refetch();
            }}
          >
            Try again
          </Button>
        }
      >
        Nothing is lost. Please check your connection and try again.
      </EmptyState>
    );
  }
  const years = covers.data;
  const isEmpty = latest.data.length === 0 && years.length === 0;
  if (isEmpty) return <EmptyHome greetedName={greetedName} />;
  return (
    <>
      <div className="mb-5 md:mb-7">
        <Greeting name={greetedName} />
        <p className="mt-1.5 text-ink-soft">{albumWords(years)}</p>
      </div>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_316px] lg:gap-x-7.5">
        <div className="grid min-w-0 content-start gap-5">
          <RecentUploadsCard latest={latest.data} places={recentPlaces} />
          <YearGallery years={years} isPhoneGuess={isPhoneGuess} />
        </div>
        <aside aria-label="Your family" className="grid content-start gap-4.5">
          {aside}
        </aside>
      </div>
    </>
  );
}
