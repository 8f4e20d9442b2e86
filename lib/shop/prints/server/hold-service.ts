import type { MemberActor } from "@/lib/core/auth/server/actor";
import { nameInFamily, namesSelect } from "@/lib/core/names/server/display-name";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { defineTask } from "@/lib/platform/queue/task";
import { counted } from "@/lib/shared/counted";
import { maxPrintQuantity } from "@/lib/shared/print-products";
import type { UndoAnswer } from "@/lib/shop/prints/schema";
import { listBasket } from "@/lib/shop/prints/server/basket-service";
import { orderPayload } from "@/lib/shop/prints/server/order-payload";
import { lockCustomer } from "@/lib/shop/prints/server/quota-service";
import { startFulfilment } from "@/lib/shop/prints/server/sending-service";

/** How long an order can be undone, in seconds. */
const undoSeconds = 30;

/**
 * Holds a new order back: nobody else sees it until the returned time, and the customer can undo it. The end is in the
 * database's time, as is every comparison with it.
 */
export async function holdOrder(client: Prisma.TransactionClient, orderId: string): Promise<Date> {
  const [row] = await client.$queryRaw<{ heldUntil: Date }[]>`
    UPDATE "PrintOrder" SET "heldUntil" = clock_timestamp() + make_interval(secs => ${undoSeconds})
    WHERE id = ${orderId}::uuid RETURNING "heldUntil"`;
  if (!row) throw notFound();
  const { heldUntil } = row;
  await enqueueRelease(orderId, heldUntil, client);
  return heldUntil;
}

function enqueueRelease(orderId: string, runAt: Date, client: Prisma.TransactionClient): Promise<void> {
  const options = { jobKey: `${releasePrintOrderTask.name}:${orderId}`, runAt };
  return releasePrintOrderTask.enqueue({ orderId }, options, client);
}

const tooLate = () =>
  new AppError(
    "too_late",
    409,
    "It's too late to undo this order. You can still cancel it until production starts.",
  );

/** Puts what was ordered back, without the crops of photos that were edited since; prints that are in the basket again by now increase in number. */
function refillBasket(client: Prisma.TransactionClient, orderId: string): Promise<number> {
  return client.$executeRaw`
    INSERT INTO "BasketItem" (id, "userId", "familyId", "mediaId", size, finish, quantity,
      "cropX", "cropY", "cropWidth", "cropHeight", "createdAt")
    SELECT i.id, o."userId", o."familyId", i."mediaId", i.size, i.finish, i.quantity,
      crop."cropX", crop."cropY", crop."cropWidth", crop."cropHeight", o."placedAt"
    FROM "PrintOrder" o JOIN "PrintOrderItem" i ON i."orderId" = o.id
    JOIN "Media" m ON m.id = i."mediaId"
    LEFT JOIN "PrintOrderItem" crop ON crop.id = i.id AND i.edits IS NOT DISTINCT FROM m.edits
    WHERE o.id = ${orderId}::uuid AND i."mediaId" IS NOT NULL
    ON CONFLICT ("userId", "familyId", "mediaId", size, finish)
    DO UPDATE SET quantity = LEAST("BasketItem".quantity + EXCLUDED.quantity, ${maxPrintQuantity})`;
}

/**
 * Takes an order back within its first 30 seconds, as if never placed: its prints are in the basket again.
 * @throws AppError 404; 409 too_late once it has been released
 */
export async function undoPrintOrder(actor: MemberActor, id: string): Promise<UndoAnswer> {
  const { userId, familyId } = actor;
  return db.$transaction(async (client) => {
    await lockCustomer(client, actor);
    // The lock decides between this and the job that releases the order: while it is locked, it stays held.
    const held = await client.$queryRaw<unknown[]>`
      SELECT 1 FROM "PrintOrder" WHERE id = ${id}::uuid AND "userId" = ${userId}::uuid
        AND "familyId" = ${familyId}::uuid AND status = 'placed' AND "heldUntil" > clock_timestamp() FOR UPDATE`;
    if (held.length === 0) {
      if ((await client.printOrder.count({ where: { id, userId, familyId } })) === 0) throw notFound();
      throw tooLate();
    }
    await refillBasket(client, id);
    // The ledger entries of its free prints are deleted with it.
    await client.printOrder.deleteMany({ where: { id, userId, familyId } });
    return { success: true, items: await listBasket(actor, client) };
  });
}

/** Releases an order once it can no longer be undone: from now on it is up to the admins and the lab. */
export function releasePrintOrder(orderId: string): Promise<void> {
  return db.$transaction(async (client) => {
    const [order] = await client.$queryRaw<{ heldUntil: Date | null }[]>`
      SELECT "heldUntil" FROM "PrintOrder" WHERE id = ${orderId}::uuid AND "heldUntil" IS NOT NULL FOR UPDATE`;
    if (!order?.heldUntil) return;
    const [released] = await client.$queryRaw<{ status: string }[]>`
      UPDATE "PrintOrder" SET "heldUntil" = NULL
      WHERE id = ${orderId}::uuid AND "heldUntil" <= clock_timestamp() RETURNING status::text`;
    if (!released) return enqueueRelease(orderId, order.heldUntil, client);
    const { familyId, userId, printCount, user } = await client.printOrder.findUniqueOrThrow({
      where: { id: orderId },
      select: { familyId: true, userId: true, printCount: true, user: { select: namesSelect } },
    });
    await notify(
      {
        kind: "printOrder",
        familyId,
        actorId: userId,
        title: "New print order",
        message: `${user ? nameInFamily(user, familyId) : "Someone"} ordered ${counted(printCount, "print")}.`,
        url: "/admin-print-orders",
        eventKey: `print-order:${orderId}`,
      },
      "admins",
      { client },
    );
    await startFulfilment(client, orderId);
  });
}

/** Releases orders whose job the queue has lost. */
export async function releaseOverdueOrders(): Promise<void> {
  const overdue = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "PrintOrder" WHERE "heldUntil" < now() - interval '5 minutes' LIMIT 1000`;
  for (const { id } of overdue) await releasePrintOrder(id);
}

/** Releases an order that can no longer be undone. */
export const releasePrintOrderTask = defineTask("prints.release", orderPayload, ({ orderId }) =>
  releasePrintOrder(orderId),
);
