import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Prisma } from "@/lib/db";
import { getPrintBalance, lockCustomer, printsOfMonth } from "@/lib/shop/prints/server/quota-service";

type Customer = Pick<MemberActor, "userId" | "familyId">;

/** What someone can give away: this month's prints until their order is placed, and prints from vouchers. */
export async function printsToGive(
  customer: Customer,
  client?: Prisma.TransactionClient,
): Promise<{ month: Date; monthPrints: number; keptPrints: number; grantMissing: number }> {
  const balance = await getPrintBalance(customer, client);
  return {
    month: balance.month,
    monthPrints: balance.order ? 0 : printsOfMonth(balance),
    keptPrints: balance.voucherPrints,
    grantMissing: balance.monthlyQuota - balance.granted,
  };
}

/**
 * Takes prints from someone, for others: this month's if there are enough, else those from vouchers.
 * @returns the month that they belong to, null for those from vouchers; undefined if there are not enough
 */
export async function takePrints(
  client: Prisma.TransactionClient,
  customer: Customer,
  prints: number,
): Promise<Date | null | undefined> {
  await lockCustomer(client, customer);
  const { month, monthPrints, keptPrints, grantMissing } = await printsToGive(customer, client);
  const isOfMonth = prints <= monthPrints;
  if (!isOfMonth && prints > keptPrints) return undefined;
  const { userId, familyId } = customer;
  const row = { userId, familyId, month: isOfMonth ? month : null };
  // The month's prints must be granted before they are given away, or the month's sum would be negative.
  const grant =
    isOfMonth && grantMissing > 0 ? [{ ...row, kind: "grant" as const, prints: grantMissing }] : [];
  await client.printCredit.createMany({ data: [...grant, { ...row, kind: "voucher", prints: -prints }] });
  return row.month;
}

/** Gives prints to someone: for a month or, with null, to stay until used. */
export async function givePrints(
  client: Prisma.TransactionClient,
  { userId, familyId }: Customer,
  prints: number,
  month: Date | null,
): Promise<void> {
  await client.printCredit.create({
    data: { userId, familyId, month, kind: "voucher", prints },
    select: { id: true },
  });
}
