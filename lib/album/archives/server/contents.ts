import { createHash } from "node:crypto";
import type { ArchiveEntries } from "@/lib/album/archives/schema";
import { ZipLayout } from "@/lib/platform/files/zip-layout";
import { downloadName } from "@/lib/shared/download-name";
import { fileTypeOf } from "@/lib/shared/file-types";
import { monthFolder } from "@/lib/shared/months";
import { nameNumberer, numberedPair } from "@/lib/shared/numbered-names";
import { safeFileName } from "@/lib/shared/safe-file-name";

/** An original: an item's, or the clip of a Live Photo. */
export interface ArchivedFile {
  id: string;
  fileName: string;
  mimeType: string;
  bytes: number;
}

export interface ArchivedItem extends ArchivedFile {
  clip: ArchivedFile | null;
  month: number;
  takenAt: Date | null;
  uploadDate: Date;
}

const nameOf = ({ fileName, mimeType }: ArchivedFile) =>
  safeFileName(downloadName(fileName, fileTypeOf(mimeType)?.extension ?? "bin"));

/** The ZIP entries of these items, in their order, optionally with a folder for each month. */
export function archiveEntries(items: readonly ArchivedItem[], hasFolders: boolean): ArchiveEntries {
  const folders = new Map<string, (name: string) => string>();
  return items.flatMap((item): ArchiveEntries => {
    const { id, bytes, clip, month, takenAt, uploadDate } = item;
    const folder = hasFolders ? `${monthFolder(month)}/` : "";
    const numbered = folders.get(folder) ?? nameNumberer();
    folders.set(folder, numbered);
    const seconds = Math.floor((takenAt ?? uploadDate).getTime() / 1000);
    if (!clip) return [[id, folder + numbered(nameOf(item)), bytes, seconds]];
    const names = numberedPair(numbered, nameOf(item), nameOf(clip));
    return [
      [id, folder + names.photo, bytes, seconds],
      [clip.id, folder + names.clip, clip.bytes, seconds],
    ];
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
