"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Download, Move, Pencil, Plus } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { AlbumPlaceProvider } from "@/components/album/item/album-place";
import { DownloadArchiveButton } from "@/components/album/media/download-archive-button";
import { FeedGrid } from "@/components/album/media/feed-grid";
import { Button, buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { fetchedPart } from "@/components/ui/fetched-part";
import { describeAlbumItems } from "@/lib/album/albums/album-text";
import { albumOptions, choosingPath } from "@/lib/album/albums/client/queries";
import type { AlbumDetailDto } from "@/lib/album/albums/schema";
import { albumItemsKey } from "@/lib/album/media/client/queries";
import { listed } from "@/lib/shared/listed";
import type { ScreenWidth } from "@/lib/shared/screen-width";

const AlbumDialog = fetchedPart(
  async () => (await import("@/components/album/albums/album-dialog")).AlbumDialog,
);
const ArrangeGrid = fetchedPart(
  async () => (await import("@/components/album/albums/arrange-grid")).ArrangeGrid,
);

export interface AlbumScreenProps {
  /** The album as loaded by the page; what the browser learns later takes precedence. */
  album: AlbumDetailDto;
  screenGuess: ScreenWidth;
  /** The page's share button. */
  shareButton: ReactNode;
}

/** "By Ada, with Ben and Carol" */
function describePeople({ createdBy, adders, contributors }: AlbumDetailDto): string {
  const names = adders === "chosen" ? contributors.map(({ name }) => name) : [];
  const others = names.length > 0 ? `with ${listed(names)}` : "";
  return [createdBy ? `by ${createdBy.name}` : "", others].filter(Boolean).join(" ");
}

/** For albums sorted by date: day headings leave out the year if the whole album is from one. */
function daysOf({ order, firstMonth, lastMonth }: AlbumDetailDto): number | undefined {
  if (order !== "date") return undefined;
  return lastMonth && firstMonth?.year === lastMonth.year ? lastMonth.year : 0;
}

/** Refetches the items when others have changed the album. */
function useFollowedItems({ id, activeAt, itemCount, order }: AlbumDetailDto): void {
  const queryClient = useQueryClient();
  const state = `${activeAt} ${itemCount} ${order}`;
  const last = useRef(state);
  useEffect(() => {
    if (last.current === state) return;
    last.current = state;
    void queryClient.invalidateQueries({ queryKey: albumItemsKey(id) });
  }, [queryClient, id, state]);
}

/** An album: its title, story and items. */
export function AlbumScreen({ album: found, screenGuess, shareButton }: AlbumScreenProps) {
  const router = useRouter();
  const { data } = useQuery(albumOptions(found.id));
  const album = data ?? found;
  const { id, title, story, order, mayEdit, mayAdd, itemCount } = album;
  const [isEditing, setIsEditing] = useState(false);
  const [isArranging, setIsArranging] = useState(false);
  const arrangeButton = useRef<HTMLButtonElement>(null);
  useFollowedItems(album);
  const place = useMemo(() => ({ id, title, mayEdit }), [id, title, mayEdit]);
  const people = describePeople(album);

  return (
    <>
      <Link
        href="/albums"
        className="-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-full px-2 text-ink-soft hover:text-ink hover:underline"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Albums
      </Link>
      <header className="mt-1 mb-6 md:mb-8">
        <h1 className="wrap-anywhere">
          <bdi>{title}</bdi>
        </h1>
        <p className="mt-2 text-ink-soft wrap-anywhere">
          {describeAlbumItems(album)}
          {people && <span className="block">{people.charAt(0).toUpperCase() + people.slice(1)}</span>}
        </p>
        {story && <p className="mt-4 max-w-prose wrap-anywhere whitespace-pre-line">{story}</p>}
        <div className="mt-5 flex flex-wrap gap-2.5">
          {!isArranging && <AddAndKeep album={album} shareButton={shareButton} />}
          {mayAdd && order === "hand" && itemCount > 1 && (
            <Button
              ref={arrangeButton}
              key="arrange"
              variant={isArranging ? "primary" : "secondary"}
              size="small"
              onClick={() => setIsArranging(!isArranging)}
            >
              {!isArranging && <Move aria-hidden="true" className="-ml-0.5" />}
              {isArranging ? "Done arranging" : "Arrange"}
            </Button>
          )}
          {mayEdit && !isArranging && (
            <Button
              variant="secondary"
              size="small"
              aria-haspopup="dialog"
              onClick={() => setIsEditing(true)}
            >
              <Pencil aria-hidden="true" className="-ml-0.5" />
              Edit album
            </Button>
          )}
        </div>
      </header>
      {isArranging ? (
        <ArrangeGrid
          albumId={id}
          onClose={() => {
            setIsArranging(false);
            arrangeButton.current?.focus();
          }}
        />
      ) : (
        <AlbumPlaceProvider value={place}>
          <FeedGrid
            key={`${id} ${order}`}
            source={{ kind: "album", id, daysOf: daysOf(album) }}
            screenGuess={screenGuess}
            empty={
              <EmptyState drawing="album" title="This album is empty">
                {mayAdd
                  ? "Open a month, a search or your favourites, select what belongs here, and choose “Add to album”; or press “Add photos”. Everything stays in its month too."
                  : "The people who look after this album haven't added anything yet."}
              </EmptyState>
            }
          />
        </AlbumPlaceProvider>
      )}
      {isEditing && (
        <AlbumDialog
          album={album}
          onClose={() => setIsEditing(false)}
          onDeleted={() => router.replace("/albums")}
        />
      )}
    </>
  );
}

/** The buttons for adding to, sharing and downloading an album. */
function AddAndKeep({
  album: { id, mayAdd, itemCount },
  shareButton,
}: Omit<AlbumScreenProps, "screenGuess">) {
  return (
    <>
      {mayAdd && (
        <Link href={choosingPath(id)} className={buttonClasses({ size: "small" })}>
          <Plus aria-hidden="true" className="-ml-0.5" />
          Add photos
        </Link>
      )}
      {itemCount > 0 && (
        <>
          {shareButton}
          <DownloadArchiveButton what={{ albumId: id }}>
            <Download aria-hidden="true" className="-ml-0.5" />
            Download
            <span className="sr-only"> the album as a ZIP file</span>
          </DownloadArchiveButton>
        </>
      )}
    </>
  );
}
