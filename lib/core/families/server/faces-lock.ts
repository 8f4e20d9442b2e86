import type { Prisma } from "@/lib/db";
import { lockInTransaction } from "@/lib/platform/locks";

/**
 * Makes everybody who changes a family's faces or groups wait until the transaction ends: two workers must not make two
 * groups of one person. Take it before any row's lock, the family's own among them.
 */
export async function lockFamilyFaces(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  await lockInTransaction(client, `faces:${familyId}`);
  // New faces need the family's row: taken now, before any group's, nobody who holds it can wait for us.
  await client.$executeRaw`SELECT 1 FROM "Family" WHERE id = ${familyId}::uuid FOR KEY SHARE`;
}
