import type { DehydratedState } from "@tanstack/react-query";
import { AdminMessagesScreen } from "@/components/notify/admin-messages/admin-messages-screen";
import { PageHeader } from "@/components/ui/page-header";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

/** The screen shown at two addresses of specification 2.2. */
export function AdminMessagesPage({ state }: { state: DehydratedState }) {
  return (
    <HydrationBoundary state={state}>
      <PageHeader
        title="Send Notifications"
        lead="A message to your family, in the album and on their phones."
      />
      <AdminMessagesScreen />
    </HydrationBoundary>
  );
}
