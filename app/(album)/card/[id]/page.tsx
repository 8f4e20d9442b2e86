import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ItemCard } from "@/components/media/item-card";
import { isMember } from "@/lib/auth/actor";
import { getPageActor, requirePageActor } from "@/lib/auth/page-actor";
import { getMediaDetail, getMediaItem } from "@/lib/features/media/browse-service";
import { mediaTitle } from "@/lib/features/media/media-words";
import { detailKey } from "@/lib/features/media/queries";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

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
