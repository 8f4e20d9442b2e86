import { createHash } from "node:crypto";
import type { ArchiveEntries } from "@/lib/album/archives/schema";
import { ZipLayout } from "@/lib/platform/files/zip-layout";
import { downloadName } from "@/lib/shared/download-name";
import { fileTypeOf } from "@/lib/shared/file-types";
import { monthFolder } from "@/lib/shared/months";
import { nameNumberer } from "@/lib/shared/numbered-names";
import { safeFileName } from "@/lib/shared/safe-file-name";

export interface ArchivedItem {
  id: string;
  fileName: string;
  mimeType: string;
  bytes: number;
  month: number;
  takenAt: Date | null;
  uploadDate: Date;
}

/** What a ZIP of these items says about each, in their order, with a folder for each month if wanted. */
export function archiveEntries(items: readonly ArchivedItem[], hasFolders: boolean): ArchiveEntries {
  const folders = new Map<string, (name: string) => string>();
  return items.map(({ id, fileName, mimeType, bytes, month, takenAt, uploadDate }) => {
    const folder = hasFolders ? `${monthFolder(month)}/` : "";
    const numbered = folders.get(folder) ?? nameNumberer();
    folders.set(folder, numbered);
    const name = safeFileName(downloadName(fileName, fileTypeOf(mimeType)?.extension ?? "bin"));
    return [id, folder + numbered(name), bytes, Math.floor((takenAt ?? uploadDate).getTime() / 1000)];
  });
}

export function archiveLayout(entries: ArchiveEntries): ZipLayout {
  return new ZipLayout(
    entries.map(([, name, bytes, seconds]) => ({ name, bytes, modifiedAt: new Date(seconds * 1000) })),
  );
}

/** Increase this whenever the same entries produce different bytes than before. */
const layoutVersion = 1;

/** Equal for equal bytes: the original behind an id never changes. */
export function archiveDigest(entries: ArchiveEntries): string {
  return createHash("sha256")
    .update(JSON.stringify([layoutVersion, entries]))
    .digest("hex");
}
