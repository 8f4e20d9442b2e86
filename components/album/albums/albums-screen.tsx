"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { AlbumCard } from "@/components/album/albums/album-card";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { fetchedPart } from "@/components/ui/fetched-part";
import { PageHeader } from "@/components/ui/page-header";
import { albumPath, albumsOptions } from "@/lib/album/albums/client/queries";

const AlbumDialog = fetchedPart(
  async () => (await import("@/components/album/albums/album-dialog")).AlbumDialog,
);

/** Covers that may be on the first screen. */
const eagerCovers = 4;

/** The family's albums as covers. @param isMaking whether the form for a new album is open at first */
export function AlbumsScreen({ isMaking: isMakingAtFirst }: { isMaking: boolean }) {
  const router = useRouter();
  const [isMaking, setIsMaking] = useState(isMakingAtFirst);
  const query = useInfiniteQuery(albumsOptions());
  const albums = (query.data?.pages ?? []).flatMap(({ items }) => items);
  const areFailed = query.isError || query.isFetchNextPageError;
  const isEmpty = albums.length === 0 && !areFailed && !query.isPending;
  const makeButton = (
    <Button onClick={() => setIsMaking(true)} aria-haspopup="dialog">
      <Plus aria-hidden="true" />
      New album
    </Button>
  );

  return (
    <>
      <PageHeader
        title="Albums"
        lead="Photos and videos that belong together, whichever month they're from."
        action={isEmpty ? undefined : makeButton}
      />
      {isEmpty && (
        <EmptyState drawing="album" title="No albums yet" action={makeButton}>
          A holiday, a wedding, every birthday cake: make an album, then add photos from any month to it. They
          stay in their months too.
        </EmptyState>
      )}
      {albums.length > 0 && (
        <ul className="grid grid-cols-2 gap-x-3.5 gap-y-7 md:grid-cols-[repeat(auto-fill,minmax(230px,1fr))] md:gap-x-6">
          {albums.map((album, index) => (
            <li key={album.id} className="min-w-0">
              <AlbumCard album={album} isEager={index < eagerCovers} />
            </li>
          ))}
        </ul>
      )}
      {areFailed && (
        <div role="alert" className="mt-6 flex flex-wrap items-center gap-4 text-ink-soft">
          The albums could not be loaded.
          <Button variant="secondary" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {query.hasNextPage && !areFailed && (
        <div className="mt-8 flex justify-center">
          <Button
            variant="secondary"
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more albums
          </Button>
        </div>
      )}
      {isMaking && (
        <AlbumDialog
          album={null}
          onClose={() => setIsMaking(false)}
          onSaved={({ id }) => router.push(albumPath(id))}
        />
      )}
    </>
  );
}
