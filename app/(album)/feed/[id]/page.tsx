import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FeedList } from "@/components/album/media/feed-list";
import { NoUploadsYet } from "@/components/album/media/no-uploads-yet";
import { PageHeader } from "@/components/ui/page-header";
import { feedFromKey, gridPageSize } from "@/lib/album/media/client/queries";
import { getMediaItem, listFeed } from "@/lib/album/media/server/browse-service";
import { encodeCursor } from "@/lib/album/media/server/cursor";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

export const metadata: Metadata = { title: "Feed" };

/** The feed starting at one item (specification 2.2). */
export default async function FeedFromPage({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requirePageActor();
  const item = await getMediaItem(actor, (await params).id);
  if (!item) notFound();
  const startCursor = encodeCursor({ month: 0, at: new Date(item.uploadDate), id: item.id });
  const page = await listFeed(actor, { limit: gridPageSize, cursor: startCursor, stacks: "collapsed" });
  const fromItem = { ...page, items: [item, ...page.items] };
  return (
    <HydrationBoundary state={hydratedQueries([[feedFromKey(item.id), firstPage(fromItem)]])}>
      <div className="mx-auto max-w-[640px]">
        <PageHeader title="Feed" lead="From this photo on, newest first." />
      </div>
      <FeedList source={{ kind: "from", id: item.id, startCursor }} empty={<NoUploadsYet />} />
    </HydrationBoundary>
  );
}
