import type { MemberActor } from "@/lib/auth/actor";
import { db, type Prisma } from "@/lib/db";
import { adminGiftOrderDto, adminGiftOrderSelect } from "@/lib/features/gifts/dto";
import { giftSteps } from "@/lib/features/gifts/gift-steps";
import { giftName, lockGiftOrder } from "@/lib/features/gifts/place-service";
import type { AdminGiftOrderDto, GiftOrderStatusName, GiftOrderUpdate } from "@/lib/features/gifts/schema";
import { notify } from "@/lib/features/notifications/notify-service";
import { AppError, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

const mostListed = 500;

const statusMessages: Record<GiftOrderStatusName, string> = {
  awaiting_payment: "waits for its payment.",
  placed: "is placed.",
  in_production: "is being made.",
  dispatched: "is on its way to you.",
  delivered: "has been delivered.",
  cancelled: "was cancelled.",
};

/** What has to be made and sent: paid for, and no gift card. */
const toBeMade = ({ familyId }: MemberActor): Prisma.GiftOrderWhereInput => ({
  familyId,
  paidAt: { not: null },
  product: { not: "gift-card" },
});

/** The family's gift orders, the latest first. */
export async function listFamilyGiftOrders(actor: MemberActor): Promise<AdminGiftOrderDto[]> {
  const rows = await db.giftOrder.findMany({
    where: toBeMade(actor),
    select: adminGiftOrderSelect,
    orderBy: [{ orderedAt: "desc" }, { id: "desc" }],
    take: mostListed,
  });
  return rows.map(adminGiftOrderDto);
}

/**
 * Takes an order a step on, or says where its parcel is; whoever ordered is told.
 * @throws AppError 404; 422 when the step is not one that can follow
 */
export async function updateGiftOrder(
  actor: MemberActor,
  id: string,
  { status, trackingUrl }: GiftOrderUpdate,
): Promise<AdminGiftOrderDto> {
  if (!isUuid(id)) throw notFound();
  const where = { id, ...toBeMade(actor) };
  return db.$transaction(async (client) => {
    if ((await client.giftOrder.count({ where })) === 0) throw notFound();
    const before = await lockGiftOrder(client, id);
    if (!before) throw notFound();
    const isStep = status !== undefined && status !== before.status;
    if (isStep && !giftSteps[before.status].includes(status)) {
      throw new AppError("wrong_step", 422, "An order can't go back to an earlier state.", {
        field: "status",
      });
    }
    await client.giftOrder.updateMany({
      where,
      data: { ...(status ? { status } : {}), ...(trackingUrl !== undefined ? { trackingUrl } : {}) },
    });
    if (isStep && before.userId) {
      await notify(
        {
          kind: "printOrder",
          familyId: actor.familyId,
          actorId: actor.userId,
          title: `Gift order ${before.number}`,
          message: `${giftName(before)}: it ${statusMessages[status]}`,
          url: "/gift-shop",
          eventKey: `gift-order:${id}:${status}`,
        },
        [before.userId],
        { client },
      );
    }
    const row = await client.giftOrder.findFirstOrThrow({ where, select: adminGiftOrderSelect });
    return adminGiftOrderDto(row);
  });
}
