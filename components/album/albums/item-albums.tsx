"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderMinus, FolderPlus, Image } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useAlbumPlace } from "@/components/album/item/album-place";
import { batchOutcome } from "@/components/album/selection/batch-outcome";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { toast } from "@/components/ui/toast";
import {
  albumKey,
  albumOptions,
  albumPath,
  albumsOfItemOptions,
  refreshAlbums,
  updateAlbum,
} from "@/lib/album/albums/client/queries";
import { afterBatch, type BatchChange, requestBatch } from "@/lib/album/media/client/batch-queries";

const AddToAlbumDialog = fetchedPart(
  async () => (await import("@/components/album/albums/add-to-album-dialog")).AddToAlbumDialog,
);

/** The albums that contain an item, with ways to add or remove it. Pass the item's id as its key. */
export function ItemAlbums({ mediaId }: { mediaId: string }) {
  const queryClient = useQueryClient();
  const place = useAlbumPlace();
  const { data } = useQuery(albumsOfItemOptions(mediaId));
  const [isAdding, setIsAdding] = useState(false);
  const albums = data?.items ?? [];

  async function change(wanted: BatchChange) {
    const answer = await requestBatch(wanted, [mediaId]);
    toast(batchOutcome(wanted, answer));
    // Not awaited: when an item leaves the viewer its queries go too, and anything awaiting them would wait forever.
    void afterBatch(queryClient, wanted, answer.changedIds);
  }
  const removal = useAction(change, { failureTitle: "It could not be removed from the album" });

  return (
    <>
      <h3 className="mt-6">Albums</h3>
      {data && albums.length === 0 && <p className="mt-1.5 text-ink-soft">Not in any album yet.</p>}
      {albums.length > 0 && (
        <ul aria-label="Albums with this photo" className="mt-3 flex flex-wrap gap-2">
          {albums.map(({ id, title }) => (
            <li key={id} className="max-w-full">
              <Link
                href={albumPath(id)}
                prefetch={false}
                className="flex min-h-11 items-center rounded-full bg-sunk px-4 font-semibold hover:underline"
              >
                <bdi className="truncate">{title}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
          <FolderPlus aria-hidden="true" />
          Add to album
        </Button>
        {place?.mayEdit && <CoverButton mediaId={mediaId} albumId={place.id} />}
        {place && albums.some(({ id }) => id === place.id) && (
          <Button
            variant="secondary"
            size="small"
            isBusy={removal.isBusy}
            onClick={() =>
              void removal.run({ action: "removeFromAlbum", albumId: place.id, title: place.title })
            }
          >
            <FolderMinus aria-hidden="true" />
            Remove from this album
          </Button>
        )}
      </div>
      {isAdding && (
        <AddToAlbumDialog
          count={1}
          onAdd={({ id, title }) => change({ action: "addToAlbum", albumId: id, title })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

/** Makes the item the cover of the album shown here, or reverts to using the first item. */
function CoverButton({ mediaId, albumId }: { mediaId: string; albumId: string }) {
  const queryClient = useQueryClient();
  const { data: album } = useQuery(albumOptions(albumId));
  const isCover = album?.hasChosenCover === true && album.cover?.id === mediaId;
  const { run, isBusy } = useAction(
    async () => {
      const changed = await updateAlbum(albumId, { coverId: isCover ? null : mediaId });
      queryClient.setQueryData(albumKey(albumId), changed);
      toast({ title: isCover ? "The first photo is the cover again" : "Now the album's cover" });
      void refreshAlbums(queryClient);
    },
    { failureTitle: "The cover could not be changed" },
  );
  return (
    <Button
      variant="secondary"
      size="small"
      isBusy={isBusy}
      aria-pressed={isCover}
      onClick={() => void run()}
    >
      <Image aria-hidden="true" />
      {isCover ? "Album cover" : "Use as album cover"}
    </Button>
  );
}
