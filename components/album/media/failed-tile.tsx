"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ImageOff, RotateCw } from "lucide-react";
import { useEffect } from "react";
import { useRetryMedia } from "@/components/album/media/use-retry-media";
import { cn } from "@/components/ui/class-names";
import { detailOptions } from "@/lib/album/media/client/item-queries";
import { dropMedia } from "@/lib/album/media/client/media-cache";
import { mediaAlt, missingPreviewText } from "@/lib/album/media/media-text";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { ApiError } from "@/lib/http/api-error";

export interface FailedTileProps {
  item: MediaItemDto;
  isSmall: boolean;
  /** Called when the server tries again, so the picture is requested again. */
  onRetried: () => void;
}

/**
 * Drops an item from the lists if it is gone: deleted by someone else, or a video that has become the clip of its photo
 * since the list was read.
 */
function useDropIfGone({ id, derivatives }: MediaItemDto): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (derivatives === "failed") return;
    queryClient.fetchQuery({ ...detailOptions(id), staleTime: 0 }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 404) dropMedia(queryClient, id);
    });
  }, [queryClient, id, derivatives]);
}

/** Covers a tile whose picture can't be shown: what happened, and what to do. */
export function FailedTile({ item, isSmall, onRetried }: FailedTileProps) {
  const retry = useRetryMedia(item, onRetried);
  useDropIfGone(item);
  return (
    <>
      <span className="pointer-events-none absolute inset-0 grid content-center justify-items-center gap-1 bg-sunk px-2 pb-10 text-center text-step--1 leading-snug text-ink-soft">
        <ImageOff aria-hidden="true" className="size-6" strokeWidth={1.7} />
        <span className={isSmall ? "sr-only" : undefined}>
          {item.derivatives === "ready" ? "The preview didn't load." : missingPreviewText(item)} The original
          is safe.
        </span>
      </span>
      <button
        type="button"
        onClick={() => void retry.run()}
        aria-disabled={retry.isBusy}
        className="absolute inset-x-1 bottom-1 mx-auto flex min-h-11 w-fit items-center gap-1.5 rounded-full px-3 text-step--1 font-semibold text-accent-strong hover:bg-card"
      >
        <RotateCw aria-hidden="true" className={cn("size-4", retry.isBusy && "animate-spin")} />
        Try again
        <span className="sr-only">: {mediaAlt(item)}</span>
      </button>
    </>
  );
}
