import { notifyStorageThreshold } from "@/lib/album/quota/server/storage-threshold-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { forgetSessions } from "@/lib/core/auth/server/sessions";
import { notify } from "@/lib/core/notify/server/notify-service";
import { getPlans } from "@/lib/core/system-settings/server/service";
import { db, type Prisma } from "@/lib/db";
import { planContents } from "@/lib/family/families/plan-text";
import type { SubscriptionState, Tier } from "@/lib/generated/prisma/enums";
import { AppError, notFound } from "@/lib/http/errors";
import { defineTask, noPayload } from "@/lib/platform/queue/task";
import { describeExcess, formatPlanName, overPlan } from "@/lib/shop/billing/billing-text";
import type { AfterCommit } from "@/lib/shop/billing/server/checkout-handlers";
import { recordMonthlyGrants } from "@/lib/shop/prints/server/grant-service";

/** How long a plan stays while a payment is missing; the provider keeps retrying the card. */
export const graceDays = 14;
const graceMs = graceDays * 86_400_000;

export const tierRank: Record<Tier, number> = { free: 0, family: 1, premium: 2 };

interface PaidPlan {
  state: SubscriptionState;
  tier: Tier;
  pastDueSince: Date | null;
}

/** The plan that a subscription gives at this moment. */
export function paidTier(account: PaidPlan | null, now: Date): Tier {
  if (account?.state === "active") return account.tier;
  const isInGrace =
    account?.state === "past_due" &&
    (account.pastDueSince === null || account.pastDueSince.getTime() + graceMs > now.getTime());
  return isInGrace ? account.tier : "free";
}

/**
 * Gives the family the largest plan it is entitled to: by payment, by voucher, or by hand. Besides vouchers, this is
 * the only writer of a family's tier, so that no source takes away what another gives.
 * @returns what to do after the commit; undefined if nothing changed
 */
export async function settleTier(
  client: Prisma.TransactionClient,
  familyId: string,
  { actorId = null, now = new Date() }: { actorId?: string | null; now?: Date } = {},
): Promise<AfterCommit | undefined> {
  const [family] = await client.$queryRaw<{ tier: Tier; storageBytes: bigint }[]>`
    SELECT tier, "storageBytes" FROM "Family" WHERE id = ${familyId}::uuid FOR NO KEY UPDATE`;
  if (!family) return undefined;
  const { billingAccount, tierGrant, voucherPlan } = await client.family.findUniqueOrThrow({
    where: { id: familyId },
    select: {
      billingAccount: { select: { state: true, tier: true, pastDueSince: true } },
      tierGrant: { select: { tier: true } },
      voucherPlan: { select: { tier: true, until: true } },
    },
  });
  const voucher: Tier = voucherPlan && voucherPlan.until > now ? voucherPlan.tier : "free";
  const tiers: Tier[] = [paidTier(billingAccount, now), tierGrant?.tier ?? "free", voucher];
  const tier = tiers.reduce((best, one) => (tierRank[one] > tierRank[best] ? one : best));
  if (tier === family.tier) return undefined;
  if (tierRank[tier] < tierRank[family.tier]) await recordMonthlyGrants(client, familyId, family.tier, now);
  await client.family.update({ where: { id: familyId }, data: { tier }, select: { id: true } });
  const detail = { from: family.tier, to: tier };
  await recordActivity({ action: "family.tierChanged", actorId, familyId, detail }, client);
  await notifyTierChange(client, familyId, {
    from: family.tier,
    to: tier,
    usedBytes: Number(family.storageBytes),
  });
  return () => forgetSessions((seen) => seen.familyId === familyId);
}

async function notifyTierChange(
  client: Prisma.TransactionClient,
  familyId: string,
  { from, to, usedBytes }: { from: Tier; to: Tier; usedBytes: number },
): Promise<void> {
  const plans = await getPlans(client);
  const plan = plans[to];
  const accounts = await client.membership.count({ where: { familyId } });
  const over = describeExcess(plan, overPlan(plan, usedBytes, accounts));
  const isLess = tierRank[to] < tierRank[from];
  const sentences = [
    `Your family has the ${formatPlanName(plan)} now: ${planContents(plan)}.`,
    ...(isLess ? ["Nothing was deleted."] : []),
    ...over,
  ];
  const event = {
    kind: "account",
    familyId,
    actorId: null,
    title: isLess ? "Your family's plan is smaller now" : `Welcome to the ${formatPlanName(plan)}`,
    message: sentences.join(" "),
    url: "/billing",
  } as const;
  await notify(event, "admins", { client });
  // Excess was reported above, so only a fuller plan needs this: uploads that wait may be reported again.
  if (over.length === 0) {
    const limits = { before: plans[from].storageBytes, after: plan.storageBytes };
    await notifyStorageThreshold(client, familyId, { before: usedBytes, after: usedBytes }, limits);
  }
  await client.storageAlert.deleteMany({ where: { familyId } });
}

/**
 * Gives a family a plan by hand, or with `free` takes it back. A plan that the family pays for stays.
 * @returns the plan it has now, and what to do after the commit
 * @throws AppError 404, 409 live_subscription for less than what is paid for by card
 */
export async function setTierManually(
  client: Prisma.TransactionClient,
  actor: Pick<Actor, "userId">,
  familyId: string,
  tier: Tier,
): Promise<{ tier: Tier; afterCommit: AfterCommit }> {
  // The lock order everywhere: family first.
  await client.$executeRaw`SELECT 1 FROM "Family" WHERE id = ${familyId}::uuid FOR NO KEY UPDATE`;
  const account = await client.billingAccount.findUnique({
    where: { familyId },
    select: { state: true, tier: true, pastDueSince: true },
  });
  if (tierRank[tier] < tierRank[paidTier(account, new Date())]) {
    throw new AppError(
      "live_subscription",
      409,
      "This family pays for a larger plan by card. Its owner can change or cancel that on Billing.",
      { field: "subscriptionTier" },
    );
  }
  if (tier === "free") {
    await client.tierGrant.deleteMany({ where: { familyId } });
    await client.voucherPlan.deleteMany({ where: { familyId } });
  } else {
    await client.tierGrant.upsert({
      where: { familyId },
      create: { familyId, tier },
      update: { tier },
      select: { familyId: true },
    });
  }
  const settled = await settleTier(client, familyId, { actorId: actor.userId });
  const family = await client.family.findUnique({ where: { id: familyId }, select: { tier: true } });
  if (!family) throw notFound();
  return { tier: family.tier, afterCommit: settled ?? (() => {}) };
}

/** Ends plans whose payment has been missing for too long. @returns how many families were checked */
export async function endGracePeriods(now = new Date()): Promise<number> {
  const late = await db.billingAccount.findMany({
    where: {
      state: "past_due",
      pastDueSince: { lte: new Date(now.getTime() - graceMs) },
      family: { tier: { not: "free" } },
    },
    select: { familyId: true },
    take: 100,
  });
  for (const { familyId } of late) {
    const afterCommit = await db.$transaction((client) => settleTier(client, familyId, { now }));
    afterCommit?.();
  }
  return late.length;
}

/** Looks for plans whose grace period has ended. */
export const endGracePeriodsTask = defineTask("billing.endGraces", noPayload, () => endGracePeriods());
