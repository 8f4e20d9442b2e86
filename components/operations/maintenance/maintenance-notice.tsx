import Link from "next/link";
import { ReloadSoon } from "@/components/operations/maintenance/reload-soon";
import { buttonClasses } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Shows whether the album is closed for maintenance, and reopens it afterwards. */
export function MaintenanceNotice({ appName, isClosed }: { appName: string; isClosed: boolean }) {
  if (!isClosed) {
    return (
      <EmptyState
        level={1}
        title={`${appName} is open`}
        action={
          <Link href="/" className={buttonClasses()}>
            Go to the album
          </Link>
        }
      >
        <p>There is no maintenance at the moment.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <EmptyState level={1} title="Back in a little while">
        <p>
          {appName} is down for maintenance. Your photos are safe, and this page opens the album when it's
          ready.
        </p>
      </EmptyState>
      <ReloadSoon />
    </>
  );
}
