import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import type { Prisma } from "@/lib/db";
import { unavailable } from "@/lib/http/errors";
import { lockInTransaction } from "@/lib/platform/locks";

const retrySeconds = 3_600;

/**
 * Until the transaction ends, others that would count the same rows wait here, and then include its rows: the last
 * place is given out only once. Locked last, so nobody waits for the rest of a transaction.
 */
async function lockCount(client: Prisma.TransactionClient, name: string): Promise<void> {
  await lockInTransaction(client, `ceiling:${name}`);
}

/**
 * Call it in the transaction that creates the account, after creating it.
 * @throws AppError 503 when the installation has as many accounts as its super admin allows
 */
export async function requireRoomForAccount(client: Prisma.TransactionClient): Promise<void> {
  const { accounts } = (await getSystemSettings(client)).ceilings;
  if (accounts === null) return;
  await lockCount(client, "accounts");
  if ((await client.user.count({ where: { isSuperAdmin: false } })) <= accounts) return;
  throw unavailable(
    "accounts_ceiling",
    "This server can't take any more accounts right now. Please let the person who runs it know.",
    retrySeconds,
  );
}

/**
 * Call it in the transaction that creates the family, after creating it.
 * @throws AppError 503 when the installation has as many free families as its super admin allows
 */
export async function requireRoomForFreeFamily(client: Prisma.TransactionClient): Promise<void> {
  const { freeFamilies } = (await getSystemSettings(client)).ceilings;
  if (freeFamilies === null) return;
  await lockCount(client, "free-families");
  if ((await client.family.count({ where: { tier: "free" } })) <= freeFamilies) return;
  throw unavailable(
    "families_ceiling",
    "This server can't take any more families right now. Please let the person who runs it know.",
    retrySeconds,
  );
}
