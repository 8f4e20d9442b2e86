import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";
import { quotaNotifications } from "@/lib/album/quota/server/quota-text";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Plan } from "@/lib/core/plans/plans";
import { getPlans } from "@/lib/core/system-settings/server/service";
import { db } from "@/lib/db";
import type { Tier } from "@/lib/generated/prisma/enums";
import { chargedMoney, type ShownMoney } from "@/lib/shared/currency";

const nextTier: Record<Tier, Tier | null> = { free: "family", family: "premium", premium: null };

/** What the family has stored, its plan, and the next larger plan. */
export async function getStorageUsage(
  actor: MemberActor,
): Promise<{ usedBytes: number; plan: Plan; larger: Plan | null }> {
  const [{ tier, storageBytes }, plans] = await Promise.all([
    db.family.findUniqueOrThrow({
      where: { id: actor.familyId },
      select: { tier: true, storageBytes: true },
    }),
    getPlans(),
  ]);
  const larger = nextTier[tier];
  return { usedBytes: Number(storageBytes), plan: plans[tier], larger: larger && plans[larger] };
}

/** How full the family's storage is, and the notifications about it. @param money how to show the reader prices */
export async function getQuotaNotifications(
  actor: MemberActor,
  money: ShownMoney,
): Promise<QuotaNotificationsDto> {
  const { usedBytes, plan, larger } = await getStorageUsage(actor);
  return quotaNotifications(usedBytes, plan, larger, (pence) => chargedMoney(pence, money));
}
