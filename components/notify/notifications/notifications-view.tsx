"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CheckCheck, SlidersHorizontal } from "lucide-react";
import Link from "next/link";
import { useCallback, useRef } from "react";
import { toastFailure } from "@/components/forms/toast-failure";
import { NotificationRow } from "@/components/notify/notifications/notification-row";
import { useMarkSeen } from "@/components/notify/notifications/use-mark-seen";
import { useNearEnd } from "@/components/notify/notifications/use-near-end";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button, buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { markRead, notificationsOptions } from "@/lib/notify/notifications/client/queries";

/** /notifications: the person's notifications in this family, newest first, in an endless list. */
export function NotificationsView() {
  const { user } = useAuth();
  const { data, isPending, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(notificationsOptions());
  const end = useRef<HTMLDivElement>(null);
  const canGoOn = hasNextPage && !isFetching && !isError;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  useNearEnd(end, canGoOn ? loadMore : null);

  // One that arrives between two pages shifts the start of the next one.
  const items = [
    ...new Map((data?.pages ?? []).flatMap((page) => page.items).map((item) => [item.id, item])).values(),
  ];
  const { isNew, clear } = useMarkSeen(user?.id, items[0]);

  async function markAll() {
    try {
      await clear();
    } catch (error) {
      toastFailure("They could not be marked as read", error);
    }
  }

  return (
    <div className="mx-auto max-w-[720px]">
      <PageHeader
        title="Notifications"
        lead="News from your family, and who tagged you."
        action={
          <div className="flex flex-wrap gap-2.5">
            {items.some(isNew) && (
              <Button variant="secondary" onClick={() => void markAll()}>
                <CheckCheck aria-hidden="true" />
                Mark all as read
              </Button>
            )}
            <Link
              href="/settings?tab=notifications"
              aria-label="Notification settings"
              className={buttonClasses({ variant: "ghost" })}
            >
              <SlidersHorizontal aria-hidden="true" />
              Settings
            </Link>
          </div>
        }
      />
      {items.length > 0 && (
        <Card aria-label="Notifications" className="p-2 md:p-3">
          <ul className="grid gap-1">
            {items.map((item) => (
              <NotificationRow
                key={item.id}
                notification={item}
                isNew={isNew(item)}
                onOpen={() => {
                  if (user && item.readAt === null) markRead(user.id, [item.id]).catch(() => {});
                }}
              />
            ))}
          </ul>
        </Card>
      )}
      {items.length === 0 && !isPending && !isError && <NoNotifications />}
      {isError && (
        <div role="alert" className="flex flex-wrap items-center justify-center gap-4 py-8 text-ink-soft">
          Your notifications could not be loaded. Nothing is lost.
          <Button
            variant="secondary"
            isBusy={isFetching}
            onClick={() => void (data ? fetchNextPage() : refetch())}
          >
            Try again
          </Button>
        </div>
      )}
      {(isPending || isFetchingNextPage) && (
        <div className="mt-3 grid gap-3">
          <p role="status" className="sr-only">
            Loading more notifications
          </p>
          {[1, 2, 3].map((line) => (
            <Skeleton key={line} className="h-20" />
          ))}
        </div>
      )}
      <div ref={end} />
    </div>
  );
}

function NoNotifications() {
  return (
    <EmptyState
      drawing="tray"
      title="Nothing new for you yet"
      action={
        <Link href="/recent-uploads" className={buttonClasses()}>
          See the recent uploads
        </Link>
      }
    >
      When someone adds photos, tags you or comments on your photos, you'll see it here.
    </EmptyState>
  );
}
