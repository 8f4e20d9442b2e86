import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { refusalsOf } from "@/lib/album/batch/server/refusals";
import { batchTransaction, idsWith, type Outcomes } from "@/lib/album/media/server/locked-items-service";
import { visibleMediaSql } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { finishes, printSizes } from "@/lib/shared/print-products";
import { isUuid } from "@/lib/shared/uuid";
import { freePrintsLeft, ownItems } from "@/lib/shop/prints/server/basket-service";
import {
  getPrintBalance,
  lockCustomer,
  remainingPrints,
  requireCustomer,
} from "@/lib/shop/prints/server/quota-service";

type BasketRefusal = "quota_exceeded" | "already_in_basket" | "not_printable";

/** What prevents printing each existing item, before the free prints are counted. */
async function readOutcomes(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  ids: readonly string[],
): Promise<Outcomes<BasketRefusal>> {
  const items = await client.$queryRaw<{ id: string; isPhoto: boolean; isInBasket: boolean }[]>`
    SELECT m.id, m."mediaType" = 'image' AS "isPhoto", EXISTS (
      SELECT 1 FROM "BasketItem" b WHERE b."mediaId" = m.id AND b."userId" = ${actor.userId}::uuid
        AND b."familyId" = m."familyId") AS "isInBasket"
    FROM unnest(${ids.filter(isUuid)}::uuid[]) WITH ORDINALITY AS asked(id, place)
    JOIN "Media" m ON m.id = asked.id
    WHERE ${visibleMediaSql(actor)}
    ORDER BY asked.place FOR KEY SHARE OF m`;
  const outcome = ({ isPhoto, isInBasket }: { isPhoto: boolean; isInBasket: boolean }) => {
    if (!isPhoto) return "not_printable";
    return isInBasket ? "already_in_basket" : "quota_exceeded";
  };
  return new Map(items.map((item) => [item.id, outcome(item)]));
}

/**
 * One print of each photo that isn't in the basket, in the default size and finish, as many as the free prints cover
 * and in the order given.
 * @throws AppError 403 for a child
 */
export async function basketBatch(actor: MemberActor, ids: readonly string[]): Promise<BatchAnswerDto> {
  requireCustomer(actor);
  const { outcomes, remaining } = await db.$transaction(async (client) => {
    await lockCustomer(client, actor);
    const remaining = remainingPrints(await getPrintBalance(actor, client));
    const { _sum } = await client.basketItem.aggregate({ where: ownItems(actor), _sum: { quantity: true } });
    const outcomes = await readOutcomes(client, actor, ids);
    const room = Math.max(0, remaining - (_sum.quantity ?? 0));
    const fitting = idsWith(outcomes, "quota_exceeded").slice(0, room);
    // The basket shows what was added first on top, so the times differ by a millisecond.
    await client.$executeRaw`
      INSERT INTO "BasketItem" (id, "userId", "familyId", "mediaId", size, finish, quantity, "createdAt")
      SELECT gen_random_uuid(), ${actor.userId}::uuid, ${actor.familyId}::uuid, chosen.id, ${printSizes[0]},
             ${finishes[0]}, 1, statement_timestamp() + chosen.place * interval '1 millisecond'
      FROM unnest(${fitting}::uuid[]) WITH ORDINALITY AS chosen(id, place)`;
    for (const id of fitting) outcomes.set(id, "changed");
    return { outcomes, remaining };
  }, batchTransaction);
  const full = `Basket is full. ${freePrintsLeft(remaining).replace(/\.$/, "")}`;
  return {
    changedIds: idsWith(outcomes, "changed"),
    refusals: refusalsOf<BasketRefusal>(outcomes.values(), ids.length, {
      quota_exceeded: [`didn't fit. ${full}`, `didn't fit. ${full}`],
      already_in_basket: ["is already in the basket", "are already in the basket"],
      not_printable: [
        "is a video, and only photos can be printed",
        "are videos, and only photos can be printed",
      ],
    }),
  };
}
