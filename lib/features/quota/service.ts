import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { quotaNotifications } from "@/lib/features/quota/quota-words";
import type { QuotaNotificationsDto } from "@/lib/features/quota/schema";
import { readPlans } from "@/lib/features/system-settings/service";
import type { Tier } from "@/lib/generated/prisma/enums";

const nextTier: Record<Tier, Tier | null> = { free: "family", family: "premium", premium: null };

/** How full the family's storage is, and what is to be said about it. */
export async function getQuotaNotifications(actor: MemberActor): Promise<QuotaNotificationsDto> {
  const [{ tier, storageBytes }, plans] = await Promise.all([
    db.family.findUniqueOrThrow({
      where: { id: actor.familyId },
      select: { tier: true, storageBytes: true },
    }),
    readPlans(),
  ]);
  const larger = nextTier[tier];
  return quotaNotifications(Number(storageBytes), plans[tier], larger && plans[larger]);
}
