import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import type { Prisma } from "@/lib/db";
import type { Tier } from "@/lib/generated/prisma/enums";
import { monthStart } from "@/lib/shared/calendar-month";

/**
 * Writes this month's free prints to everyone's ledger before the family moves to a smaller plan: what a month has
 * granted isn't taken back. A larger plan needs no entry; its prints are simply more.
 */
export async function recordMonthlyGrants(
  client: Prisma.TransactionClient,
  familyId: string,
  tier: Tier,
  now: Date,
): Promise<void> {
  const { plans } = await getSystemSettings(client);
  const month = monthStart(now);
  // An ongoing order locks its membership's row (lockCustomer); the sums are read once we hold the lock.
  await client.$executeRaw`
    SELECT 1 FROM "Membership" WHERE "familyId" = ${familyId}::uuid ORDER BY "userId" FOR UPDATE`;
  await client.$executeRaw`
    INSERT INTO "PrintCredit" (id, "userId", "familyId", month, kind, prints)
    SELECT gen_random_uuid(), m."userId", m."familyId", ${month}::date, 'grant'::"PrintCreditKind",
           ${plans[tier].freePrints}::int - COALESCE(g.granted, 0)
    FROM "Membership" m JOIN "User" u ON u.id = m."userId"
    LEFT JOIN LATERAL (
      SELECT sum(prints)::int AS granted FROM "PrintCredit" c
      WHERE c."userId" = m."userId" AND c."familyId" = m."familyId" AND c.month = ${month}::date
        AND c.kind = 'grant') g ON true
    WHERE m."familyId" = ${familyId}::uuid AND NOT u."isChild"
      AND ${plans[tier].freePrints}::int > COALESCE(g.granted, 0)`;
}
