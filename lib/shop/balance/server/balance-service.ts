import type { Prisma } from "@/lib/db";
import { db } from "@/lib/db";
import type { GiftCreditKind } from "@/lib/generated/prisma/enums";

/** What somebody has to spend in the gift shop, in pence. It is theirs, in whichever family they order. */
export async function getGiftBalance(userId: string, client: Prisma.TransactionClient = db): Promise<number> {
  const { _sum } = await client.giftCredit.aggregate({ where: { userId }, _sum: { pence: true } });
  return _sum.pence ?? 0;
}

/** Makes everything that spends one person's balance wait for each other until the transaction ends. */
export async function lockGiftBalance(client: Prisma.TransactionClient, userId: string): Promise<number> {
  await client.$queryRaw`SELECT 1 FROM "User" WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
  return getGiftBalance(userId, client);
}

export interface GiftEntry {
  userId: string;
  kind: GiftCreditKind;
  /** Below nothing where it is spent; the balance is locked then. */
  pence: number;
  orderId?: string;
  voucherId?: string;
}

/** Writes to the ledger of balances. */
export async function bookGiftCredit(client: Prisma.TransactionClient, entry: GiftEntry): Promise<void> {
  if (entry.pence === 0) return;
  await client.giftCredit.create({ data: entry, select: { id: true } });
}
