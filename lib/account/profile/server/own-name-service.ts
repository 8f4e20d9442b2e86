import type { OwnNameDto } from "@/lib/account/profile/schema";
import type { Actor } from "@/lib/core/auth/server/actor";
import { actorName } from "@/lib/core/names/server/member-name-service";
import { db } from "@/lib/db";
import { notSignedIn } from "@/lib/http/errors";

/** Changes what the caller is called in all of their families; null restores the family's name for them. */
export async function changeOwnName(actor: Actor, title: string | null): Promise<OwnNameDto> {
  const { count } = await db.user.updateMany({ where: { id: actor.userId }, data: { title } });
  if (count === 0) throw notSignedIn();
  return { title, displayName: await actorName(actor) };
}
