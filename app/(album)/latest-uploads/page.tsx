import type { Metadata } from "next";
import { ChoosingForAlbum } from "@/components/album/albums/choosing-for-album";
import { FeedCount } from "@/components/album/media/feed-count";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { NoUploadsYet } from "@/components/album/media/no-uploads-yet";
import { PageHeader } from "@/components/ui/page-header";
import { getAlbum } from "@/lib/album/albums/server/service";
import { feedKey, gridPageSize } from "@/lib/album/media/client/queries";
import { listFeed } from "@/lib/album/media/server/browse-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";

export const metadata: Metadata = { title: "Latest Uploads" };

/** With `?addTo`, photos are selected here for that album. */
export default async function LatestUploadsPage({
  searchParams,
}: {
  searchParams: Promise<{ addTo?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  const { addTo } = await searchParams;
  const [page, screen, album] = await Promise.all([
    listFeed(actor, { limit: gridPageSize, stacks: "collapsed" }),
    guessScreen(),
    typeof addTo === "string" ? getAlbum(actor, addTo) : null,
  ]);
  const grid = <FeedGrid source={{ kind: "everything" }} screenGuess={screen} empty={<NoUploadsYet />} />;
  return (
    <HydrationBoundary state={hydratedQueries([[feedKey, firstPage(page)]])}>
      <PageHeader
        title="Latest Uploads"
        lead={
          page.pagination.total > 0 && (
            <>
              <FeedCount source={{ kind: "everything" }} />, newest first
            </>
          )
        }
      />
      {album?.mayAdd ? (
        <ChoosingForAlbum album={{ id: album.id, title: album.title }}>{grid}</ChoosingForAlbum>
      ) : (
        grid
      )}
    </HydrationBoundary>
  );
}
