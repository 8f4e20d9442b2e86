import type { Metadata } from "next";
import Link from "next/link";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { favoritesKey, gridPageSize } from "@/lib/album/media/client/queries";
import { listFavorites } from "@/lib/album/media/server/browse-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";

export const metadata: Metadata = { title: "Favorites" };

export default async function FavoritesPage() {
  const actor = await requirePageActor();
  const [page, screen] = await Promise.all([
    listFavorites(actor, { limit: gridPageSize, stacks: "collapsed" }),
    guessScreen(),
  ]);
  return (
    <HydrationBoundary state={hydratedQueries([[favoritesKey, firstPage(page)]])}>
      <PageHeader title="Favorites" lead="Photos and videos you've loved." />
      <FeedGrid
        source={{ kind: "favorites" }}
        screenGuess={screen}
        empty={
          <EmptyState
            drawing="heart"
            title="No favourites yet"
            action={
              <Link href="/latest-uploads" className={buttonClasses()}>
                See the latest uploads
              </Link>
            }
          >
            Press the heart on a photo you love, and you'll find it here.
          </EmptyState>
        }
      />
    </HydrationBoundary>
  );
}
