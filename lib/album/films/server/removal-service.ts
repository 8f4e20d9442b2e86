import { removeFilesTask } from "@/lib/album/media/server/removal-service";
import { filmKey } from "@/lib/album/media/server/storage-keys";
import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";

/** Removes films with their files. @param which a condition on "Film" f @returns how many */
export async function removeFilms(client: Prisma.TransactionClient, which: Sql.Sql): Promise<number> {
  const gone = await client.$queryRaw<{ id: string; familyId: string }[]>`
    DELETE FROM "Film" f WHERE ${which} RETURNING f.id, f."familyId"`;
  if (gone.length > 0) {
    const keys = gone.map(({ familyId, id }) => filmKey(familyId, id));
    await removeFilesTask.enqueue({ keys }, {}, client);
  }
  return gone.length;
}

/** Removes the films about a person who is about to be removed. */
export const removeFilmsAbout = (client: Prisma.TransactionClient, memberId: string): Promise<number> =>
  removeFilms(client, Sql.sql`f."memberId" = ${memberId}::uuid`);

/** Removes the films of someone who has left a family and can't watch them any more. */
export const removeFilmsBy = (
  client: Prisma.TransactionClient,
  { familyId, userId }: { familyId: string; userId: string },
): Promise<number> =>
  removeFilms(client, Sql.sql`f."familyId" = ${familyId}::uuid AND f."madeById" = ${userId}::uuid`);

/** Two entries become one person, so films about the former are now about that person. */
export async function passOnFilms(
  client: Prisma.TransactionClient,
  formerId: string,
  memberId: string,
): Promise<void> {
  await client.film.updateMany({ where: { memberId: formerId }, data: { memberId } });
}

/** Failed films are of no use after this. */
const failedDays = 7;
export const removeOldFilms = (): Promise<number> =>
  db.$transaction((client) =>
    removeFilms(
      client,
      Sql.sql`f.state = 'failed' AND f."createdAt" < now() - make_interval(days => ${failedDays}::int)`,
    ),
  );
