import type { Metadata } from "next";
import Link from "next/link";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { NoUploadsYet } from "@/components/album/media/no-uploads-yet";
import { buttonClasses } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { allKey, gridPageSize } from "@/lib/album/media/client/queries";
import { listAll } from "@/lib/album/media/server/browse-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { homeView } from "@/lib/core/settings/schema";
import { getPageSettings } from "@/lib/core/settings/server/page-settings";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";

export const metadata: Metadata = { title: "All photos" };

export default async function AllPhotosPage() {
  const actor = await requirePageActor();
  const [page, screen, { startPage }] = await Promise.all([
    listAll(actor, { limit: gridPageSize, stacks: "collapsed" }),
    guessScreen(),
    getPageSettings(),
  ]);
  return (
    <HydrationBoundary state={hydratedQueries([[allKey, firstPage(page)]])}>
      <PageHeader
        title="All photos"
        lead="Every photo and video, from the latest back to the first."
        action={
          // The album opens with this page, so its own link leads back here.
          startPage === "allPhotos" && (
            <Link
              href={`/?view=${homeView}`}
              prefetch={false}
              className={buttonClasses({ variant: "secondary" })}
            >
              Home
            </Link>
          )
        }
      />
      <FeedGrid source={{ kind: "all" }} screenGuess={screen} empty={<NoUploadsYet />} />
    </HydrationBoundary>
  );
}
