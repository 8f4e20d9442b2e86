import { addressFields } from "@/lib/account/accounts/schema";
import { readEdits } from "@/lib/album/media/picture-edits";
import { editsColumn } from "@/lib/album/media/server/edits-column";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { AppError, badInput } from "@/lib/http/errors";
import { counted } from "@/lib/shared/counted";
import { isUniqueViolation } from "@/lib/shared/database-errors";
import { defaultPrintProvider } from "@/lib/shared/print-products";
import type { CheckoutInput, PrintOrderDto } from "@/lib/shop/prints/schema";
import { cropSelect, printOrderDto, printOrderSelect } from "@/lib/shop/prints/server/dto";
import { holdOrder } from "@/lib/shop/prints/server/hold-service";
import {
  getPrintBalance,
  lockCustomer,
  type PrintBalance,
  printsOfMonth,
  remainingPrints,
  requireCustomer,
} from "@/lib/shop/prints/server/quota-service";

/** Specification 8.5; api.md, Basket refusals: the rejection of an order carries what the basket acts upon. */
const refusal = (code: string, message: string, details: Record<string, unknown> = {}, field?: string) =>
  new AppError(code, 422, message, {
    ...(field ? { field } : {}),
    details: { success: false, details: message, ...details },
  });

export const addressMissing = () =>
  refusal(
    "address_required",
    "Missing shipping address - Please add your address in your profile settings.",
    { addressRequired: true },
    "shippingAddress",
  );

const orderedAlready = () =>
  new AppError(
    "ordered_already",
    409,
    "You have ordered this month's prints already. Your next ones arrive on the 1st.",
    { details: { success: false, quotaExceeded: true } },
  );

/** Without a country, it goes to the installation's own. */
const neededToDeliver = addressFields.filter(
  (field) => field !== "addressLine2" && field !== "addressCountry",
);

/** The parcel's recipient, in parts. @throws AppError 422 address_required */
export async function requireRecipient(client: Prisma.TransactionClient, userId: string) {
  const user = await client.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      addressFullName: true,
      addressLine1: true,
      addressLine2: true,
      addressCity: true,
      addressPostcode: true,
      addressCountry: true,
      phoneNumber: true,
      email: true,
    },
  });
  const missing = neededToDeliver.find((field) => !user[field]?.trim());
  if (missing) throw addressMissing();
  return user;
}

/**
 * Records in the ledger what an order uses: this month's free prints first, then those from vouchers. The rest of the
 * month's prints is given up (specification 9.6; product.md, Prints).
 */
async function spendCredits(
  client: Prisma.TransactionClient,
  owner: { userId: string; familyId: string },
  balance: PrintBalance,
  order: { id: string; printCount: number },
): Promise<void> {
  const { month, granted } = balance;
  const available = printsOfMonth(balance);
  const ofMonth = Math.min(order.printCount, available);
  const rows = [
    { month, kind: "grant", prints: balance.monthlyQuota - granted, orderId: null },
    { month, kind: "order", prints: -ofMonth, orderId: order.id },
    { month, kind: "forfeit", prints: ofMonth - available, orderId: order.id },
    { month: null, kind: "order", prints: ofMonth - order.printCount, orderId: order.id },
  ] as const;
  const data = rows.filter(({ prints }) => prints !== 0).map((row) => ({ ...owner, ...row }));
  if (data.length > 0) await client.printCredit.createMany({ data });
}

async function courtesyName(client: Prisma.TransactionClient, familyId: string): Promise<string | null> {
  const family = await client.family.findUniqueOrThrow({
    where: { id: familyId },
    select: { name: true, printSettings: { select: { showCourtesyMessage: true, courtesyName: true } } },
  });
  if (family.printSettings && !family.printSettings.showCourtesyMessage) return null;
  return family.printSettings?.courtesyName ?? family.name;
}

async function placeOrder(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  shippingAddress: string,
  provider: string,
): Promise<PrintOrderDto> {
  await lockCustomer(client, actor);
  const owner = { userId: actor.userId, familyId: actor.familyId };
  const balance = await getPrintBalance(actor, client);
  if (balance.order) throw orderedAlready();
  // Prevents edits of these photos until their crops and edits are in the order together.
  await client.$executeRaw`
    SELECT 1 FROM "Media" m WHERE m."familyId" = ${owner.familyId}::uuid AND m.id IN (
      SELECT b."mediaId" FROM "BasketItem" b
      WHERE b."userId" = ${owner.userId}::uuid AND b."familyId" = ${owner.familyId}::uuid)
    ORDER BY m.id FOR SHARE`;
  const items = await client.basketItem.findMany({
    where: { ...owner, media: { deletedAt: null } },
    // The id too: after an undo, the print is in the basket as before.
    select: {
      id: true,
      mediaId: true,
      size: true,
      finish: true,
      quantity: true,
      ...cropSelect,
      media: { select: { fileName: true, edits: true } },
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  const printCount = items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (printCount === 0) throw refusal("basket_empty", "Your basket is empty.");
  const remaining = remainingPrints(balance);
  if (printCount > remaining) {
    const message = `Your basket has ${counted(printCount, "print")}, but you have ${remaining} left this month.`;
    throw refusal("quota_exceeded", message, { quotaExceeded: true });
  }
  const recipient = await requireRecipient(client, actor.userId);
  const order = await client.printOrder.create({
    data: {
      ...owner,
      month: balance.month,
      provider,
      shippingAddress,
      recipient,
      courtesyName: await courtesyName(client, actor.familyId),
      printCount,
      items: {
        create: items.map(({ media, ...item }) => ({
          ...item,
          fileName: media.fileName,
          edits: editsColumn(readEdits(media.edits)),
        })),
      },
    },
    select: printOrderSelect,
  });
  await spendCredits(client, owner, balance, order);
  await client.basketItem.deleteMany({ where: { ...owner, media: { deletedAt: null } } });
  return printOrderDto({ ...order, heldUntil: await holdOrder(client, order.id) });
}

/**
 * Orders what is in the basket. If many requests race, the database lets one through: one order a month.
 * @throws AppError 403 for a child; 409 ordered_already; 422 address_required, basket_empty or quota_exceeded
 */
export async function checkOut(
  actor: MemberActor,
  { shippingAddress, printProvider }: CheckoutInput,
): Promise<PrintOrderDto> {
  requireCustomer(actor);
  if (!shippingAddress) throw addressMissing();
  if (printProvider !== defaultPrintProvider)
    throw badInput("printProvider", "This print provider doesn't exist.");
  try {
    return await db.$transaction((client) => placeOrder(client, actor, shippingAddress, printProvider));
  } catch (error) {
    if (isUniqueViolation(error)) throw orderedAlready();
    throw error;
  }
}
