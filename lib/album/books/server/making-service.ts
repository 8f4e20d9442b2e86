import { randomUUID } from "node:crypto";
import { z } from "zod";
import { printBook } from "@/lib/album/books/printed-book";
import { endMaking, removeBookFiles, removeUnusedFiles } from "@/lib/album/books/server/files-service";
import { type PrintableBook, readPrintable } from "@/lib/album/books/server/printable-book";
import { type BookRow, bookSelect, readFaces } from "@/lib/album/books/server/stored-book";
import { paperRegion } from "@/lib/album/media/paper-region";
import { bookKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { logError } from "@/lib/http/log";
import { ImageError } from "@/lib/platform/images/image-error";
import { makePrintImage } from "@/lib/platform/images/print-image";
import { printedPdf } from "@/lib/platform/pdf/printed-pages";
import { declareTask, type JobOptions } from "@/lib/platform/queue/task";
import { workAlone } from "@/lib/platform/queue/work-alone";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { Semaphore } from "@/lib/shared/semaphore";
import { gibibyte } from "@/lib/shared/units";

/** After the jobs that people in the album wait for, before exports. */
const priority = 15;
const maxAttempts = 3;
const maxFileBytes = 4 * gibibyte;
/** A photo is prepared while another is decoded. */
const printing = new Semaphore(2);
const noteEveryMs = 500;

/** Makes a book's PDF, with `runBook`. */
export const bookTask = declareTask("books.make", z.object({ bookId: z.uuid() }));

export async function enqueueBook(bookId: string, { client, runAt }: JobOptions = {}): Promise<void> {
  await bookTask.enqueue({ bookId }, { jobKey: `${bookTask.name}:${bookId}`, priority, runAt }, client);
}

/** Puts books whose file a stopped server was making back into the queue. */
export async function requeueBooks(): Promise<void> {
  const open = await db.book.findMany({ where: { fileState: "making" }, select: { id: true }, take: 1_000 });
  for (const { id } of open) await enqueueBook(id);
}

/** The book was cancelled or deleted while it was being made. */
class CancelledError extends Error {}

/** Records a book's progress, at most twice a second. @throws CancelledError */
class Progress {
  #done = 0;
  #notedAt = 0;

  constructor(
    private readonly id: string,
    private readonly total: number,
    private readonly signal?: AbortSignal,
  ) {}

  async step(): Promise<void> {
    this.#done++;
    this.signal?.throwIfAborted();
    if (Date.now() - this.#notedAt < noteEveryMs && this.#done > 1) return;
    this.#notedAt = Date.now();
    const { count } = await db.book.updateMany({
      where: { id: this.id, fileState: "making" },
      data: { fileDone: this.#done, fileTotal: this.total },
    });
    if (count === 0) throw new CancelledError();
  }
}

/** Writes the PDF, with a few photos in memory at a time. @returns how many could not be read */
async function writePdf(
  row: BookRow,
  { content, photos }: PrintableBook,
  key: string,
  signal?: AbortSignal,
): Promise<{ bytes: number; problems: number }> {
  const faces = await readFaces(row.familyId, [...photos.keys()]);
  const printed = printBook(content, (mediaId) => {
    const photo = photos.get(mediaId);
    return photo && { ...photo, faces: faces.get(mediaId) ?? null };
  });
  const progress = new Progress(row.id, printed.photos.length, signal);
  let problems = 0;
  const makePhoto = async (at: number): Promise<Buffer | null> => {
    const placed = printed.photos[at];
    const photo = placed && photos.get(placed.mediaId);
    if (!photo) return null;
    try {
      const { crop, pixels } = placed;
      const plan = (width: number, height: number) => paperRegion(width, height, pixels, crop);
      return await getStorage().withLocalFile(photo.storagePath, (path) =>
        makePrintImage(path, plan, photo.edits, printing),
      );
    } catch (error) {
      const isLost = error instanceof StorageError && error.code === "missing";
      if (!isLost && !(error instanceof ImageError)) throw error;
      problems++;
      return null;
    } finally {
      await progress.step();
    }
  };
  const { bytes } = await getStorage().write(key, printedPdf(printed.document, makePhoto), {
    maxBytes: maxFileBytes,
  });
  return { bytes, problems };
}

async function make(row: BookRow, signal?: AbortSignal): Promise<void> {
  const { id, familyId } = row;
  const printable = await readPrintable(row);
  const fileName = `${randomUUID()}.pdf`;
  const { bytes, problems } = await writePdf(row, printable, bookKey(familyId, id, fileName), signal);
  const { count } = await db.book.updateMany({
    where: { id, fileState: "making" },
    data: {
      fileState: "ready",
      fileName,
      fileBytes: bytes,
      fileDigest: printable.digest,
      fileMediaIds: [...printable.photos.keys()],
      fileProblems: problems,
      fileMadeAt: new Date(),
    },
  });
  // Earlier files and those of a killed worker; and this one too if it was cancelled at the last moment.
  await removeBookFiles(row, count > 0 ? fileName : null);
}

/** @throws errors worth another attempt; after the last one, the file is marked as failed */
export async function runBook(bookId: string, attempt: number, signal?: AbortSignal): Promise<void> {
  const enqueueAgain = (runAt?: Date) => enqueueBook(bookId, { runAt });
  await workAlone(`book:${bookId}`, enqueueAgain, async () => {
    const row = await db.book.findFirst({ where: { id: bookId, fileState: "making" }, select: bookSelect });
    if (!row) return;
    try {
      await make(row, signal);
    } catch (error) {
      // Nobody else makes a file for it meanwhile, so whatever is there is of no use.
      if (error instanceof CancelledError) return removeUnusedFiles(row);
      if (attempt < maxAttempts || signal?.aborted) throw error;
      logError(error, { bookId });
      await endMaking(row, "failed");
    }
  });
}
