import type { BookDto } from "@/lib/album/books/schema";
import { dropBookFile, endMaking } from "@/lib/album/books/server/files-service";
import { enqueueBook } from "@/lib/album/books/server/making-service";
import { readPrintable } from "@/lib/album/books/server/printable-book";
import { requireBook, seenBooks } from "@/lib/album/books/server/service";
import { type BookRow, bookSelect } from "@/lib/album/books/server/stored-book";
import { fileResponse } from "@/lib/album/media/server/file-response";
import { bookKey } from "@/lib/album/media/server/storage-keys";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { getUserSettings } from "@/lib/core/settings/server/service";
import { db } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { getStorage } from "@/lib/platform/storage/storage";
import { safeFileName } from "@/lib/shared/safe-file-name";
import { isUuid } from "@/lib/shared/uuid";

/** Making a file takes the server several seconds. */
const filesPerPerson = { name: "book-files", points: 30, seconds: 3600 };

async function requireRow(actor: MemberActor, id: string): Promise<BookRow> {
  const row = isUuid(id)
    ? await db.book.findFirst({ where: { id, ...seenBooks(actor) }, select: bookSelect })
    : null;
  if (!row) throw notFound();
  return row;
}

const isCurrent = async (row: BookRow) =>
  row.fileState === "ready" && (await readPrintable(row)).digest === row.fileDigest;

/** Starts making a book's PDF, unless it is already being made or up to date. @throws AppError 404, 429 */
export async function makeBookFile(actor: MemberActor, id: string): Promise<BookDto> {
  const row = await requireRow(actor, id);
  if (row.fileState === "making" || (await isCurrent(row))) return requireBook(actor, row.id);
  await consumeRateLimit(filesPerPerson, actor.userId);
  const { locale } = await getUserSettings(actor);
  await db.$transaction(async (client) => {
    const { count } = await client.book.updateMany({
      where: { id: row.id, fileState: { not: "making" } },
      data: { fileState: "making", fileLocale: locale, fileDone: 0, fileTotal: 0 },
    });
    if (count > 0) await enqueueBook(row.id, { client });
  });
  return requireBook(actor, row.id);
}

/** Stops making it; does nothing if it isn't being made. @throws AppError 404 */
export async function cancelBookFile(actor: MemberActor, id: string): Promise<void> {
  await endMaking(await requireRow(actor, id), "none");
}

/** The book's file, if it shows the book as it is now. @throws AppError 404, 409 book_not_ready or book_outdated */
export async function requireCurrentFile(
  actor: MemberActor,
  id: string,
): Promise<{ row: BookRow; fileName: string; key: string }> {
  const row = await requireRow(actor, id);
  const { familyId, fileName } = row;
  if (row.fileState !== "ready" || fileName === null) {
    throw new AppError("book_not_ready", 409, "This PDF hasn't been made yet. Please make it first.");
  }
  const key = bookKey(familyId, row.id, fileName);
  if (!(await isCurrent(row)) || !(await getStorage().stat(key))) {
    await dropBookFile(row);
    throw new AppError(
      "book_outdated",
      409,
      "This has changed since its PDF was made. Please make the PDF again.",
    );
  }
  return { row, fileName, key };
}

/**
 * A book's PDF, with ranges.
 * @throws AppError 404, 409 book_not_ready or book_outdated
 */
export async function bookFileResponse(request: Request, actor: MemberActor, id: string): Promise<Response> {
  const { row, fileName, key } = await requireCurrentFile(actor, id);
  const etag = `"${fileName}"`;
  const downloadName = `${safeFileName(row.title)}.pdf`;
  return fileResponse(request, { key, contentType: "application/pdf", etag, downloadName });
}
