import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { getPlaces, type Places } from "@/lib/features/families/member-limit-service";
import type { QuotaNotificationsDto } from "@/lib/features/quota/schema";
import { getQuotaNotifications } from "@/lib/features/quota/service";

export interface BillingOverview {
  storage: QuotaNotificationsDto;
  places: Places;
  /** What the family calls those who own it. */
  ownerNames: string[];
}

/** What the family's plan gives, how much of it is taken, and who decides on it. */
export async function getBillingOverview(actor: MemberActor): Promise<BillingOverview> {
  const [storage, places, owners] = await Promise.all([
    getQuotaNotifications(actor),
    getPlaces(actor),
    db.membership.findMany({
      where: { familyId: actor.familyId, role: "owner" },
      select: {
        user: {
          select: {
            username: true,
            persons: { where: { familyId: actor.familyId }, select: { name: true, nickname: true } },
          },
        },
      },
      orderBy: [{ joinedAt: "asc" }, { userId: "asc" }],
    }),
  ]);
  const ownerNames = owners.map(({ user: { username, persons } }) => {
    const [person] = persons;
    return person?.nickname ?? person?.name ?? username;
  });
  return { storage, places, ownerNames };
}
