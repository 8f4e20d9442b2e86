import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AlbumScreen } from "@/components/album/albums/album-screen";
import { ShareAlbum } from "@/components/album/sharing/share-album";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { albumKey, albumPath } from "@/lib/album/albums/client/queries";
import { listAlbumItems } from "@/lib/album/albums/server/items-service";
import { getAlbum } from "@/lib/album/albums/server/service";
import { albumItemsKey, gridPageSize } from "@/lib/album/media/client/queries";
import { shareLinkOf } from "@/lib/album/sharing/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";

interface AlbumPageProps {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: AlbumPageProps): Promise<Metadata> {
  const [actor, { id }] = [await requirePageActor(), await params];
  return { title: (await getAlbum(actor, id))?.title ?? "Page Not Found" };
}

export default async function AlbumPage({ params }: AlbumPageProps) {
  const actor = await requirePageActor();
  const { id } = await params;
  const album = await getAlbum(actor, id);
  if (!album) notFound();
  const [user, page, screen] = await Promise.all([
    getPageUser(),
    listAlbumItems(actor, album.id, { limit: gridPageSize, stacks: "collapsed" }),
    guessScreen(),
  ]);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [albumKey(album.id), album],
        [albumItemsKey(album.id), firstPage(page)],
      ])}
    >
      <AlbumScreen
        album={album}
        screenGuess={screen}
        shareButton={
          user?.currentFamily && (
            <ShareAlbum link={shareLinkOf(user.currentFamily)} path={albumPath(album.id)} />
          )
        }
      />
    </HydrationBoundary>
  );
}
