import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Prisma } from "@/lib/db";
import { lockCustomer, printsOfMonth, readBalance } from "@/lib/shop/prints/server/quota-service";

type Customer = Pick<MemberActor, "userId" | "familyId">;

/** What somebody can pass on: this month's prints until their order is placed, and what vouchers gave them. */
export async function printsToGive(
  customer: Customer,
  client?: Prisma.TransactionClient,
): Promise<{ month: Date; monthPrints: number; keptPrints: number; grantMissing: number }> {
  const balance = await readBalance(customer, client);
  return {
    month: balance.month,
    monthPrints: balance.order ? 0 : printsOfMonth(balance),
    keptPrints: balance.voucherPrints,
    grantMissing: balance.monthlyQuota - balance.granted,
  };
}

/**
 * Takes prints out of somebody's own, for others: this month's where they suffice, else those that stay.
 * @returns the month that they are of, null for those that stay; undefined where there are not enough
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
  // What is passed on of the month has to be granted before, or the month would sum below nothing.
  const grant =
    isOfMonth && grantMissing > 0 ? [{ ...row, kind: "grant" as const, prints: grantMissing }] : [];
  await client.printCredit.createMany({ data: [...grant, { ...row, kind: "voucher", prints: -prints }] });
  return row.month;
}

/** Gives prints to somebody: for the month that they are of, or to stay. */
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
