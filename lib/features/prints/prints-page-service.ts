import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { readOffers } from "@/lib/features/system-settings/offers-service";

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
