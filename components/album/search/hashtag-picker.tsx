"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { existingHashtagsOptions, hashtagPath } from "@/lib/album/hashtags/client/queries";
import { counted, numberText } from "@/lib/shared/counted";

/** The hashtags in use with their counts, as a place to start. */
export function HashtagPicker() {
  const { data, isPending, refetch, isFetching } = useQuery(existingHashtagsOptions());
  if (isPending) {
    return (
      <div aria-hidden="true" className="flex flex-wrap gap-2.5">
        {[110, 92, 130, 84, 120].map((width) => (
          <Skeleton key={width} className="h-11 rounded-full" style={{ width }} />
        ))}
      </div>
    );
  }
  if (!data) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4 text-ink-soft">
        The hashtags could not be loaded.
        <Button variant="secondary" size="small" isBusy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState drawing="search" title="Find a moment again">
        Type a word from a description. Words that start with #, such as #birthday, are hashtags: use them in
        your descriptions and they appear here.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="hashtags-in-use">
      <h2 id="hashtags-in-use" className="text-step-1">
        Hashtags in use
      </h2>
      <ul className="mt-3 flex flex-wrap gap-2.5">
        {data.map(({ hashtag, usageCount }) => (
          <li key={hashtag} className="max-w-full">
            <Link
              href={hashtagPath(hashtag)}
              prefetch={false}
              className="flex min-h-11 items-center gap-2 rounded-full bg-accent-soft px-4 font-semibold text-accent-strong hover:underline"
            >
              <span className="min-w-0 wrap-anywhere">{hashtag}</span>
              <span aria-hidden="true" className="text-step--1 text-ink-soft tabular-nums">
                {numberText(usageCount)}
              </span>
              <span className="sr-only">, {counted(usageCount, "item")}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
