import { readEdits } from "@/lib/album/media/picture-edits";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { memberName } from "@/lib/core/names/server/member-name-service";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { maskedText } from "@/lib/shared/masked-text";
import { areSameEdits } from "@/lib/shared/picture-edits";
import { finishes, printSizes } from "@/lib/shared/print-products";
import { isUuid } from "@/lib/shared/uuid";
import type { PrintOrderDto, ReorderAnswer } from "@/lib/shop/prints/schema";
import { putIntoBasket } from "@/lib/shop/prints/server/basket-service";
import { cropOf, cropSelect, printOrderDto, printOrderSelect } from "@/lib/shop/prints/server/dto";
import { orderedElsewhere } from "@/lib/shop/prints/server/imported-order-service";
import {
  getPrintBalance,
  lockCustomer,
  remainingPrints,
  requireCustomer,
} from "@/lib/shop/prints/server/quota-service";
import { returnCredits } from "@/lib/shop/prints/server/returned-credits-service";
import { notifyCustomer, statusData } from "@/lib/shop/prints/server/status-service";

/** Nobody orders more than once a month. */
const maxListed = 200;

const own = ({ userId, familyId }: MemberActor) => ({ userId, familyId });

/** A session opened with an admin's link sees no address. */
const seenBy = ({ isDirectAccess }: MemberActor, order: PrintOrderDto): PrintOrderDto =>
  isDirectAccess
    ? { ...order, shippingAddress: maskedText, courtesyName: order.courtesyName && maskedText }
    : order;

/** The person's orders in this family, latest first. */
export async function listPrintOrders(actor: MemberActor): Promise<PrintOrderDto[]> {
  const rows = await db.printOrder.findMany({
    where: own(actor),
    select: printOrderSelect,
    orderBy: [{ placedAt: "desc" }, { id: "desc" }],
    take: maxListed,
  });
  return rows.map((row) => seenBy(actor, printOrderDto(row)));
}

/** @throws AppError 404 */
export async function requirePrintOrder(actor: MemberActor, id: string): Promise<PrintOrderDto> {
  const row = await db.printOrder.findFirst({ where: { id, ...own(actor) }, select: printOrderSelect });
  if (!row) throw notFound();
  return seenBy(actor, printOrderDto(row));
}

/** The admins may have begun to print it, so they are notified; the customer gets a receipt. */
async function notifyCancellation(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  id: string,
): Promise<void> {
  const { userId, familyId } = actor;
  const { number } = await client.printOrder.findUniqueOrThrow({ where: { id }, select: { number: true } });
  await notifyCustomer(client, id, "cancelled");
  await notify(
    {
      kind: "printOrder",
      familyId,
      actorId: userId,
      title: `Print order ${number}`,
      message: `${await memberName(actor, client)} cancelled it. Please don't print it.`,
      url: "/admin-print-orders",
      eventKey: `print-order:${id}:withdrawn`,
    },
    "admins",
    { client },
  );
}

/** Cancels a placed order; its prints can be ordered again. @throws AppError 404; 409 when it is too late */
export async function cancelPrintOrder(actor: MemberActor, id: string): Promise<PrintOrderDto> {
  await db.$transaction(async (client) => {
    await lockCustomer(client, actor);
    // While it is held, nobody knows of it, so nobody is notified that it is cancelled.
    const [held] = await client.$queryRaw<unknown[]>`
      SELECT 1 FROM "PrintOrder" WHERE id = ${id}::uuid AND "heldUntil" IS NOT NULL FOR UPDATE`;
    // One statement decides between this and an admin who sends it to the lab at the same moment.
    const { count } = await client.printOrder.updateMany({
      where: {
        ...{ id, ...own(actor), status: "placed" },
        ...{ isImported: false, sendState: { notIn: ["sending", "sent"] } },
      },
      data: {
        ...statusData("cancelled"),
        sendState: "none",
        heldUntil: null,
        ...(held ? { viewedAt: new Date() } : {}),
      },
    });
    if (count === 1) {
      await returnCredits(client, id);
      if (!held) await notifyCancellation(client, actor, id);
      return;
    }
    const order = await client.printOrder.findFirst({
      where: { id, ...own(actor) },
      select: { status: true, isImported: true },
    });
    if (!order) throw notFound();
    if (order.isImported) throw orderedElsewhere();
    // Cancelling is idempotent.
    if (order.status === "cancelled") return;
    throw new AppError("too_late", 409, "This order is already being made and can no longer be cancelled.");
  });
  return requirePrintOrder(actor, id);
}

const reorderSelect = {
  items: {
    select: {
      mediaId: true,
      size: true,
      finish: true,
      quantity: true,
      ...cropSelect,
      edits: true,
      media: { select: { deletedAt: true, edits: true } },
    },
    orderBy: { id: "asc" },
  },
} as const;

/**
 * Puts an order's pictures into the basket again, with their crops unless they were edited since, if they still exist and free prints remain.
 * @throws AppError 403 for a child, 404
 */
export async function reorderPrints(actor: MemberActor, id: string): Promise<ReorderAnswer> {
  requireCustomer(actor);
  if (!isUuid(id)) throw notFound();
  const order = await db.printOrder.findFirst({ where: { id, ...own(actor) }, select: reorderSelect });
  if (!order) throw notFound();
  return db.$transaction(async (client) => {
    await lockCustomer(client, actor);
    const where = { ...own(actor), media: { deletedAt: null } };
    const { _sum } = await client.basketItem.aggregate({ where, _sum: { quantity: true } });
    let room = remainingPrints(await getPrintBalance(actor, client)) - (_sum.quantity ?? 0);
    let [added, skipped] = [0, 0];
    for (const { mediaId, media, quantity, size, finish, edits, ...crop } of order.items) {
      const fitting = Math.min(quantity, room);
      if (!mediaId || !media || media.deletedAt !== null || fitting <= 0) {
        skipped++;
        continue;
      }
      await putIntoBasket(client, actor, {
        mediaId,
        size: printSizes.find((one) => one === size) ?? printSizes[0],
        finish: finishes.find((one) => one === finish) ?? finishes[0],
        quantity: fitting,
        crop: areSameEdits(readEdits(edits), readEdits(media.edits)) ? cropOf(crop) : null,
      });
      added += fitting;
      room -= fitting;
    }
    return { success: true, added, skipped };
  });
}
