import type { Prisma } from "@/lib/db";
import { lockInTransaction } from "@/lib/platform/locks";

/**
 * Makes whatever concerns one family's payments wait for each other until the transaction ends. The provider is asked
 * meanwhile, so it isn't the family's row that is held: uploads go on.
 * @param key the family's id; of a family that is only paid for, the checkout's
 */
export async function lockBilling(client: Prisma.TransactionClient, key: string): Promise<void> {
  await lockInTransaction(client, `billing:${key}`);
}

/** The provider may take 15 seconds, twice, and who waits for the lock waits as long. */
export const billingPatience = { maxWait: 10_000, timeout: 60_000 };
