"use client";

import { useQuery } from "@tanstack/react-query";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { getOutboxMessage } from "@/lib/core/messages/client/queries";
import type { OutboxEntryDto } from "@/lib/core/messages/schema";

/** The content of one message. Each viewing is requested from the server, which logs it. */
export function OutboxMessageDialog({ entry, onClose }: { entry: OutboxEntryDto; onClose: () => void }) {
  const { data, isError } = useQuery({
    queryKey: ["outbox-message", entry.id],
    queryFn: () => getOutboxMessage(entry.id),
    gcTime: 0,
  });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={entry.subject ?? "Text message"}
        description={`For ${entry.recipient}. It may contain a link to their account: don't share it with anyone else. Reading it is recorded.`}
      >
        {isError && <p role="alert">The message could not be loaded. Please close this and try again.</p>}
        {!data && !isError && <Skeleton className="h-40" />}
        {data && <p className="rounded-2xl bg-sunk p-4 whitespace-pre-wrap wrap-anywhere">{data.text}</p>}
      </DialogContent>
    </Dialog>
  );
}
