import type { Metadata } from "next";
import { FeedList } from "@/components/album/media/feed-list";
import { NoUploadsYet } from "@/components/album/media/no-uploads-yet";
import { PageHeader } from "@/components/ui/page-header";
import { feedKey, gridPageSize } from "@/lib/album/media/client/queries";
import { listFeed } from "@/lib/album/media/server/browse-service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

export const metadata: Metadata = { title: "Recent Uploads" };

export default async function RecentUploadsPage() {
  const actor = await requirePageActor();
  const page = await listFeed(actor, { limit: gridPageSize, stacks: "collapsed" });
  return (
    <HydrationBoundary state={hydratedQueries([[feedKey, firstPage(page)]])}>
      <div className="mx-auto max-w-[640px]">
        <PageHeader title="Recent Uploads" lead="What the family added, newest first." />
      </div>
      <FeedList source={{ kind: "everything" }} empty={<NoUploadsYet />} />
    </HydrationBoundary>
  );
}
