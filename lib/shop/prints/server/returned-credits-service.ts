import type { Prisma } from "@/lib/db";

/** Returns the prints that a cancelled order used or gave up. */
export async function returnCredits(client: Prisma.TransactionClient, orderId: string): Promise<void> {
  const used = await client.printCredit.findMany({
    where: { orderId },
    select: { userId: true, familyId: true, month: true, prints: true },
  });
  await client.printCredit.createMany({
    data: used.map(({ prints, ...credit }) => ({
      ...credit,
      kind: "cancelled" as const,
      prints: -prints,
      orderId,
    })),
  });
}
