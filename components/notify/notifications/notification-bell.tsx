"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { CountBadge } from "@/components/ui/badge";
import { adminCountOptions, countOptions } from "@/lib/notify/notifications/client/count-queries";
import type { UnreadCounts } from "@/lib/notify/notifications/schema";

export interface NotificationBellProps {
  userId: string;
  /** The server's counts for this page. */
  unread: UnreadCounts;
  /** The bell's drawing. */
  children: ReactNode;
}

/** Specification 2.5: the top bar's bell, with the number of new notifications. */
export function NotificationBell({ userId, unread, children }: NotificationBellProps) {
  const personal = useQuery(countOptions(userId, unread.personal));
  const adminMessages = useQuery(adminCountOptions(userId, unread.adminMessages));
  const count = (personal.data?.count ?? 0) + (adminMessages.data?.count ?? 0);
  return (
    <Link
      href="/notifications"
      aria-label={count > 0 ? `Notifications, ${count} new` : "Notifications"}
      className="relative grid size-11 flex-none place-items-center rounded-full text-ink-soft hover:bg-sunk"
    >
      {children}
      <CountBadge count={count} />
    </Link>
  );
}
