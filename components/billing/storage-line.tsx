import { Progress } from "@/components/ui/progress";
import type { QuotaNotificationsDto } from "@/lib/features/quota/schema";
import { counted } from "@/lib/shared/counted";
import { storageSize } from "@/lib/shared/storage-size";

/** How much of the plan's storage is taken. */
export function StorageLine({ storage: { quota } }: { storage: QuotaNotificationsDto }) {
  const { usedBytes, limitBytes, percentage } = quota;
  return (
    <div>
      <p className="flex justify-between gap-4">
        <span className="font-semibold">Storage</span>
        <span className="text-ink-soft">
          {storageSize(usedBytes)} of {storageSize(limitBytes)}
        </span>
      </p>
      {limitBytes !== null && (
        <Progress percent={percentage} label={`${percentage}% of the storage taken`} className="mt-2" />
      )}
      <p className="mt-2 text-step--1 text-ink-soft">
        Counted in original photos and videos, {counted(30, "day")} of trash included.
      </p>
    </div>
  );
}
