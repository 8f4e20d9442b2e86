import { addToAlbum } from "@/lib/album/albums/server/items-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import type { Prisma } from "@/lib/db";
import { lockInTransaction } from "@/lib/platform/locks";
import { maxAlbumTitleLength } from "@/lib/shared/album-limits";

/** The person's album with this title, which is created with its first item. */
async function albumOf(
  client: Prisma.TransactionClient,
  { familyId, userId }: MemberActor,
  importId: string,
  title: string,
): Promise<string> {
  // If two items of a new album arrive at once, the second finds it.
  await lockInTransaction(client, `import-album:${familyId}:${userId}:${title}`);
  const where = { familyId, createdById: userId, title };
  const known = await client.album.findFirst({ where, select: { id: true }, orderBy: { createdAt: "asc" } });
  if (known) return known.id;
  const { id } = await client.album.create({ data: where, select: { id: true } });
  await client.import.update({
    where: { id: importId },
    data: { albumIds: { push: id } },
    select: { id: true },
  });
  return id;
}

/** Adds an item to the albums that it is in at its source. */
export async function addToAlbums(
  client: Prisma.TransactionClient,
  actor: MemberActor,
  { importId, mediaId, titles }: { importId: string; mediaId: string; titles: readonly string[] },
): Promise<void> {
  const ids: string[] = [];
  // Always in the same order, albums by id: anyone who needs the same ones waits.
  for (const title of [...new Set(titles)].sort()) {
    ids.push(
      await albumOf(client, actor, importId, [...title].slice(0, maxAlbumTitleLength).join("").trim()),
    );
  }
  for (const id of [...new Set(ids)].sort()) await addToAlbum(client, actor, id, [mediaId]);
}

/** Removes the albums that an import created and that no longer have anything to show. */
export async function removeEmptyAlbums(
  client: Prisma.TransactionClient,
  { familyId, albumIds }: { familyId: string; albumIds: readonly string[] },
): Promise<void> {
  await client.album.deleteMany({ where: { id: { in: [...albumIds] }, familyId, itemCount: 0 } });
}
