import type { Prisma } from "@/lib/db";
import { db } from "@/lib/db";
import type { GiftCreditKind } from "@/lib/generated/prisma/enums";

/** What someone can spend in the gift shop, in pence. It is theirs, whichever family they order in. */
export async function getGiftBalance(userId: string, client: Prisma.TransactionClient = db): Promise<number> {
  const { _sum } = await client.giftCredit.aggregate({ where: { userId }, _sum: { pence: true } });
  return _sum.pence ?? 0;
}

/** Serialises all spending from one person's balance until the transaction ends. */
export async function lockGiftBalance(client: Prisma.TransactionClient, userId: string): Promise<number> {
  await client.$queryRaw`SELECT 1 FROM "User" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return getGiftBalance(userId, client);
}

export interface GiftEntry {
  userId: string;
  kind: GiftCreditKind;
  /** Negative for spending, with the balance locked. */
  pence: number;
  orderId?: string;
  voucherId?: string;
}

/** Adds an entry to the ledger of balances. */
export async function recordGiftEntry(client: Prisma.TransactionClient, entry: GiftEntry): Promise<void> {
  if (entry.pence === 0) return;
  await client.giftCredit.create({ data: entry, select: { id: true } });
}
