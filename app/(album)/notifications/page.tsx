import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NotificationsView } from "@/components/notifications/notifications-view";
import { OpenNotification } from "@/components/notifications/open-notification";
import { requirePageActor, requirePageUser } from "@/lib/auth/page-actor";
import { notificationsKey } from "@/lib/features/notifications/queries";
import { findOwnNotification, listNotifications } from "@/lib/features/notifications/service";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Notifications" };

interface NotificationsPageProps {
  searchParams: Promise<{ open?: string | string[] }>;
}

export default async function NotificationsPage({ searchParams }: NotificationsPageProps) {
  const { open } = await searchParams;
  if (typeof open === "string") {
    // A push may be about a family that this device doesn't look at now, or looks at none.
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
