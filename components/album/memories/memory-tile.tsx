"use client";

import { EllipsisVertical } from "lucide-react";
import { memo, useCallback } from "react";
import { MediaTile } from "@/components/album/media/media-tile";
import { LazyMenu, type LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { mediaAlt } from "@/lib/album/media/media-text";
import type { MediaItemDto } from "@/lib/album/media/schema";

export interface MemoryTileProps {
  item: MediaItemDto;
  onOpen: (item: MediaItemDto, tile: HTMLElement) => void;
  isEager: boolean;
}

/** A tile with a menu for hiding it from memories. */
export const MemoryTile = memo(function MemoryTile({ item, onOpen, isEager }: MemoryTileProps) {
  const { id } = item;
  const load = useCallback(async () => {
    const { MemoryMenu } = await import("@/components/album/memories/memory-menu");
    return (props: LazyMenuContentProps) => <MemoryMenu {...props} mediaId={id} />;
  }, [id]);
  return (
    <div className="relative size-full">
      <MediaTile item={item} onOpen={onOpen} isEager={isEager} />
      <LazyMenu
        load={load}
        aria-label={`More about ${mediaAlt(item)}`}
        className="absolute top-0 right-0 grid size-11 place-items-center text-white"
      >
        <span className="grid size-8 place-items-center rounded-full bg-[oklch(20%_0.03_350/0.62)] backdrop-blur-md">
          <EllipsisVertical aria-hidden="true" className="size-[18px]" />
        </span>
      </LazyMenu>
    </div>
  );
});
