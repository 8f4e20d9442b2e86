import type { ArchivedFile } from "@/lib/sorter/client/reading/archive";
import type { FileReaders, ReadingTask } from "@/lib/sorter/client/reading/messages";
import { RefusedFileError } from "@/lib/sorter/client/reading/refused-error";
import type { ReviewStore, StoredSource } from "@/lib/sorter/client/review-store";
import type { FileFacts } from "@/lib/sorter/file-facts";
import type { Refusal, ReviewItem } from "@/lib/sorter/review-item";

/** A browser's record of a review. */
export function memoryReviewStore() {
  const items = new Map<string, ReviewItem>();
  const sources = new Map<string, StoredSource>();
  const store: ReviewStore = {
    load: async () => ({ items: [...items.values()], sources: [...sources.values()] }),
    saveItems: async (changed) => {
      for (const item of changed) items.set(item.id, item);
    },
    removeItems: async (ids) => {
      for (const id of ids) items.delete(id);
    },
    saveSource: async (source) => {
      sources.set(source.id, source);
      return true;
    },
    clear: async () => {
      items.clear();
      sources.clear();
    },
  };
  return { store, items, sources };
}

/** Stands in for the workers: what each file is recognised as, by name. */
export class FakeReaders implements FileReaders {
  readonly read: string[] = [];
  /** Of each file of an archive that was read. */
  readonly maxBytes: number[] = [];
  /** The files in every archive. */
  archived: ArchivedFile[] = [];
  isClosed = false;

  constructor(readonly found: Record<string, FileFacts | Refusal>) {}

  run: FileReaders["run"] = async (task) => {
    if (task.kind === "list") return this.archived as never;
    if (task.kind === "unpack") return new Blob(["unpacked"]) as never;
    const { source, about } = task as Extract<ReadingTask, { kind: "read" }>;
    const { name } = about;
    if (source.entry !== null) this.maxBytes.push(source.maxBytes);
    this.read.push(name);
    const result = this.found[name] ?? "broken";
    if (typeof result === "string") throw new RefusedFileError(result);
    return result as never;
  };

  close(): void {
    this.isClosed = true;
  }
}
