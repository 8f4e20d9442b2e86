import type { MemberActor } from "@/lib/core/auth/server/actor";
import { getOffers } from "@/lib/core/system-settings/server/offers-service";
import { db } from "@/lib/db";

/**
 * What the admins' pages about prints show: everything; if prints are off, earlier orders, which continue; and without
 * any, that prints are off.
 */
export async function getPrintsPageState({
  familyId,
}: MemberActor): Promise<"offered" | "ordersFromBefore" | "off"> {
  if ((await getOffers()).prints) return "offered";
  return (await db.printOrder.count({ where: { familyId } })) > 0 ? "ordersFromBefore" : "off";
}
