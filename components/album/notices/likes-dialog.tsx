"use client";

import { useQuery } from "@tanstack/react-query";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { noticeLikesOptions } from "@/lib/album/notices/client/queries";
import type { NoticeDto } from "@/lib/album/notices/schema";

/** The people who like a notice. */
export function LikesDialog({ notice, onClose }: { notice: NoticeDto; onClose: () => void }) {
  const { data, isPending, isFetching, refetch } = useQuery(noticeLikesOptions(notice.id));
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title="Who likes this" description={notice.title}>
        {isPending && <Skeleton className="h-14" />}
        {!isPending && !data && (
          <div role="alert" className="flex flex-wrap items-center gap-4">
            The list could not be loaded.
            <Button variant="secondary" size="small" isBusy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        )}
        {data?.count === 0 && <p className="text-ink-soft">No one likes it any more.</p>}
        <ul>
          {data?.likes.map(({ id, displayName }) => (
            <li key={id} className="flex items-center gap-3.5 py-2">
              <Avatar name={displayName} />
              <span className="min-w-0 truncate font-semibold">{displayName}</span>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
