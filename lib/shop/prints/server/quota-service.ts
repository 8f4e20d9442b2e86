import type { MemberActor } from "@/lib/core/auth/server/actor";
import { getSystemSettings } from "@/lib/core/system-settings/server/service";
import { db, type Prisma } from "@/lib/db";
import type { Tier } from "@/lib/generated/prisma/enums";
import { forbidden } from "@/lib/http/errors";
import { monthStart, nextMonthStart } from "@/lib/shared/calendar-month";
import type { QuotaDto } from "@/lib/shop/prints/schema";

type Customer = Pick<MemberActor, "userId" | "familyId">;

/** What someone can order in a month, according to the ledger. */
export interface PrintBalance {
  month: Date;
  monthlyQuota: number;
  /** This month's grant in the ledger so far. */
  granted: number;
  /** This month's prints from other family members; negative if some were given away. */
  shared: number;
  voucherPrints: number;
  order: { id: string; printCount: number } | null;
  forfeited: number;
}

/** The month's own prints: the plan's, plus those from a voucher and minus those given away. */
export function printsOfMonth({ monthlyQuota, shared }: PrintBalance): number {
  return Math.max(0, monthlyQuota + shared);
}

/** Prints that can still be ordered: none once the month's order is placed (specification 9.6). */
export function remainingPrints(balance: PrintBalance): number {
  return balance.order ? 0 : printsOfMonth(balance) + balance.voucherPrints;
}

/** Children don't order (product.md, Children). @throws AppError 403 */
export function requireCustomer(actor: MemberActor): void {
  if (actor.isChild) throw forbidden("Please ask a grown-up in your family to order prints.");
}

/**
 * Serialises one person's orders and basket in one family until the transaction ends.
 * @throws AppError 403 for someone who has left the family meanwhile
 */
export async function lockCustomer(
  client: Prisma.TransactionClient,
  { userId, familyId }: Customer,
): Promise<void> {
  const locked = await client.$queryRaw<unknown[]>`
    SELECT 1 FROM "Membership" WHERE "userId" = ${userId}::uuid AND "familyId" = ${familyId}::uuid FOR UPDATE`;
  if (locked.length === 0) throw forbidden("You don't belong to this family any more.");
}

export async function getPrintBalance(
  { userId, familyId }: Customer,
  client: Prisma.TransactionClient = db,
  now = new Date(),
): Promise<PrintBalance> {
  const month = monthStart(now);
  const [row] = await client.$queryRaw<
    {
      tier: Tier;
      granted: number;
      shared: number;
      vouchers: number;
      forfeited: number;
      orderId: string | null;
      printCount: number | null;
    }[]
  >`
    SELECT f.tier, c.granted, c.shared, c.vouchers, c.forfeited, o.id AS "orderId", o."printCount"
    FROM "Family" f
    CROSS JOIN LATERAL (
      SELECT COALESCE(sum(prints) FILTER (WHERE month = ${month}::date AND kind = 'grant'), 0)::int AS granted,
             COALESCE(sum(prints) FILTER (WHERE month = ${month}::date AND kind = 'voucher'), 0)::int AS shared,
             COALESCE(sum(prints) FILTER (WHERE month IS NULL), 0)::int AS vouchers,
             COALESCE(-sum(p.prints) FILTER (WHERE month = ${month}::date AND kind = 'forfeit' AND EXISTS (
               SELECT 1 FROM "PrintOrder" live WHERE live.id = p."orderId" AND live.status <> 'cancelled')), 0)::int AS forfeited
      FROM "PrintCredit" p WHERE p."userId" = ${userId}::uuid AND p."familyId" = f.id
        AND (month IS NULL OR month = ${month}::date)
    ) c
    LEFT JOIN "PrintOrder" o ON o."userId" = ${userId}::uuid AND o."familyId" = f.id AND o.month = ${month}::date
      AND o.status <> 'cancelled' AND NOT o."isImported"
    WHERE f.id = ${familyId}::uuid`;
  if (!row) throw forbidden("You don't belong to this family any more.");
  const { plans } = await getSystemSettings(client);
  return {
    month,
    // A smaller plan doesn't take back what this month has granted (grant-service).
    monthlyQuota: Math.max(plans[row.tier].freePrints, row.granted),
    granted: row.granted,
    shared: row.shared,
    voucherPrints: row.vouchers,
    order: row.orderId ? { id: row.orderId, printCount: row.printCount ?? 0 } : null,
    forfeited: row.forfeited,
  };
}

/** Specification 7.7: the person's free prints this month, in their current family. */
export async function getQuota(actor: MemberActor, now = new Date()): Promise<QuotaDto> {
  const resetsOn = nextMonthStart(now).toISOString().slice(0, 10);
  if (actor.isChild) {
    return { remaining: 0, monthlyQuota: 0, voucherPrints: 0, order: null, forfeited: 0, resetsOn };
  }
  const balance = await getPrintBalance(actor, db, now);
  const { shared, voucherPrints, order, forfeited } = balance;
  return {
    remaining: remainingPrints(balance),
    monthlyQuota: printsOfMonth(balance),
    ...(shared === 0 ? {} : { sharedPrints: shared }),
    voucherPrints,
    order,
    forfeited,
    resetsOn,
  };
}
