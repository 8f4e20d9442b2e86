import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor, MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { notFound } from "@/lib/http/errors";
import { getGiftBalance, recordGiftEntry } from "@/lib/shop/balance/server/balance-service";
import { givePrints, printsToGive } from "@/lib/shop/prints/server/shared-prints-service";
import type { VoucherAllowance, VoucherDto } from "@/lib/shop/vouchers/schema";
import { voucherDto, voucherSelect } from "@/lib/shop/vouchers/server/dto";

const maxListed = 200;

type Vouchers = Pick<Prisma.VoucherWhereInput, "source" | "familyId">;
const ofFamily = (familyId: string): Vouchers => ({ source: "maker", familyId });
/** Gift cards belong to their buyers: nobody else sees their codes. */
const ofOperator: Vouchers = { source: "house" };

async function listVouchers(where: Vouchers): Promise<VoucherDto[]> {
  const rows = await db.voucher.findMany({
    where,
    select: voucherSelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: maxListed,
  });
  return rows.map((row) => voucherDto(row));
}

/** The vouchers that the family's admins have created, latest first. */
export const listFamilyVouchers = (actor: MemberActor) => listVouchers(ofFamily(actor.familyId));
/** The vouchers that super admins have created, latest first. */
export const listOperatorVouchers = () => listVouchers(ofOperator);

/** What an admin can still put into vouchers. */
export async function getVoucherAllowance(actor: MemberActor): Promise<VoucherAllowance> {
  const [{ monthPrints, keptPrints }, balance] = await Promise.all([
    printsToGive(actor),
    getGiftBalance(actor.userId),
  ]);
  return { monthPrints, keptPrints, balance };
}

/** Returns the unused part to the voucher's creator; once, however often it is called. */
async function returnRest(client: Prisma.TransactionClient, id: string): Promise<void> {
  const [voucher] = await client.voucher.updateManyAndReturn({
    where: { id, source: "maker", returnedAt: null },
    data: { returnedAt: new Date() },
    select: { kind: true, amount: true, usesLeft: true, month: true, madeById: true, familyId: true },
  });
  if (!voucher?.madeById || voucher.usesLeft === 0) return;
  const { kind, month, madeById: userId, familyId } = voucher;
  const rest = voucher.amount * voucher.usesLeft;
  if (kind === "amount_off") {
    return recordGiftEntry(client, { userId, kind: "returned", pence: rest, voucherId: id });
  }
  // Prints of a past month would be worth nothing; in the ledger each month still adds up.
  if (kind === "free_prints" && familyId) await givePrints(client, { userId, familyId }, rest, month);
}

/**
 * Returns what is left of balances in a family's vouchers to their makers, because the family is being deleted. Free
 * prints end with it.
 */
export async function returnVouchersOf(client: Prisma.TransactionClient, familyId: string): Promise<void> {
  const vouchers = await client.voucher.findMany({
    where: { ...ofFamily(familyId), kind: "amount_off", returnedAt: null },
    select: { id: true },
  });
  for (const { id } of vouchers) await returnRest(client, id);
}

async function revoke(actor: Actor, id: string, where: Vouchers): Promise<void> {
  await db.$transaction(async (client) => {
    // Someone who redeems it at this moment waits for the row, and then finds it revoked, or was first.
    const revoked = await client.voucher.updateMany({
      where: { ...where, id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (revoked.count === 0) {
      // Revoking is idempotent.
      if ((await client.voucher.count({ where: { ...where, id } })) === 0) throw notFound();
      return;
    }
    await returnRest(client, id);
    const { userId: actorId, familyId } = actor;
    await recordActivity({ action: "voucher.revoked", actorId, familyId, detail: { voucherId: id } }, client);
  });
}

/** Ends a voucher of the family; the unused part goes back to its creator. @throws AppError 404 */
export const revokeFamilyVoucher = (actor: MemberActor, id: string) =>
  revoke(actor, id, ofFamily(actor.familyId));
/** @throws AppError 404 */
export const revokeOperatorVoucher = (actor: Actor, id: string) => revoke(actor, id, ofOperator);

const returnedAtOnce = 100;

/** Returns what is left in expired vouchers. @returns how many there were */
export async function returnExpiredVouchers(now = new Date()): Promise<number> {
  const expired = await db.voucher.findMany({
    where: { source: "maker", returnedAt: null, revokedAt: null, expiresAt: { lte: now } },
    select: { id: true },
    take: returnedAtOnce,
  });
  for (const { id } of expired) await db.$transaction((client) => returnRest(client, id));
  return expired.length;
}
