import Link from "next/link";
import { Progress } from "@/components/ui/progress";
import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";
import { counted } from "@/lib/shared/counted";
import { storageSize } from "@/lib/shared/storage-size";

interface StorageLineProps {
  storage: QuotaNotificationsDto;
  /** Whether the page already shows the plans. */
  isBesidePlans?: boolean;
}

/** The plan's storage usage, and the next larger plan. */
export function StorageLine({ storage: { quota, items }, isBesidePlans = false }: StorageLineProps) {
  const { usedBytes, limitBytes, percentage } = quota;
  const upgrade = items.find(({ type }) => type === "upgrade_available");
  return (
    <div>
      <p className="flex justify-between gap-4">
        <span className="font-semibold">Storage</span>
        <span className="text-ink-soft">
          {storageSize(usedBytes)} of {storageSize(limitBytes)}
        </span>
      </p>
      {limitBytes !== null && (
        <Progress percent={percentage} label={`${percentage}% of the storage used`} className="mt-2" />
      )}
      <p className="mt-2 text-step--1 text-ink-soft">
        Counts original photos and videos, including {counted(30, "day")} of trash.
      </p>
      {upgrade && (
        <p className="mt-4 rounded-2xl bg-honey-soft px-4 py-3">
          <strong className="block">{upgrade.title}</strong>
          {upgrade.message}{" "}
          {!isBesidePlans && (
            <Link href={upgrade.actionUrl} className="font-semibold text-accent-strong underline">
              {upgrade.actionText}
            </Link>
          )}
        </p>
      )}
    </div>
  );
}
