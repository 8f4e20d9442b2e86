import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import { notify } from "@/lib/features/notifications/notify-service";
import { adminPrintOrderDto, adminPrintOrderSelect } from "@/lib/features/prints/dto";
import { orderSteps } from "@/lib/features/prints/order-steps";
import { returnCredits } from "@/lib/features/prints/orders-service";
import type {
  AdminPrintOrderDto,
  PrintOrderStatusName,
  PrintOrderUpdate,
} from "@/lib/features/prints/schema";
import { AppError, notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

const mostListed = 500;

const statusMessages: Record<PrintOrderStatusName, string> = {
  placed: "is placed.",
  in_production: "is being printed.",
  dispatched: "is on its way to you.",
  delivered: "has been delivered.",
  cancelled: "was cancelled. Its prints are yours again.",
};

/** The orders of the whole family, the latest first. */
export async function listFamilyPrintOrders(actor: MemberActor): Promise<AdminPrintOrderDto[]> {
  const rows = await db.printOrder.findMany({
    where: { familyId: actor.familyId },
    select: adminPrintOrderSelect,
    orderBy: [{ placedAt: "desc" }, { id: "desc" }],
    take: mostListed,
  });
  return rows.map(adminPrintOrderDto);
}

/** Orders that no admin has seen yet. */
export function countUnviewedPrintOrders(actor: MemberActor): Promise<number> {
  return db.printOrder.count({ where: { familyId: actor.familyId, viewedAt: null } });
}

export async function markPrintOrdersViewed(actor: MemberActor): Promise<void> {
  await db.printOrder.updateMany({
    where: { familyId: actor.familyId, viewedAt: null },
    data: { viewedAt: new Date() },
  });
}

/**
 * Takes an order a step on, or says where its parcel is; whoever ordered is told.
 * @throws AppError 404; 422 when the step is not one that can follow
 */
export async function updatePrintOrder(
  actor: MemberActor,
  id: string,
  { status, trackingUrl }: PrintOrderUpdate,
): Promise<AdminPrintOrderDto> {
  if (!isUuid(id)) throw notFound();
  const where = { id, familyId: actor.familyId };
  return db.$transaction(async (client) => {
    const locked = await client.$queryRaw<unknown[]>`
      SELECT 1 FROM "PrintOrder" WHERE id = ${id}::uuid AND "familyId" = ${actor.familyId}::uuid FOR UPDATE`;
    if (locked.length === 0) throw notFound();
    const before = await client.printOrder.findFirstOrThrow({
      where,
      select: { status: true, number: true, userId: true },
    });
    const isStep = status !== undefined && status !== before.status;
    if (isStep && !orderSteps[before.status].includes(status)) {
      throw new AppError("wrong_step", 422, "An order can't go back to an earlier state.", {
        field: "status",
      });
    }
    await client.printOrder.updateMany({
      where,
      data: { ...(status ? { status } : {}), ...(trackingUrl !== undefined ? { trackingUrl } : {}) },
    });
    if (isStep && status === "cancelled") await returnCredits(client, id);
    if (isStep && before.userId) {
      await notify(
        {
          kind: "printOrder",
          familyId: actor.familyId,
          actorId: actor.userId,
          title: `Print order ${before.number}`,
          message: `Your order ${statusMessages[status]}`,
          url: "/print-orders",
          eventKey: `print-order:${id}:${status}`,
        },
        [before.userId],
        { client },
      );
    }
    const row = await client.printOrder.findFirstOrThrow({ where, select: adminPrintOrderSelect });
    return adminPrintOrderDto(row);
  });
}
