"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { AlbumLine } from "@/components/album/albums/album-line";
import type { AddToAlbumDialogProps } from "@/components/album/item/item-extras";
import { useAction } from "@/components/forms/use-action";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import { TextField } from "@/components/ui/text-field";
import { albumsOptions, createAlbum } from "@/lib/album/albums/client/queries";
import type { AlbumDto } from "@/lib/album/albums/schema";
import { maxAlbumTitleLength } from "@/lib/shared/album-limits";
import { counted } from "@/lib/shared/counted";
import { randomKey } from "@/lib/shared/random-key";

/** Adds the selected items to an album that the person can add to, or to a new one. */
export function AddToAlbumDialog({ count, onAdd, onClose }: AddToAlbumDialogProps) {
  const query = useInfiniteQuery(albumsOptions());
  const albums = (query.data?.pages ?? []).flatMap(({ items }) => items).filter(({ mayAdd }) => mayAdd);
  const [title, setTitle] = useState("");
  // If adding fails, the next attempt reuses the album that was already created.
  const made = useRef<{ title: string; key: string; album: Pick<AlbumDto, "id" | "title"> | null }>(null);
  const action = useAction(
    async (chosen: Pick<AlbumDto, "id" | "title"> | null) => {
      await onAdd(chosen ?? (await makeAlbum()));
      onClose();
    },
    { fields: ["title"], fallback: "Nothing was added. Please try again." },
  );

  async function makeAlbum() {
    const wanted = title.trim();
    if (made.current?.title !== wanted) made.current = { title: wanted, key: randomKey(), album: null };
    made.current.album ??= await createAlbum({ title: wanted }, made.current.key);
    return made.current.album;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (title.trim()) void action.run(null);
    else action.setError("Please give the album a title", "title");
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={`Add ${counted(count, "item")} to an album`}
        description={`${count === 1 ? "It stays" : "They stay"} in ${count === 1 ? "its month" : "their months"} too.`}
        footer={<DialogClose className={buttonClasses({ variant: "secondary" })}>Cancel</DialogClose>}
      >
        <FormAlert message={action.error} />
        <form onSubmit={onSubmit} noValidate className="flex flex-wrap items-end gap-2.5">
          <TextField
            label="A new album"
            placeholder="Summer at the sea"
            className="min-w-0 flex-[1_1_12rem]"
            maxLength={maxAlbumTitleLength}
            value={title}
            error={action.errorOf("title")}
            onValueChange={setTitle}
          />
          <Button type="submit" isBusy={action.isBusy && action.busyWith === null}>
            <Plus aria-hidden="true" />
            Create and add
          </Button>
        </form>
        {query.isPending && <Skeleton className="mt-5 h-32" />}
        {query.isError && (
          <p role="alert" className="mt-5 text-ink-soft">
            Your albums could not be loaded. Please check your connection.
          </p>
        )}
        {albums.length > 0 && (
          <>
            <h3 className="mt-6 mb-2">Your family's albums</h3>
            <ul className="-mx-2 grid gap-1">
              {albums.map((album) => (
                <li key={album.id}>
                  <button
                    type="button"
                    aria-disabled={action.isBusy}
                    onClick={() => void action.run(album)}
                    className="flex w-full items-center gap-3.5 rounded-2xl p-2 text-left hover:bg-sunk aria-disabled:opacity-60"
                  >
                    <AlbumLine album={album} />
                    {action.busyWith?.id === album.id && <Spinner className="flex-none" />}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        {query.hasNextPage && (
          <Button
            variant="ghost"
            size="small"
            className="mt-2"
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            Show more albums
          </Button>
        )}
      </DialogContent>
    </Dialog>
  );
}
