import type { MemberActor } from "@/lib/core/auth/server/actor";
import { readOffers } from "@/lib/core/system-settings/server/offers-service";
import { db } from "@/lib/db";

/**
 * What the admins' pages about prints show: everything; where prints are switched off, the orders from before, which
 * go on; and with none of those, that prints are off.
 */
export async function readPrintsPageState({
  familyId,
}: MemberActor): Promise<"offered" | "ordersFromBefore" | "off"> {
  if ((await readOffers()).prints) return "offered";
  return (await db.printOrder.count({ where: { familyId } })) > 0 ? "ordersFromBefore" : "off";
}
