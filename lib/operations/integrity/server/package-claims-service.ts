import { db } from "@/lib/db";
import { isUuid } from "@/lib/shared/uuid";

const packagePattern = /^families\/([^/]+)\/prints\/([^/]+)\/package\.zip$/;

/** The packages of existing print orders among these files (lib/shop/prints). */
export async function claimedPackages(keys: readonly string[]): Promise<Set<string>> {
  const packages = keys.flatMap((key) => {
    const [familyId, orderId] = packagePattern.exec(key)?.slice(1) ?? [];
    return familyId && orderId && isUuid(familyId) && isUuid(orderId) ? [{ key, familyId, orderId }] : [];
  });
  if (packages.length === 0) return new Set();
  const orders = await db.printOrder.findMany({
    where: { id: { in: packages.map(({ orderId }) => orderId) } },
    select: { id: true, familyId: true },
  });
  const familyOf = new Map(orders.map(({ id, familyId }) => [id, familyId]));
  return new Set(
    packages.filter(({ orderId, familyId }) => familyOf.get(orderId) === familyId).map(({ key }) => key),
  );
}
