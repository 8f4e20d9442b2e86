import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { orderSteps, releasedOrders } from "@/lib/shop/prints/order-steps";
import type { AdminPrintOrderDto, PrintOrderUpdate } from "@/lib/shop/prints/schema";
import { adminPrintOrderDto, adminPrintOrderSelect } from "@/lib/shop/prints/server/dto";
import { orderedElsewhere } from "@/lib/shop/prints/server/imported-order-service";
import { cancelAtProvider } from "@/lib/shop/prints/server/provider-cancel-service";
import { returnCredits } from "@/lib/shop/prints/server/returned-credits-service";
import { notifyCustomer, statusData } from "@/lib/shop/prints/server/status-service";

const maxListed = 500;

/** The orders of the whole family, latest first. */
export async function listFamilyPrintOrders(actor: MemberActor): Promise<AdminPrintOrderDto[]> {
  const rows = await db.printOrder.findMany({
    where: { familyId: actor.familyId, ...releasedOrders },
    select: adminPrintOrderSelect,
    orderBy: [{ placedAt: "desc" }, { id: "desc" }],
    take: maxListed,
  });
  return rows.map(adminPrintOrderDto);
}

/** @throws AppError 404 */
export async function requireFamilyPrintOrder(actor: MemberActor, id: string): Promise<AdminPrintOrderDto> {
  const where = { id, familyId: actor.familyId, ...releasedOrders };
  const row = await db.printOrder.findFirst({ where, select: adminPrintOrderSelect });
  if (!row) throw notFound();
  return adminPrintOrderDto(row);
}

const inDelivery = () =>
  new AppError("too_late", 409, "This order is being sent just now. Please try again in a few minutes.", {
    field: "status",
  });

/** Orders that no admin has seen yet. */
export function countUnviewedPrintOrders(actor: MemberActor): Promise<number> {
  return db.printOrder.count({ where: { familyId: actor.familyId, viewedAt: null, ...releasedOrders } });
}

export async function markPrintOrdersViewed(actor: MemberActor): Promise<void> {
  await db.printOrder.updateMany({
    where: { familyId: actor.familyId, viewedAt: null, ...releasedOrders },
    data: { viewedAt: new Date() },
  });
}

/**
 * Takes an order to its next step, or adds parcel tracking; the customer is notified. An order being made elsewhere is
 * cancelled there first.
 * @throws AppError 404; 409 when it is too late there; 422 when the step can't follow; 503
 */
export async function updatePrintOrder(
  actor: MemberActor,
  id: string,
  { status, trackingUrl }: PrintOrderUpdate,
): Promise<AdminPrintOrderDto> {
  const where = { id, familyId: actor.familyId };
  const cancelledThere = status === "cancelled" ? await cancelAtProvider(actor.familyId, id) : null;
  return db.$transaction(async (client) => {
    const locked = await client.$queryRaw<unknown[]>`
      SELECT 1 FROM "PrintOrder" WHERE id = ${id}::uuid AND "familyId" = ${actor.familyId}::uuid
        AND "heldUntil" IS NULL FOR UPDATE`;
    if (locked.length === 0) throw notFound();
    const before = await client.printOrder.findFirstOrThrow({
      where,
      select: { status: true, sendState: true, providerReference: true, isImported: true },
    });
    if (before.isImported) throw orderedElsewhere();
    const isStep = status !== undefined && status !== before.status;
    if (isStep && !orderSteps[before.status].includes(status)) {
      throw new AppError("wrong_step", 422, "An order can't go back to an earlier state.", {
        field: "status",
      });
    }
    // It may have been sent after the provider was asked to cancel it.
    const isThere = before.sendState === "sent" && before.providerReference !== cancelledThere;
    if (isStep && status === "cancelled" && (before.sendState === "sending" || isThere)) throw inDelivery();
    await client.printOrder.updateMany({
      where,
      data: { ...(isStep ? statusData(status) : {}), ...(trackingUrl !== undefined ? { trackingUrl } : {}) },
    });
    if (isStep && status === "cancelled") await returnCredits(client, id);
    if (isStep) await notifyCustomer(client, id, status, actor.userId);
    const row = await client.printOrder.findFirstOrThrow({ where, select: adminPrintOrderSelect });
    return adminPrintOrderDto(row);
  });
}
