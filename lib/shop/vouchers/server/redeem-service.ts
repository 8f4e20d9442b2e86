import { recordActivity } from "@/lib/core/activity/server/service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { countGuesses, guessLimits, refundGuesses } from "@/lib/core/auth/server/guess-throttle";
import { getFormatLocale } from "@/lib/core/settings/server/service";
import { db, type Prisma } from "@/lib/db";
import type { Tier, VoucherKind } from "@/lib/generated/prisma/enums";
import { AppError } from "@/lib/http/errors";
import { counted } from "@/lib/shared/counted";
import { poundsText } from "@/lib/shared/currency";
import { formatDay } from "@/lib/shared/day-text";
import { plainCode, voucherCodeLength } from "@/lib/shared/voucher-code";
import { lockGiftBalance, recordGiftEntry } from "@/lib/shop/balance/server/balance-service";
import type { AfterCommit } from "@/lib/shop/billing/server/checkout-handlers";
import { getPrintBalance, lockCustomer, requireCustomer } from "@/lib/shop/prints/server/quota-service";
import { givePrints } from "@/lib/shop/prints/server/shared-prints-service";
import type { RedeemedDto } from "@/lib/shop/vouchers/schema";
import { voucherCodeHashes } from "@/lib/shop/vouchers/server/code";
import { addPlanMonths } from "@/lib/shop/vouchers/server/plan-months-service";
import { voucherPlanName } from "@/lib/shop/vouchers/voucher-text";

const refused = (code: string, status: number, message: string) =>
  new AppError(code, status, message, { field: "code" });

const unknown = () =>
  refused("voucher_unknown", 404, "We don't recognise this code. Please check it letter by letter.");
const revoked = () =>
  refused("voucher_revoked", 422, "This voucher was cancelled by the person who made it.");
const expired = (day: Date, locale: string) =>
  refused("voucher_expired", 422, `This voucher was valid until ${formatDay(day, "UTC", locale)}.`);
const usedUp = () => refused("voucher_used_up", 422, "This voucher has already been used.");
const usedByYou = (isPlan: boolean) =>
  refused(
    "voucher_used_already",
    409,
    isPlan ? "Your family has already used this voucher." : "You have already used this voucher.",
  );
const orderedAlready = () =>
  refused(
    "ordered_already",
    409,
    "You have already ordered this month's prints, and these end with the month. Someone else in your family can use the voucher.",
  );

interface Voucher {
  id: string;
  kind: VoucherKind;
  tier: Tier | null;
  amount: number;
  month: Date | null;
}

interface Applied {
  /** What the person has now, as a sentence. */
  message: string;
  afterCommit?: AfterCommit | undefined;
}

/** Applies what the voucher gives. Call with the customer locked. */
async function apply(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  { id: voucherId, kind, tier, amount, month }: Voucher,
  now: Date,
  locale: string,
): Promise<Applied> {
  if (kind === "free_prints") {
    if (month && (await getPrintBalance(actor, client, now)).order) throw orderedAlready();
    await givePrints(client, actor, amount, month);
    const text = `${counted(amount, "free print")} ${amount === 1 ? "is" : "are"} yours`;
    return { message: month ? `${text} until this month ends.` : `${text}, until you use them.` };
  }
  if (kind === "plan_months") {
    const plan = tier ?? "family";
    const { until, afterCommit } = await addPlanMonths(client, actor, plan, amount, now, locale);
    const message = `Your family has the ${voucherPlanName(plan)} until ${formatDay(until, "UTC", locale)}.`;
    return { message, afterCommit };
  }
  const before = await lockGiftBalance(client, actor.userId);
  await recordGiftEntry(client, { userId: actor.userId, kind: "voucher", pence: amount, voucherId });
  return { message: `You have ${poundsText(before + amount, locale)} for the gift shop.` };
}

async function redeem(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  code: string,
  now: Date,
): Promise<{ redeemed: RedeemedDto; afterCommit: AfterCommit | undefined }> {
  const { userId, familyId } = actor;
  const voucher = await client.voucher.findFirst({
    where: { codeHash: { in: voucherCodeHashes(code) }, OR: [{ familyId: null }, { familyId }] },
    select: { id: true, kind: true, tier: true, amount: true, month: true, revokedAt: true, expiresAt: true },
  });
  if (!voucher) throw unknown();
  const locale = await getFormatLocale(userId, client);
  const isPlan = voucher.kind === "plan_months";
  const redeemer = isPlan ? familyId : userId;
  // Booking prints locks the customer first; changing a plan locks the family, and then its people.
  if (isPlan) await client.$executeRaw`SELECT 1 FROM "Family" WHERE id = ${familyId}::uuid FOR NO KEY UPDATE`;
  await lockCustomer(client, actor);
  // The unique constraint decides between two devices of one person.
  const kept = await client.voucherRedemption.createMany({
    data: { voucherId: voucher.id, redeemer, userId, familyId, createdAt: now },
    skipDuplicates: true,
  });
  if (kept.count === 0) throw usedByYou(isPlan);
  // One statement decides who gets the last use.
  const taken = await client.voucher.updateMany({
    where: {
      id: voucher.id,
      usesLeft: { gt: 0 },
      revokedAt: null,
      returnedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    data: { usesLeft: { decrement: 1 } },
  });
  if (taken.count === 0) {
    if (voucher.revokedAt) throw revoked();
    if (voucher.expiresAt && voucher.expiresAt <= now) throw expired(voucher.expiresAt, locale);
    throw usedUp();
  }
  const { message, afterCommit } = await apply(client, actor, voucher, now, locale);
  const detail = { voucherId: voucher.id, kind: voucher.kind, amount: voucher.amount };
  await recordActivity({ action: "voucher.redeemed", actorId: userId, familyId, detail }, client);
  const redeemed = { success: true as const, kind: voucher.kind, amount: voucher.amount, message };
  return { redeemed, afterCommit };
}

/**
 * Redeems a voucher. An unknown code counts as a guess.
 * @throws AppError 403 for a child; 404 or 422 at the field `code`; 409 when this person has used it already; 429
 */
export async function redeemVoucher(actor: MemberActor, typed: string): Promise<RedeemedDto> {
  requireCustomer(actor);
  const code = plainCode(typed);
  const guesses = [{ limit: guessLimits.voucher, key: actor.userId }];
  await countGuesses(guesses);
  if (code.length !== voucherCodeLength) throw unknown();
  try {
    const { redeemed, afterCommit } = await db.$transaction((client) =>
      redeem(client, actor, code, new Date()),
    );
    afterCommit?.();
    await refundGuesses(guesses);
    return redeemed;
  } catch (error) {
    // A real code that can't be used isn't a guess.
    if (error instanceof AppError && error.code !== "voucher_unknown") await refundGuesses(guesses);
    throw error;
  }
}
