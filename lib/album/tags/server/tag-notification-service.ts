import { createHash } from "node:crypto";
import { mediaTitle } from "@/lib/album/media/media-text";
import { pathToItem } from "@/lib/album/media/server/notified-paths";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { memberName } from "@/lib/core/names/server/member-name-service";
import { notify } from "@/lib/core/notify/server/notify-service";
import type { Prisma } from "@/lib/db";
import type { MediaType } from "@/lib/generated/prisma/enums";
import { counted } from "@/lib/shared/counted";

export interface TaggedItem {
  id: string;
  mediaType: MediaType;
  description: string;
  year: number;
  month: number;
}

/** Notifies people who were tagged in an item, once per item however often they are tagged in it. */
export async function notifyTagged(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  item: TaggedItem,
  userIds: readonly string[],
): Promise<void> {
  const what = item.mediaType === "video" ? "video" : "photo";
  await notify(
    {
      kind: "tagged",
      familyId: actor.familyId,
      actorId: actor.userId,
      title: `${await memberName(actor, client)} tagged you in a ${what}`,
      message: mediaTitle({ ...item, uploadedBy: null }),
      url: pathToItem(item.id),
      mediaId: item.id,
      eventKey: `tag:${item.id}`,
    },
    userIds,
    { client },
  );
}

/** The same for several items: one notification per person, and none if the same ones are tagged again. */
export async function notifyTaggedInMany(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  userIds: readonly string[],
  mediaIds: readonly string[],
): Promise<void> {
  const which = createHash("sha256")
    .update([...mediaIds].sort().join())
    .digest("base64url");
  await notify(
    {
      kind: "tagged",
      familyId: actor.familyId,
      actorId: actor.userId,
      title: `${await memberName(actor, client)} tagged you in ${counted(mediaIds.length, "photo")}`,
      message: "You'll find them in the photos of you.",
      url: "/tagged",
      eventKey: `tags:${which}`,
    },
    userIds,
    { client },
  );
}
