import type { BatchAnswerDto } from "@/lib/album/batch/schema";
import { refusalsOf } from "@/lib/album/batch/server/refusals";
import { heartItems, unheartItems } from "@/lib/album/hearts/server/service";
import { listVisibleIds } from "@/lib/album/media/server/locked-items-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";

/** Adds items to the person's favourites, or removes them. */
export async function heartBatch(
  actor: MemberActor,
  ids: readonly string[],
  hearted: boolean,
): Promise<BatchAnswerDto> {
  const changedIds = await (hearted ? heartItems : unheartItems)(actor, ids);
  const same = hearted ? "already_favourite" : "not_favourite";
  const outcomes = new Map((await listVisibleIds(actor, ids)).map((id) => [id, same] as [string, string]));
  for (const id of changedIds) outcomes.set(id, "changed");
  return {
    changedIds,
    refusals: refusalsOf(outcomes.values(), ids.length, {
      already_favourite: ["is already one of your favourites", "are already among your favourites"],
      not_favourite: ["wasn't one of your favourites", "weren't among your favourites"],
    }),
  };
}
