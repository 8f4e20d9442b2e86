import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ViewerScreen } from "@/components/album/media/viewer-screen";
import { detailKey, gridPageSize } from "@/lib/album/media/client/queries";
import { monthAtStart } from "@/lib/album/media/client/run-queries";
import { mediaTitle } from "@/lib/album/media/media-text";
import { getMediaDetail, getMediaItem, getMonthPageAt } from "@/lib/album/media/server/browse-service";
import { isMember } from "@/lib/core/auth/server/actor";
import { getPageActor, requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

interface ItemPageProps {
  params: Promise<{ id: string }>;
}

/** Shared by every page of one item. The title of an inaccessible item doesn't reveal that it exists. */
export async function generateMetadata({ params }: ItemPageProps): Promise<Metadata> {
  const actor = await getPageActor();
  const item = actor && isMember(actor) ? await getMediaItem(actor, (await params).id) : null;
  return { title: item ? mediaTitle(item) : "Page Not Found" };
}

/** Also at /display-single-image-{id} (specification 2.2). */
export default async function ViewImagePage({ params }: ItemPageProps) {
  const actor = await requirePageActor();
  const detail = await getMediaDetail(actor, (await params).id);
  if (!detail) notFound();
  const { id, year, month } = detail;
  const page = await getMonthPageAt(actor, { year, month }, { id, limit: gridPageSize, stacks: "collapsed" });
  const start = page.pagination.offset;
  return (
    <HydrationBoundary
      state={hydratedQueries([[detailKey(detail.id), detail], monthAtStart(year, month, page)])}
    >
      <ViewerScreen item={detail} start={start} />
    </HydrationBoundary>
  );
}
