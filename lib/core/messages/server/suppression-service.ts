import { createHash } from "node:crypto";
import { db, type Prisma } from "@/lib/db";

/** How an unsubscribed address is stored, so that nobody can read it back. */
const hashOf = (email: string) => createHash("sha256").update(email.trim().toLowerCase()).digest();

/** Unsubscribes this person and their address from news: another account with that address gets none either. */
export async function suppressNews(userId: string): Promise<void> {
  await db.$transaction(async (client) => {
    const [user] = await client.$queryRaw<{ email: string | null }[]>`
      UPDATE "User" SET settings = settings || '{"news": false}'::jsonb, "updatedAt" = now()
      WHERE id = ${userId}::uuid RETURNING email`;
    if (!user?.email) return;
    const addressHash = hashOf(user.email);
    await client.newsSuppression.upsert({
      where: { addressHash },
      create: { addressHash },
      update: {},
      select: { createdAt: true },
    });
  });
}

/** Called when people switch news on themselves: an earlier unsubscribe through the link no longer counts. */
export async function allowNews(userId: string): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { email: true } });
  if (user?.email) await db.newsSuppression.deleteMany({ where: { addressHash: hashOf(user.email) } });
}

/** Whether this address gets no news. */
export async function isSuppressed(email: string, client: Prisma.TransactionClient = db): Promise<boolean> {
  return (await client.newsSuppression.count({ where: { addressHash: hashOf(email) } })) > 0;
}
