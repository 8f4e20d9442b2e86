import type { ArchivedFile } from "@/lib/sorter/client/reading/archive";
import type { ReadableFile } from "@/lib/sorter/client/reading/read-file";
import type { FileFacts } from "@/lib/sorter/file-facts";
import type { Refusal } from "@/lib/sorter/review-item";

/** A file on the device, or inside an archive there. */
export interface FileSource {
  file: File;
  /** The entry's path, when `file` is the archive. */
  entry: string | null;
  maxBytes: number;
}

export type ReadingTask =
  | { kind: "read"; source: FileSource; about: ReadableFile }
  | { kind: "list"; archive: File }
  | { kind: "unpack"; source: FileSource };

export interface ReadingResults {
  read: FileFacts;
  list: ArchivedFile[];
  unpack: Blob;
}

export type ReadingAnswer = { ok: true; result: unknown } | { ok: false; refusal: Refusal };

/** Reads files outside the page's main thread. */
export interface FileReaders {
  /** @throws RefusedFileError */
  run: <K extends ReadingTask["kind"]>(task: Extract<ReadingTask, { kind: K }>) => Promise<ReadingResults[K]>;
  close: () => void;
}
