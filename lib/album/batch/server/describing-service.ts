import type { BatchAnswerDto, BatchDescription } from "@/lib/album/batch/schema";
import { refusalsOf } from "@/lib/album/batch/server/refusals";
import { addHashtags, withHashtags } from "@/lib/album/hashtags/server/adding-service";
import {
  batchTransaction,
  idsWith,
  lockEditable,
  type Outcomes,
} from "@/lib/album/media/server/locked-items-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { badInput } from "@/lib/http/errors";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";

type DescribeRefusal = "not_yours" | "too_long" | "already_so";

/**
 * Replaces descriptions, adds hashtags to them, or both, for the items that the person may edit.
 * @throws AppError 400 if the new description has no room for the hashtags; then nothing changes
 */
export async function describeBatch(
  actor: MemberActor,
  ids: readonly string[],
  { description, addHashtags: hashtags }: BatchDescription,
): Promise<BatchAnswerDto> {
  if (description !== undefined && withHashtags(description, hashtags).length > maxDescriptionLength) {
    throw badInput("addHashtags", "There isn't room in the description for that many hashtags.");
  }
  const outcomes: Outcomes<DescribeRefusal> = new Map();
  await db.$transaction(async (client) => {
    const { editable, foreign } = await lockEditable(client, actor, ids);
    for (const id of foreign) outcomes.set(id, "not_yours");
    for (const id of editable) outcomes.set(id, "already_so");
    const { changed, full } = await addHashtags(client, actor, editable, hashtags, description);
    for (const id of changed) outcomes.set(id, "changed");
    for (const id of full) outcomes.set(id, "too_long");
  }, batchTransaction);
  return {
    changedIds: idsWith(outcomes, "changed"),
    refusals: refusalsOf<DescribeRefusal>(outcomes.values(), ids.length, {
      not_yours: ["belongs to someone else, who can edit it", "belong to other people, who can edit them"],
      too_long: [
        "has no room for the hashtags in its description",
        "have no room for the hashtags in their descriptions",
      ],
      already_so: ["already has this text", "already have this text"],
    }),
  };
}
