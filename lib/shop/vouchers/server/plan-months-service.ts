import { db, type Prisma } from "@/lib/db";
import type { Tier } from "@/lib/generated/prisma/enums";
import { AppError } from "@/lib/http/errors";
import { formatDay } from "@/lib/shared/day-text";
import type { AfterCommit } from "@/lib/shop/billing/server/checkout-handlers";
import { paidTier, settleTier } from "@/lib/shop/billing/server/tier-service";
import { voucherPlanName } from "@/lib/shop/vouchers/voucher-text";

const notRedeemableYet = (message: string) =>
  new AppError("plan_voucher_not_now", 409, `${message} Keep the voucher until that ends.`, {
    field: "code",
  });

/** The same day that many months later, or the last day of the month if it has no such day. */
export function monthsLater(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return later;
}

/**
 * Gives a family months of a plan, or extends those it has from vouchers. A plan that is paid for, or that the operator
 * gave, is left alone: the voucher can be used later.
 * @returns what the family has now, and what to do after the commit
 * @throws AppError 409 plan_voucher_not_now
 */
export async function addPlanMonths(
  client: Prisma.TransactionClient,
  { familyId, userId }: { familyId: string; userId: string },
  tier: Tier,
  months: number,
  now: Date,
  locale: string,
): Promise<{ until: Date; afterCommit: AfterCommit | undefined }> {
  // The lock order everywhere: family first.
  const [family] = await client.$queryRaw<{ tier: Tier }[]>`
    SELECT tier FROM "Family" WHERE id = ${familyId}::uuid FOR NO KEY UPDATE`;
  if (!family) throw new Error("The family no longer exists");
  const {
    billingAccount,
    tierGrant,
    voucherPlan: plan,
  } = await client.family.findUniqueOrThrow({
    where: { id: familyId },
    select: {
      billingAccount: { select: { state: true, tier: true, pastDueSince: true } },
      tierGrant: { select: { tier: true } },
      voucherPlan: { select: { tier: true, until: true } },
    },
  });
  const paid = paidTier(billingAccount, now);
  const other = paid === "free" ? tierGrant?.tier : paid;
  if (other) throw notRedeemableYet(`Your family already has the ${voucherPlanName(other)}.`);
  const isRunning = plan !== null && plan.until > now && plan.tier === family.tier;
  if (isRunning && plan.tier !== tier) {
    throw notRedeemableYet(
      `Your family has the ${voucherPlanName(plan.tier)} from another voucher until ${formatDay(plan.until, "UTC", locale)}.`,
    );
  }
  if (!isRunning && family.tier !== "free") {
    throw notRedeemableYet(`Your family already has the ${voucherPlanName(family.tier)}.`);
  }
  const until = monthsLater(isRunning ? plan.until : now, months);
  await client.voucherPlan.upsert({
    where: { familyId },
    create: { familyId, tier, until },
    update: { tier, until },
    select: { familyId: true },
  });
  return { until, afterCommit: await settleTier(client, familyId, { actorId: userId, now }) };
}

const endedAtOnce = 100;

/** Moves families whose voucher months are over back to the plan they otherwise have. @returns how many ended */
export async function endVoucherPlans(now = new Date()): Promise<number> {
  const over = await db.voucherPlan.findMany({
    where: { until: { lte: now } },
    select: { familyId: true },
    take: endedAtOnce,
  });
  for (const { familyId } of over) {
    const afterCommit = await db.$transaction(async (client) => {
      await client.$executeRaw`SELECT 1 FROM "Family" WHERE id = ${familyId}::uuid FOR NO KEY UPDATE`;
      // Unless it has just been extended.
      const ended = await client.voucherPlan.deleteMany({ where: { familyId, until: { lte: now } } });
      return ended.count > 0 ? settleTier(client, familyId, { now }) : undefined;
    });
    afterCommit?.();
  }
  return over.length;
}
