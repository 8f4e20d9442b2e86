import type { QuotaItemDto, QuotaNotificationsDto } from "@/lib/album/quota/schema";
import type { Plan } from "@/lib/core/plans/plans";
import { planPrice } from "@/lib/family/families/plan-text";
import { storageSize } from "@/lib/shared/storage-size";
import { storageCriticalPercent, storageWarningPercent } from "@/lib/shared/storage-thresholds";

const action = { actionText: "See plans", actionUrl: "/billing" } as const;

/** The texts of specification 4.6, and what they mean for the family. */
function storageItem(status: "warning" | "critical", percentage: number, plan: Plan): QuotaItemDto {
  const taken = `You've used ${percentage}% of your plan's ${storageSize(plan.storageBytes)}.`;
  if (status === "critical") {
    return {
      type: "limit_exceeded",
      title: "Storage Full",
      message: `${taken} New photos and videos may not fit. Nothing will be lost.`,
      threshold: storageCriticalPercent,
      ...action,
    };
  }
  return {
    type: "warning",
    title: "Storage Low",
    message: `${taken} There's still room, but not for long.`,
    threshold: storageWarningPercent,
    ...action,
  };
}

/** The notifications about a family's storage (specification 3 and 4.6). @param larger the plan above, if any */
export function quotaNotifications(
  usedBytes: number,
  plan: Plan,
  larger: Plan | null,
  money: (pence: number) => string,
): QuotaNotificationsDto {
  const { storageBytes } = plan;
  const percentage = storageBytes === null ? 0 : Math.floor((usedBytes / storageBytes) * 100);
  const status =
    percentage >= storageCriticalPercent
      ? "critical"
      : percentage >= storageWarningPercent
        ? "warning"
        : "normal";
  const items = status === "normal" ? [] : [storageItem(status, percentage, plan)];
  if (plan.priceMonthly === 0 && larger) {
    items.push({
      type: "upgrade_available",
      title: `More room with the ${larger.name}`,
      message: `${storageSize(larger.storageBytes)} and up to ${larger.members} members, ${planPrice(larger, money)}.`,
      threshold: 0,
      ...action,
    });
  }
  return { status, quota: { percentage, usedBytes, limitBytes: storageBytes }, items };
}
