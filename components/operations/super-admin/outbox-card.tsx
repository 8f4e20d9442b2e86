"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { fetchedPart } from "@/components/ui/fetched-part";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { outboxQuery } from "@/lib/core/messages/client/queries";
import type { OutboxEntryDto } from "@/lib/core/messages/schema";

const OutboxMessageDialog = fetchedPart(
  async () => (await import("@/components/operations/super-admin/outbox-message-dialog")).OutboxMessageDialog,
);

const states = {
  queued: { label: "On its way", tone: "quiet" },
  sent: { label: "Sent", tone: "leaf" },
  failed: { label: "Failed", tone: "accent" },
  held: { label: "Waiting for you", tone: "honey" },
} as const;

function OutboxRow({ entry, onRead }: { entry: OutboxEntryDto; onRead: () => void }) {
  const { label, tone } = states[entry.state];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold wrap-anywhere">{entry.recipient}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="text-step--1 text-ink-soft wrap-anywhere">
          {entry.subject ?? "Text message"}, <RelativeTime iso={entry.sentAt ?? entry.createdAt} />
        </p>
        {entry.error && <p className="text-step--1 text-danger wrap-anywhere">{entry.error}</p>}
      </div>
      {entry.state !== "sent" && (
        <Button variant="secondary" onClick={onRead} aria-label={`Read the message for ${entry.recipient}`}>
          Read
        </Button>
      )}
    </li>
  );
}

/**
 * The mail and SMS outbox (product.md, Outbox): messages that wait because nothing sends them, failed ones and sent
 * ones.
 */
export function OutboxCard() {
  const { data: outbox, isPending, isFetching, refetch } = useQuery(outboxQuery);
  const [read, setRead] = useState<OutboxEntryDto | null>(null);
  if (isPending) return <Skeleton className="h-56" />;
  return (
    <Card aria-labelledby="outbox" className="max-w-3xl">
      <CardHeader
        id="outbox"
        title="Email and SMS"
        action={
          <Button variant="ghost" isBusy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        }
      />
      {!outbox && <p role="alert">The messages could not be loaded. Please refresh.</p>}
      {outbox && !outbox.isMailConfigured && (
        <p className="rounded-2xl bg-honey-soft px-4 py-3">
          No mail server is set up (SMTP_URL), so emails wait here. To pass one on, read it and send the link
          another way.
        </p>
      )}
      {outbox && !outbox.isSmsConfigured && (
        <p className="mt-2 rounded-2xl bg-honey-soft px-4 py-3">
          No SMS provider is set up (TWILIO_ACCOUNT_SID), so text messages wait here.
        </p>
      )}
      {outbox?.items.length === 0 && <p className="mt-3 text-ink-soft">No messages yet.</p>}
      <ul className="mt-1 divide-y divide-line">
        {outbox?.items.map((entry) => (
          <OutboxRow key={entry.id} entry={entry} onRead={() => setRead(entry)} />
        ))}
      </ul>
      {read && <OutboxMessageDialog entry={read} onClose={() => setRead(null)} />}
    </Card>
  );
}
