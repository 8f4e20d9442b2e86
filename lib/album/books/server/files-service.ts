import { z } from "zod";
import { bookKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { defineTask } from "@/lib/platform/queue/task";
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

/** What a file shows is forgotten only once it is removed, so that the hourly removal still finds it after a failure. */
export async function removeUnusedFiles(book: BookId): Promise<void> {
  await removeBookFiles(book);
  await db.book.updateMany({
    where: { id: book.id, fileState: { in: ["none", "failed"] } },
    data: { fileName: null, fileMediaIds: [] },
  });
}

/** Drops a file that is missing, as after restoring a backup, or that shows something deleted. */
export async function dropBookFile(book: BookId): Promise<void> {
  await db.book.updateMany({ where: { id: book.id, fileState: "ready" }, data: { fileState: "none" } });
  await removeUnusedFiles(book);
}

/** Ends making a file, which also drops the previous one; does nothing if it isn't being made. */
export async function endMaking(book: BookId, fileState: "none" | "failed"): Promise<void> {
  const { count } = await db.book.updateMany({
    where: { id: book.id, fileState: "making" },
    data: { fileState },
  });
  if (count > 0) await removeUnusedFiles(book);
}

/** Removes files that show a photo that is no longer in the album. @returns how many */
export async function removeBooksOfDeleted(): Promise<number> {
  const rows = await db.$queryRaw<BookId[]>(Prisma.sql`
    SELECT b.id, b."familyId" FROM "Book" b
    WHERE b."fileState" <> 'making' AND EXISTS (
      SELECT 1 FROM unnest(b."fileMediaIds") AS shown(id)
      WHERE NOT EXISTS (SELECT 1 FROM "Media" m WHERE m.id = shown.id AND m."familyId" = b."familyId"
        AND m."deletedAt" IS NULL))
    LIMIT ${removedAtOnce}`);
  for (const row of rows) await dropBookFile(row);
  return rows.length;
}

/** Removes the files of books that are gone. */
export const removeBookFilesTask = defineTask(
  "books.remove-files",
  z.object({ books: z.array(z.object({ id: z.uuid(), familyId: z.uuid() })) }),
  async ({ books }) => {
    for (const book of books) await removeBookFiles(book);
  },
);

/** Removes books as part of a transaction; their files are removed afterwards. */
export async function removeBooks(
  client: Prisma.TransactionClient,
  where: Prisma.BookWhereInput,
): Promise<void> {
  const books = await client.book.findMany({ where, select: { id: true, familyId: true } });
  await client.book.deleteMany({ where });
  if (books.length > 0) await removeBookFilesTask.enqueue({ books }, {}, client);
}

/** Books that nobody else has seen are deleted with their maker's membership. */
export async function removeBooksOfLeaver(
  client: Prisma.TransactionClient,
  { familyId, userId }: { familyId: string; userId: string },
): Promise<void> {
  await removeBooks(client, { familyId, makerId: userId, isShared: false });
  await client.book.updateMany({ where: { familyId, makerId: userId }, data: { makerId: null } });
}
