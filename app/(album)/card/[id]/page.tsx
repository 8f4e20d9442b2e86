import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ItemCard } from "@/components/album/media/item-card";
import { detailKey } from "@/lib/album/media/client/queries";
import { mediaTitle } from "@/lib/album/media/media-text";
import { getMediaDetail, getMediaItem } from "@/lib/album/media/server/browse-service";
import { isMember } from "@/lib/core/auth/server/actor";
import { getPageActor, requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

interface CardPageProps {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: CardPageProps): Promise<Metadata> {
  const actor = await getPageActor();
  const item = actor && isMember(actor) ? await getMediaItem(actor, (await params).id) : null;
  return { title: item ? mediaTitle(item) : "Page Not Found" };
}

export default async function CardPage({ params }: CardPageProps) {
  const actor = await requirePageActor();
  const detail = await getMediaDetail(actor, (await params).id);
  if (!detail) notFound();
  return (
    <HydrationBoundary state={hydratedQueries([[detailKey(detail.id), detail]])}>
      <ItemCard item={detail} />
    </HydrationBoundary>
  );
}
