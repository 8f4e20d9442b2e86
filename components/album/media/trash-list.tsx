"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { TrashPicture } from "@/components/album/media/trash-picture";
import { useEraseMedia } from "@/components/album/media/use-erase-media";
import { useRestoreMedia } from "@/components/album/media/use-restore-media";
import { SelectionArea } from "@/components/album/selection/selection-area";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Skeleton } from "@/components/ui/skeleton";
import { trashOptions } from "@/lib/album/media/client/queries";
import { mediaAlt } from "@/lib/album/media/media-text";
import type { TrashItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";
import { daysLeft } from "@/lib/shared/days-left";
import { monthTitle } from "@/lib/shared/months";

/** Items deleted in the last 30 days, which can be restored or erased immediately. */
export function TrashList() {
  const { data: items, isPending, isFetching, refetch } = useQuery(trashOptions());
  const restore = useRestoreMedia();
  const erase = useEraseMedia();
  const [erasing, setErasing] = useState<TrashItemDto | null>(null);
  // One timestamp for the whole list.
  const [now] = useState(() => new Date());
  if (isPending) return <Skeleton className="h-40" />;
  if (!items) {
    return (
      <NotLoaded isBusy={isFetching} onRetry={() => void refetch()}>
        The trash could not be loaded. Nothing is lost.
      </NotLoaded>
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState drawing="tray" title="The trash is empty" level={3}>
        What you delete stays here for 30 days and can be restored.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-4 text-ink-soft">
        Deleted photos and videos stay here for 30 days. After that, or when you erase them, they are
        permanently deleted.
      </p>
      <SelectionArea items={items} readOlder={null} place="trash">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4 lg:grid-cols-5">
          {items.map((item) => (
            <li
              key={item.id}
              data-media-id={item.id}
              className="overflow-hidden rounded-2xl border border-line bg-card"
            >
              <TrashPicture item={item} />
              <div className="p-3">
                <p className="truncate text-[0.94rem] font-semibold">{monthTitle(item)}</p>
                <p className="text-step--1 text-ink-soft" suppressHydrationWarning>
                  {counted(daysLeft(new Date(item.purgeAt), now), "day")} left
                </p>
                <Button
                  variant="secondary"
                  size="small"
                  className="mt-2.5 w-full"
                  isBusy={restore.busyId === item.id}
                  onClick={() => void restore.run(item.id)}
                >
                  <RotateCcw aria-hidden="true" />
                  Restore
                  <span className="sr-only">: {mediaAlt(item)}</span>
                </Button>
                <Button
                  variant="ghost"
                  size="small"
                  className="mt-1 w-full text-danger"
                  onClick={() => setErasing(item)}
                >
                  <Trash2 aria-hidden="true" />
                  Erase now
                  <span className="sr-only">: {mediaAlt(item)}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </SelectionArea>
      {erasing && (
        <ConfirmDialog
          open
          onOpenChange={() => setErasing(null)}
          title={
            erasing.mediaType === "video" ? "Permanently erase this video?" : "Permanently erase this photo?"
          }
          description="It's erased from the server right away, with its comments and likes, and no one can bring it back. Orders that aren't printed yet will go out without it."
          confirmLabel="Erase permanently"
          isBusy={erase.isBusy}
          onConfirm={() => void erase.run(erasing).then(() => setErasing(null))}
        />
      )}
    </>
  );
}
