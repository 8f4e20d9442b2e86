import type { Prisma } from "@/lib/db";
import { lockInTransaction } from "@/lib/platform/locks";

/**
 * Serialises everything about one family's payments until the transaction ends. The family's row isn't locked, because
 * the provider is called meanwhile and uploads must continue.
 * @param key the family's id or, for a family that is yet to be created, the checkout's
 */
export async function lockBilling(client: Prisma.TransactionClient, key: string): Promise<void> {
  await lockInTransaction(client, `billing:${key}`);
}

/** The provider may take 15 seconds, twice, and anyone waiting for the lock waits as long. */
export const billingPatience = { maxWait: 10_000, timeout: 60_000 };
