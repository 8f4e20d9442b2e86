import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { refusalsOf } from "@/lib/album/batch/server/refusals";
import {
  batchTransaction,
  idsWith,
  lockEditable,
  moveItems,
  type Outcomes,
  type RestoreRefusal,
  restoreItems,
  type TrashRefusal,
  trashItems,
} from "@/lib/album/media/server/locked-items-service";
import { requireYear } from "@/lib/album/media/server/require-year";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { type FiledMonth, formatMonth } from "@/lib/shared/months";

/** Moves every item that the person may delete to the trash; the rest stay and are counted. */
export async function trashBatch(actor: MemberActor, ids: readonly string[]): Promise<BatchAnswerDto> {
  const outcomes = await trashItems(actor, ids);
  return {
    changedIds: idsWith(outcomes, "changed"),
    refusals: refusalsOf<TrashRefusal>(outcomes.values(), ids.length, {
      not_yours: [
        "belongs to someone else, who can delete it",
        "belong to other people, who can delete them",
      ],
      already_in_trash: ["is already in the trash", "are already in the trash"],
    }),
  };
}

/** Restores every item that the person may restore from the trash. */
export async function restoreBatch(actor: MemberActor, ids: readonly string[]): Promise<BatchAnswerDto> {
  const outcomes = await restoreItems(actor, ids);
  return {
    changedIds: idsWith(outcomes, "changed"),
    refusals: refusalsOf<RestoreRefusal>(outcomes.values(), ids.length, {
      not_in_trash: ["is already in the album", "are already in the album"],
      already_in_album: [
        "has another copy in the album, so this one stays in the trash",
        "have other copies in the album, so these stay in the trash",
      ],
      reported: [
        "is a copy of a file that an admin has been asked to look at, so it stays in the trash",
        "are copies of files that an admin has been asked to look at, so these stay in the trash",
      ],
    }),
  };
}

export type MoveRefusal = "not_yours" | "already_there";

/** Moves every item that the person may edit to another month. */
export async function moveBatch(
  actor: MemberActor,
  ids: readonly string[],
  filed: FiledMonth,
): Promise<BatchAnswerDto> {
  requireYear(actor, filed.year);
  const outcomes: Outcomes<MoveRefusal> = new Map();
  await db.$transaction(async (client) => {
    const { editable, foreign } = await lockEditable(client, actor, ids);
    for (const id of foreign) outcomes.set(id, "not_yours");
    for (const id of editable) outcomes.set(id, "already_there");
    for (const id of await moveItems(client, actor, editable, filed)) outcomes.set(id, "changed");
  }, batchTransaction);
  const there = formatMonth(filed);
  return {
    changedIds: idsWith(outcomes, "changed"),
    refusals: refusalsOf<MoveRefusal>(outcomes.values(), ids.length, {
      not_yours: ["belongs to someone else, who can move it", "belong to other people, who can move them"],
      already_there: [`is already in ${there}`, `are already in ${there}`],
    }),
  };
}
