"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { feedOptions } from "@/lib/album/media/client/queries";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

export interface PictureChooserProps {
  chosen: readonly MediaItemDto[];
  min: number;
  max: number;
  onChoose: (items: readonly MediaItemDto[]) => void;
  onClose: () => void;
}

/** Chooses pictures from the album: one, or several in the order they are pressed. */
export function PictureChooser({ chosen, min, max, onChoose, onClose }: PictureChooserProps) {
  const [picked, setPicked] = useState(chosen);
  const { data, isPending, isError, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(
    feedOptions(),
  );
  const photos = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ mediaType, width }) => mediaType === "image" && width !== null);
  const isFull = picked.length >= max;

  function toggle(item: MediaItemDto) {
    if (max === 1) return onChoose([item]);
    const rest = picked.filter(({ id }) => id !== item.id);
    if (rest.length < picked.length) setPicked(rest);
    else if (!isFull) setPicked([...picked, item]);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={max === 1 ? "Choose a photo" : "Choose photos"}
        description={
          max === 1
            ? "From your family's album, newest first."
            : `${min} to ${max} of them, in the order they should appear.`
        }
        footer={
          max > 1 && (
            <>
              <p role="status" className="mr-auto self-center font-semibold">
                {picked.length} of {min}–{max} chosen
              </p>
              <Button variant="secondary" onClick={onClose}>
                Cancel
              </Button>
              <Button onClick={() => onChoose(picked)}>Use these</Button>
            </>
          )
        }
      >
        {isPending && <Skeleton className="h-72" />}
        {isError && (
          <div role="alert" className="grid justify-items-start gap-3 py-4">
            <p>The album could not be loaded just now. Nothing is lost.</p>
            <Button variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
        {data && photos.length === 0 && !hasNextPage && (
          <EmptyState level={3} title="No photos yet">
            Upload some to your album first.
          </EmptyState>
        )}
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {photos.map((item) => (
            <PictureTile
              key={item.id}
              item={item}
              place={picked.findIndex(({ id }) => id === item.id)}
              isNumbered={max > 1}
              isOut={isFull && max > 1}
              onPress={() => toggle(item)}
            />
          ))}
        </ul>
        {hasNextPage && (
          <Button
            variant="secondary"
            className="mx-auto mt-4 flex"
            isBusy={isFetching}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface PictureTileProps {
  item: MediaItemDto;
  /** Its position among the chosen pictures; -1 if it isn't one of them. */
  place: number;
  isNumbered: boolean;
  isOut: boolean;
  onPress: () => void;
}

function PictureTile({ item, place, isNumbered, isOut, onPress }: PictureTileProps) {
  const isChosen = place >= 0;
  const name = item.description.trim() || item.fileName;
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={isNumbered && isChosen ? `${name}, number ${place + 1}` : name}
        disabled={isOut && !isChosen}
        onClick={onPress}
        className={cn(
          "relative block aspect-square w-full overflow-hidden rounded-xl bg-sunk focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-accent-strong disabled:opacity-45",
          isChosen && "ring-4 ring-accent-strong",
        )}
      >
        <img
          src={thumbnailUrl(item)}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
        {isChosen && (
          <span className="absolute top-1.5 right-1.5 grid size-7 place-items-center rounded-full bg-accent-strong text-step--1 font-semibold text-on-accent">
            {isNumbered ? place + 1 : <Check aria-hidden="true" className="size-4" />}
          </span>
        )}
      </button>
    </li>
  );
}
