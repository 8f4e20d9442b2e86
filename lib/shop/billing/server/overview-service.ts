import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";
import { getQuotaNotifications } from "@/lib/album/quota/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { nameOf, nameSelect } from "@/lib/core/names/server/display-name";
import { db } from "@/lib/db";
import { getPlaces, type Places } from "@/lib/family/families/server/member-limit-service";
import type { ShownMoney } from "@/lib/shared/currency";

export interface BillingOverview {
  storage: QuotaNotificationsDto;
  places: Places;
  /** What the family calls its owners. */
  ownerNames: string[];
}

/** What the family's plan includes, how much of it is used, and who decides on it. */
export async function getBillingOverview(actor: MemberActor, money: ShownMoney): Promise<BillingOverview> {
  const [storage, places, owners] = await Promise.all([
    getQuotaNotifications(actor, money),
    getPlaces(actor),
    db.membership.findMany({
      where: { familyId: actor.familyId, role: "owner" },
      select: {
        user: { select: nameSelect(actor.familyId) },
      },
      orderBy: [{ joinedAt: "asc" }, { userId: "asc" }],
    }),
  ]);
  return { storage, places, ownerNames: owners.map(({ user }) => nameOf(user)) };
}
