import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { FeedCount } from "@/components/album/media/feed-count";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { NoUploadsYet } from "@/components/album/media/no-uploads-yet";
import { PageHeader } from "@/components/ui/page-header";
import { feedKey, gridPageSize } from "@/lib/album/media/client/queries";
import { listFeed } from "@/lib/album/media/server/browse-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { guessScreen } from "@/lib/http/screen-guess";

export const metadata: Metadata = { title: "Latest Uploads" };

export default async function LatestUploadsPage() {
  const actor = await requirePageActor();
  const [page, screen] = await Promise.all([listFeed(actor, { limit: gridPageSize }), guessScreen()]);
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
      <FeedGrid source={{ kind: "everything" }} screenGuess={screen} empty={<NoUploadsYet />} />
    </HydrationBoundary>
  );
}
