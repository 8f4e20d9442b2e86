import type { MemberActor } from "@/lib/auth/actor";
import { refusalsOf } from "@/lib/features/batch/refusals";
import type { BatchAnswerDto } from "@/lib/features/batch/schema";
import { heartItems, unheartItems } from "@/lib/features/hearts/service";
import { listShownIds } from "@/lib/features/media/held-items-service";

/** Makes items the person's favourites, or no more. */
export async function heartBatch(
  actor: MemberActor,
  ids: readonly string[],
  hearted: boolean,
): Promise<BatchAnswerDto> {
  const changedIds = await (hearted ? heartItems : unheartItems)(actor, ids);
  const same = hearted ? "already_favourite" : "not_favourite";
  const outcomes = new Map((await listShownIds(actor, ids)).map((id) => [id, same] as [string, string]));
  for (const id of changedIds) outcomes.set(id, "changed");
  return {
    changedIds,
    refusals: refusalsOf(outcomes.values(), ids.length, {
      already_favourite: ["is already one of your favourites", "are already among your favourites"],
      not_favourite: ["wasn't one of your favourites", "weren't among your favourites"],
    }),
  };
}
