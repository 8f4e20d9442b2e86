"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Progress } from "@/components/ui/progress";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { adminMessagesOptions } from "@/lib/notify/admin-messages/client/queries";
import type { AdminMessageDto } from "@/lib/notify/admin-messages/schema";
import { counted } from "@/lib/shared/counted";
import { listed } from "@/lib/shared/listed";

/** Messages sent to the family, each with how many people have received and read it. */
export function MessageHistory({ nameOf }: { nameOf: (userId: string) => string | undefined }) {
  const { data, isPending, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    adminMessagesOptions(),
  );
  const items = [
    ...new Map((data?.pages ?? []).flatMap((page) => page.items).map((item) => [item.id, item])).values(),
  ];
  return (
    <Card aria-labelledby="sent-messages">
      <CardHeader id="sent-messages" title="Sent" />
      {isPending && <Skeleton className="h-32" />}
      {isError && (
        <NotLoaded isBusy={isFetching} onRetry={() => void (data ? fetchNextPage() : refetch())}>
          Your sent messages could not be loaded. Nothing is lost.
        </NotLoaded>
      )}
      {data && items.length === 0 && (
        <p className="text-ink-soft">
          Nothing yet. Messages you send appear here, with how many people got and read them.
        </p>
      )}
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <SentMessage key={item.id} item={item} nameOf={nameOf} />
        ))}
      </ul>
      {hasNextPage && !isError && (
        <Button
          variant="secondary"
          className="mt-4 w-full"
          isBusy={isFetching}
          onClick={() => void fetchNextPage()}
        >
          Show earlier ones
        </Button>
      )}
      {items.length > 0 && (
        <p className="mt-4 text-step--1 text-ink-soft">
          Delivered means it reached their notifications or one of their devices. Messages are kept for six
          months.
        </p>
      )}
    </Card>
  );
}

function describeAudience(
  audience: AdminMessageDto["audience"],
  nameOf: (userId: string) => string | undefined,
): string {
  if (audience === "all") return "Everyone";
  if (audience === "admins") return "Owner and admins";
  const names = audience.map((id) => nameOf(id) ?? "someone who left");
  return listed(names);
}

function SentMessage({
  item,
  nameOf,
}: {
  item: AdminMessageDto;
  nameOf: (userId: string) => string | undefined;
}) {
  const { title, message, audience, createdAt, sentByName, recipients, delivered, read } = item;
  return (
    <li className="py-4">
      <h3 className="text-step-0 font-semibold wrap-anywhere">{title}</h3>
      <p className="line-clamp-3 whitespace-pre-line wrap-anywhere text-ink-soft">{message}</p>
      <p className="mt-1 text-step--1 text-ink-soft wrap-anywhere">
        To {describeAudience(audience, nameOf)}, by {sentByName ?? "someone who left"},{" "}
        <RelativeTime iso={createdAt} />
      </p>
      <dl className="mt-3 grid grid-cols-3 gap-3 text-step--1">
        <Figure label="Sent to" value={counted(recipients, "person", "people")} />
        <Figure label="Delivered" value={String(delivered)} share={delivered / Math.max(1, recipients)} />
        <Figure label="Read" value={String(read)} share={read / Math.max(1, recipients)} />
      </dl>
    </li>
  );
}

function Figure({ label, value, share }: { label: string; value: string; share?: number }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-step-0 font-semibold">
        {value}
        {share !== undefined && <Progress percent={share * 100} label={label} className="mt-1" />}
      </dd>
    </div>
  );
}
