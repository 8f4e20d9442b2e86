import { randomUUID } from "node:crypto";
import { boundPages } from "@/lib/album/books/layouts";
import { requireCurrentFile } from "@/lib/album/books/server/download-service";
import { getBook } from "@/lib/album/books/server/service";
import { pagesOf } from "@/lib/album/books/server/stored-book";
import { bookKey } from "@/lib/album/media/server/storage-keys";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { AppError } from "@/lib/http/errors";
import { getStorage } from "@/lib/platform/storage/storage";
import type { GiftSize } from "@/lib/shared/gift-products";
import { dayMs, gibibyte } from "@/lib/shared/units";

/** How long to keep the PDF of a delivered or cancelled order. */
const retentionMs = 14 * dayMs;
const removedAtOnce = 100;
const maxBytes = 4 * gibibyte;

/** A book in an order. */
export interface OrderedBook {
  bookKey: string;
  bookPages: number;
}

/**
 * Copies a book's PDF for an order: the book can be changed or deleted afterwards.
 * @throws AppError 404, 409 book_not_ready or book_outdated, 422 book_size
 */
export async function copyBook(actor: MemberActor, bookId: string, size: GiftSize): Promise<OrderedBook> {
  const { row, key } = await requireCurrentFile(actor, bookId);
  if (row.kind !== "book" || row.format !== "square" || size.id !== "21x21") {
    throw new AppError(
      "book_size",
      422,
      "We print square photo books of 21 cm. For others, download the PDF.",
      {
        field: "bookId",
      },
    );
  }
  const copy = bookKey(actor.familyId, `order-${randomUUID()}`, "book.pdf");
  await getStorage().write(copy, await getStorage().read(key), { maxBytes });
  return { bookKey: copy, bookPages: boundPages(pagesOf(row).length) };
}

/** A book that could be ordered, for its page; null for any other. */
export async function getOrderableBook(
  actor: MemberActor,
  bookId: string,
): Promise<{ id: string; title: string; pages: number } | null> {
  const book = await getBook(actor, bookId);
  if (book?.kind !== "book" || book.format !== "square" || book.file.url === null) return null;
  return { id: book.id, title: book.title, pages: boundPages(book.pageCount) };
}

export const removeOrderedBook = ({ bookKey: key }: Pick<OrderedBook, "bookKey">) => getStorage().delete(key);

/** Removes PDFs that nobody prints any more. @returns how many */
export async function removeOrderedBooks(now = new Date()): Promise<number> {
  const done = await db.giftOrder.findMany({
    where: {
      bookKey: { not: null },
      status: { in: ["delivered", "cancelled"] },
      updatedAt: { lt: new Date(now.getTime() - retentionMs) },
    },
    select: { id: true, bookKey: true },
    take: removedAtOnce,
  });
  for (const { id, bookKey: key } of done) {
    if (key !== null) await removeOrderedBook({ bookKey: key });
    await db.giftOrder.update({ where: { id }, data: { bookKey: null }, select: { id: true } });
  }
  return done.length;
}
