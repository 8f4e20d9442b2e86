import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { giftSteps } from "@/lib/shop/gifts/gift-steps";
import type { GiftOrderUpdate, OperatorGiftOrderDto } from "@/lib/shop/gifts/schema";
import { notifyGiftCustomer } from "@/lib/shop/gifts/server/customer-service";
import { operatorGiftOrderDto, operatorGiftOrderSelect } from "@/lib/shop/gifts/server/dto";
import { lockGiftOrder } from "@/lib/shop/gifts/server/place-service";

const maxListed = 500;

/**
 * Orders to make and send: paid for, and not a gift card. Cards are charged by the installation, and balances come from
 * its gift cards and vouchers, so its operator makes the gifts, not the family's admins.
 */
export const unmadeOrders = {
  paidAt: { not: null },
  product: { not: "gift-card" },
} as const satisfies Prisma.GiftOrderWhereInput;

/** The gift orders of every family, latest first. */
export async function listOrdersToMake(): Promise<OperatorGiftOrderDto[]> {
  const rows = await db.giftOrder.findMany({
    where: unmadeOrders,
    select: operatorGiftOrderSelect,
    orderBy: [{ orderedAt: "desc" }, { id: "desc" }],
    take: maxListed,
  });
  return rows.map(operatorGiftOrderDto);
}

/** @throws AppError 404 */
export async function requireOrderToMake(
  id: string,
  client: Prisma.TransactionClient = db,
): Promise<OperatorGiftOrderDto> {
  const where = { id, ...unmadeOrders };
  const row = await client.giftOrder.findFirst({ where, select: operatorGiftOrderSelect });
  if (!row) throw notFound();
  return operatorGiftOrderDto(row);
}

/**
 * Takes an order to its next step, or adds parcel tracking; the customer is notified.
 * @throws AppError 404; 422 when the step can't follow
 */
export async function updateGiftOrder(
  actor: Actor,
  id: string,
  { status, trackingUrl }: GiftOrderUpdate,
): Promise<OperatorGiftOrderDto> {
  await requireOrderToMake(id);
  return db.$transaction(async (client) => {
    const before = await lockGiftOrder(client, id);
    if (!before) throw notFound();
    const isStep = status !== undefined && status !== before.status;
    if (isStep && !giftSteps[before.status].includes(status)) {
      throw new AppError("wrong_step", 422, "An order can't go back to an earlier state.", {
        field: "status",
      });
    }
    await client.giftOrder.updateMany({
      where: { id, ...unmadeOrders },
      data: { ...(status ? { status } : {}), ...(trackingUrl !== undefined ? { trackingUrl } : {}) },
    });
    if (isStep) {
      await notifyGiftCustomer(client, id, status);
      const detail = { order: before.number, status };
      await recordActivity(
        { action: "gift.statusChanged", actorId: actor.userId, familyId: before.familyId, detail },
        client,
      );
    }
    return requireOrderToMake(id, client);
  });
}

/** How many wait to be made, how many are on their way, and what gifts earned in the last 30 days, in pence. */
export async function getGiftFigures(): Promise<{ toMake: number; underWay: number; paidPence: number }> {
  const [figures] = await db.$queryRaw<{ toMake: number; underWay: number; paidPence: number }[]>`
    SELECT count(*) FILTER (WHERE product <> 'gift-card' AND status IN ('placed', 'in_production'))::int AS "toMake",
           count(*) FILTER (WHERE product <> 'gift-card' AND status = 'dispatched')::int AS "underWay",
           COALESCE(sum(total - "fromBalance") FILTER (
             WHERE status <> 'cancelled' AND "paidAt" > now() - interval '30 days'), 0)::int AS "paidPence"
    FROM "GiftOrder" WHERE "paidAt" IS NOT NULL`;
  return figures ?? { toMake: 0, underWay: 0, paidPence: 0 };
}
