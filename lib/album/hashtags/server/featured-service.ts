import { type FeaturedHashtagDto, maxFeaturedHashtags } from "@/lib/album/hashtags/schema";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { lockOwnFamily } from "@/lib/family/families/server/membership-service";
import { AppError, badInput, notFound } from "@/lib/http/errors";
import { asHashtag } from "@/lib/shared/hashtags";

/** The hashtags that the family's admins have featured, in the order they were added. */
export function listFeaturedHashtags(actor: MemberActor): Promise<FeaturedHashtagDto[]> {
  return db.featuredHashtag.findMany({
    where: { familyId: actor.familyId },
    select: { id: true, hashtag: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: maxFeaturedHashtags,
  });
}

/**
 * Features a hashtag, which need not be in use yet.
 * @param typed with or without its #
 * @throws AppError 400 if it is not a hashtag, 409 if it is already featured, ignoring case; 422 if there are too many
 */
export async function featureHashtag(actor: MemberActor, typed: string): Promise<FeaturedHashtagDto> {
  const hashtag = asHashtag(typed);
  if (hashtag === null) throw badInput("hashtag", "A hashtag is one word.");
  return db.$transaction((client) => addFeatured(client, actor, hashtag));
}

async function addFeatured(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  hashtag: string,
): Promise<FeaturedHashtagDto> {
  const { familyId } = actor;
  // Two at once count each other.
  await lockOwnFamily(client, actor, "hashtags.feature");
  const featured = await client.featuredHashtag.count({ where: { familyId } });
  if (featured >= maxFeaturedHashtags) {
    throw new AppError(
      "too_many_featured",
      422,
      `${maxFeaturedHashtags} hashtags are already featured. Please remove one first.`,
      { field: "hashtag" },
    );
  }
  const key = hashtag.slice(1).toLowerCase();
  // The unique constraint on family and key decides which of two requests was first.
  const [added] = await client.featuredHashtag.createManyAndReturn({
    data: [{ familyId, hashtag, key }],
    skipDuplicates: true,
    select: { id: true, hashtag: true },
  });
  if (!added) {
    throw new AppError("hashtag_featured", 409, `${hashtag} is already featured.`, { field: "hashtag" });
  }
  return added;
}

/** Items keep the hashtag. @throws AppError 404 */
export async function unfeatureHashtag(actor: MemberActor, id: string): Promise<void> {
  const { familyId } = actor;
  const deleted = await db.featuredHashtag.deleteMany({ where: { id, familyId } });
  if (deleted.count === 0) throw notFound();
}
