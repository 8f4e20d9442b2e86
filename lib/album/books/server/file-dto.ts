import type { BookFileDto } from "@/lib/album/books/schema";
import { readPrintable } from "@/lib/album/books/server/printable-book";
import type { BookRow } from "@/lib/album/books/server/stored-book";

/** A book's PDF: its progress, and whether it is still up to date. */
export async function fileDto(row: BookRow): Promise<BookFileDto> {
  const { id, fileState, fileDone, fileTotal, fileBytes, fileDigest, fileProblems, fileMadeAt } = row;
  const isMade = fileState === "ready";
  const isCurrent = isMade && (await readPrintable(row)).digest === fileDigest;
  return {
    state: isMade && !isCurrent ? "outdated" : fileState,
    progress: isMade ? 100 : Math.min(99, Math.floor((fileDone / Math.max(1, fileTotal)) * 100)),
    bytes: isCurrent && fileBytes !== null ? Number(fileBytes) : null,
    url: isCurrent ? `/api/books/${id}/file` : null,
    problems: isCurrent ? fileProblems : 0,
    madeAt: isCurrent ? (fileMadeAt?.toISOString() ?? null) : null,
  };
}
