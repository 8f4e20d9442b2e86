"use client";

import { useEffect } from "react";
import { useRestoreMedia } from "@/components/album/media/use-restore-media";
import type { MediaItemDto } from "@/lib/album/media/schema";

const shownMs = 10_000;

export interface ViewerUndoProps {
  item: Pick<MediaItemDto, "id" | "mediaType">;
  /** Called after the Undo, or when it has gone unused for a while; must be stable. */
  onDone: () => void;
}

/** Undo inside the viewer: the keyboard and screen readers can't reach a toast outside a modal. */
export function ViewerUndo({ item, onDone }: ViewerUndoProps) {
  const restore = useRestoreMedia();
  const { isBusy } = restore;
  useEffect(() => {
    // After a failure it is offered for as long again.
    if (isBusy) return;
    const timer = setTimeout(onDone, shownMs);
    return () => clearTimeout(timer);
  }, [onDone, isBusy]);
  return (
    <div
      role="status"
      className="mx-auto mb-1 flex items-center gap-3 rounded-full bg-white/12 py-0.5 pr-1 pl-5 text-[0.94rem]"
    >
      {item.mediaType === "video" ? "Video deleted" : "Photo deleted"}
      <button
        type="button"
        aria-disabled={isBusy}
        onClick={async () => {
          if (!isBusy && (await restore.run(item.id))) onDone();
        }}
        className="min-h-11 rounded-full px-4 font-semibold underline underline-offset-3 hover:bg-white/15 focus-visible:outline-white"
      >
        Undo
      </button>
    </div>
  );
}
