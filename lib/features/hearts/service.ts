import type { MemberActor } from "@/lib/auth/actor";
import { db } from "@/lib/db";
import type { HeartDto, HeartedMediaDto } from "@/lib/features/hearts/schema";
import { notFound } from "@/lib/http/errors";
import { isUuid } from "@/lib/shared/uuid";

async function requireVisible(actor: MemberActor, mediaId: string): Promise<void> {
  const found = isUuid(mediaId)
    ? await db.media.findFirst({
        where: { id: mediaId, familyId: actor.familyId, deletedAt: null },
        select: { id: true },
      })
    : null;
  if (!found) throw notFound();
}

/** @throws AppError 404 */
export async function countHearts(actor: MemberActor, mediaId: string): Promise<number> {
  await requireVisible(actor, mediaId);
  return db.heart.count({ where: { mediaId } });
}

/** Hearting twice keeps one heart. @throws AppError 404 */
export async function addHeart(actor: MemberActor, mediaId: string): Promise<HeartDto> {
  if (!isUuid(mediaId)) throw notFound();
  // One statement: the item is checked where the heart is made, so that a trashed one takes none.
  await db.$executeRaw`
    INSERT INTO "Heart" ("userId", "mediaId", "familyId")
    SELECT ${actor.userId}::uuid, m.id, m."familyId" FROM "Media" m
    WHERE m.id = ${mediaId}::uuid AND m."familyId" = ${actor.familyId}::uuid AND m."deletedAt" IS NULL
    ON CONFLICT DO NOTHING`;
  const count = await countHearts(actor, mediaId);
  const heart = await db.heart.findUnique({
    where: { userId_mediaId: { userId: actor.userId, mediaId } },
    select: { createdAt: true },
  });
  if (!heart) throw notFound();
  return { mediaId, userId: actor.userId, createdAt: heart.createdAt.toISOString(), count };
}

/** Taking away a heart that isn't there is fine. @returns the hearts left @throws AppError 404 */
export async function removeHeart(actor: MemberActor, mediaId: string): Promise<number> {
  await requireVisible(actor, mediaId);
  await db.heart.deleteMany({ where: { userId: actor.userId, mediaId, familyId: actor.familyId } });
  return db.heart.count({ where: { mediaId } });
}

/** What the person hearted in this family, last first. */
export async function listHeartedMedia(actor: MemberActor): Promise<HeartedMediaDto[]> {
  const hearts = await db.heart.findMany({
    where: { userId: actor.userId, familyId: actor.familyId, media: { deletedAt: null } },
    select: { mediaId: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { mediaId: "desc" }],
  });
  return hearts.map((heart) => ({ mediaId: heart.mediaId, createdAt: heart.createdAt.toISOString() }));
}
