import type { Feed } from "@/components/album/media/use-feed";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

/** Below an endless list: what is loading, or that it failed to load. */
export function FeedFooter({
  feed,
}: {
  feed: Pick<Feed, "isFailed" | "isLoadingMore" | "isPending" | "loadMore">;
}) {
  if (feed.isFailed) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-center gap-4 py-8 text-ink-soft">
        The next photos didn't load.
        <Button variant="secondary" onClick={feed.loadMore}>
          Try again
        </Button>
      </div>
    );
  }
  const isLoading = feed.isLoadingMore || feed.isPending;
  return (
    <div className="pt-2">
      <p role="status" className="sr-only">
        {isLoading ? "Loading more photos" : ""}
      </p>
      {isLoading && (
        <div aria-hidden="true" className="flex gap-[3px] max-md:-mx-3.5">
          {[1.5, 0.9, 1.3, 1.1].map((ratio) => (
            <Skeleton key={ratio} className="h-36 rounded-sm md:h-52" style={{ flex: ratio }} />
          ))}
        </div>
      )}
    </div>
  );
}
