import Link from "next/link";
import { cn } from "@/components/ui/class-names";
import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";

/** 'Storage Low' in yellow, 'Storage Full' in red, nothing while all is well (specification 4.6). */
export function StorageBanner({ notifications }: { notifications: QuotaNotificationsDto }) {
  const { status, items } = notifications;
  const upgrade = items.find(({ type }) => type === "upgrade_available");
  const item = items.find(({ type }) => type !== "upgrade_available");
  if (status === "normal" || !item) return null;
  return (
    <aside
      aria-label="Storage"
      className={cn("storage-banner", status === "critical" && "storage-banner-critical")}
    >
      <p className="min-w-0 flex-1">
        <strong className="font-display">{item.title}</strong>
        <span className="ml-2">{item.message}</span>
        {upgrade && (
          <span className="mt-0.5 block">
            {upgrade.title}: {upgrade.message}
          </span>
        )}
      </p>
      <Link href={item.actionUrl} className="storage-banner-action">
        {item.actionText}
      </Link>
    </aside>
  );
}
