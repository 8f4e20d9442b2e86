import type { Metadata } from "next";
import { AlbumsScreen } from "@/components/album/albums/albums-screen";
import { albumsKey } from "@/lib/album/albums/client/queries";
import { listAlbums } from "@/lib/album/albums/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

export const metadata: Metadata = { title: "Albums" };

/** With `?new`, opens with the form for a new album. */
export default async function AlbumsPage({
  searchParams,
}: {
  searchParams: Promise<{ new?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  const [{ new: isMaking }, page] = await Promise.all([searchParams, listAlbums(actor, {})]);
  return (
    <HydrationBoundary state={hydratedQueries([[albumsKey, firstPage(page)]])}>
      <AlbumsScreen isMaking={isMaking !== undefined} />
    </HydrationBoundary>
  );
}
