import { removeFilesTask } from "@/lib/album/media/server/removal-service";
import { bookKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { getStorage } from "@/lib/platform/storage/storage";

const removedAtOnce = 100;

interface BookId {
  id: string;
  familyId: string;
}

/** Removes a book's printed files. @param kept the name of the file to keep */
export async function removeBookFiles({ id, familyId }: BookId, kept: string | null = null): Promise<void> {
  const storage = getStorage();
  for await (const { key } of storage.list(bookKey(familyId, id, ""))) {
    if (kept === null || key !== bookKey(familyId, id, kept)) await storage.delete(key);
  }
}

const noFile = { fileState: "none" as const, fileName: null, fileMediaIds: [] };

/** Drops a file that is missing, as after restoring a backup, or that shows something deleted. */
export async function dropBookFile(book: BookId): Promise<void> {
  await db.book.updateMany({ where: { id: book.id, fileState: "ready" }, data: noFile });
  await removeBookFiles(book);
}

/** Removes files that show a photo that is no longer in the album. @returns how many */
export async function removeBooksOfDeleted(): Promise<number> {
  const rows = await db.$queryRaw<BookId[]>(Prisma.sql`
    SELECT b.id, b."familyId" FROM "Book" b
    WHERE b."fileState" = 'ready' AND EXISTS (
      SELECT 1 FROM unnest(b."fileMediaIds") AS shown(id)
      WHERE NOT EXISTS (SELECT 1 FROM "Media" m WHERE m.id = shown.id AND m."familyId" = b."familyId"
        AND m."deletedAt" IS NULL))
    LIMIT ${removedAtOnce}`);
  for (const row of rows) await dropBookFile(row);
  return rows.length;
}

/** Removes books as part of a transaction; their files are removed afterwards. */
export async function removeBooks(
  client: Prisma.TransactionClient,
  where: Prisma.BookWhereInput,
): Promise<void> {
  const books = await client.book.findMany({ where, select: { id: true, familyId: true, fileName: true } });
  await client.book.deleteMany({ where });
  const keys = books.flatMap((book) =>
    book.fileName ? [bookKey(book.familyId, book.id, book.fileName)] : [],
  );
  if (keys.length > 0) await removeFilesTask.enqueue({ keys }, {}, client);
}

/** Books that nobody else has seen are deleted with their maker's membership. */
export async function removeBooksOfLeaver(
  client: Prisma.TransactionClient,
  { familyId, userId }: { familyId: string; userId: string },
): Promise<void> {
  await removeBooks(client, { familyId, makerId: userId, isShared: false });
  await client.book.updateMany({ where: { familyId, makerId: userId }, data: { makerId: null } });
}
