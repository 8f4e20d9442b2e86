import { addHashtag } from "@/lib/album/hashtags/description-hashtags";
import { describeItems, lockEditable } from "@/lib/album/media/server/locked-items-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db, type Prisma } from "@/lib/db";
import { maxDescriptionLength } from "@/lib/shared/upload-limits";

/** The effect of adding hashtags on each of the locked items. */
export interface AddedHashtags {
  changed: string[];
  /** Their descriptions have no room left. */
  full: string[];
}

/**
 * Appends hashtags to the descriptions that don't contain them. The items are locked.
 * @param typed each with or without its #
 * @param replacement replaces all the descriptions first; undefined: each keeps its own
 */
export async function addHashtags(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  heldIds: readonly string[],
  typed: readonly string[],
  replacement?: string,
): Promise<AddedHashtags> {
  const items = await client.$queryRaw<{ id: string; description: string }[]>`
    SELECT id, description FROM "Media"
    WHERE id = ANY(${[...heldIds]}::uuid[]) AND "familyId" = ${actor.familyId}::uuid`;
  const full: string[] = [];
  const changes = items.flatMap(({ id, description: before }) => {
    const description = withHashtags(replacement ?? before, typed);
    if (description === before) return [];
    if (description.length > maxDescriptionLength) full.push(id);
    return description.length > maxDescriptionLength ? [] : [{ id, description }];
  });
  await describeItems(client, actor, changes);
  return { changed: changes.map(({ id }) => id), full };
}

/** Hashtags it already has are left where they are. */
export function withHashtags(description: string, typed: readonly string[]): string {
  const added = typed.reduce((text, hashtag) => addHashtag(text, hashtag), description);
  return added === description ? description : added.trimEnd();
}

/**
 * Appends a hashtag to the descriptions that don't contain it. Items that are not the family's, that the person may not
 * change, or whose description is full stay as they are.
 * @param typed with or without its #
 * @returns how many descriptions were changed
 */
export async function addHashtagToMedia(
  actor: MemberActor,
  typed: string,
  mediaIds: readonly string[],
): Promise<{ changed: number }> {
  return db.$transaction(async (client) => {
    const { editable } = await lockEditable(client, actor, mediaIds);
    const { changed } = await addHashtags(client, actor, editable, [typed]);
    return { changed: changed.length };
  });
}
