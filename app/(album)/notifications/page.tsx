import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NotificationsView } from "@/components/notify/notifications/notifications-view";
import { OpenNotification } from "@/components/notify/notifications/open-notification";
import { requirePageActor, requirePageUser } from "@/lib/core/auth/server/page-actor";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { notificationsKey } from "@/lib/notify/notifications/client/queries";
import { findOwnNotification, listNotifications } from "@/lib/notify/notifications/server/service";

export const metadata: Metadata = { title: "Notifications" };

interface NotificationsPageProps {
  searchParams: Promise<{ open?: string | string[] }>;
}

export default async function NotificationsPage({ searchParams }: NotificationsPageProps) {
  const { open } = await searchParams;
  if (typeof open === "string") {
    // A push may be about a family that isn't selected on this device.
    const found = await findOwnNotification(await requirePageUser(), open);
    if (!found) redirect("/notifications");
    return <OpenNotification {...found} />;
  }
  const page = await listNotifications(await requirePageActor(), {});
  return (
    <HydrationBoundary state={hydratedQueries([[notificationsKey, firstPage(page)]])}>
      <NotificationsView />
    </HydrationBoundary>
  );
}
