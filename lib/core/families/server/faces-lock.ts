import type { Prisma } from "@/lib/db";
import { lockInTransaction } from "@/lib/platform/locks";

/**
 * Serialises changes to a family's faces and groups until the transaction ends: two workers must not make two groups for
 * one person. Take it before any row lock, including the family's own.
 */
export async function lockFamilyFaces(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  await lockInTransaction(client, `faces:${familyId}`);
  // New faces need the family's row. Locked now, before any group's row, it can't cause a deadlock.
  await client.$executeRaw`SELECT 1 FROM "Family" WHERE id = ${familyId}::uuid FOR KEY SHARE`;
}
