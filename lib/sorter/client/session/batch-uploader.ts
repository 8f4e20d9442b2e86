import type { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import type { AlbumSpan } from "@/lib/album/uploads/fileable-month";
import type { YearMonth } from "@/lib/album/uploads/upload-state";
import { monthOfItem } from "@/lib/sorter/arrange";
import type { FileReaders } from "@/lib/sorter/client/reading/messages";
import type { ImportBatch } from "@/lib/sorter/client/session/import-batch";
import type { UploadProgress } from "@/lib/sorter/client/sorter-state";
import type { ReviewItem } from "@/lib/sorter/review-item";

export interface BatchUploaderOptions {
  batch: ImportBatch;
  engine: UploadEngine;
  readers: FileReaders;
  span: () => AlbumSpan;
  onProgress: (progress: UploadProgress) => void;
  /** Called after each file. */
  onFileDone: () => void;
}

type Ended = "uploaded" | "alreadyInAlbum" | "cancelled" | { error: string; isOver: boolean };

/** Uploads files of the batch to their months, one at a time. */
export class BatchUploader {
  #isCancelled = false;
  #isStopped = false;

  constructor(private readonly options: BatchUploaderOptions) {}

  /** @returns how it ended; null if it was stopped permanently meanwhile. Never rejects */
  async upload(ids: readonly string[]): Promise<UploadProgress | null> {
    const { batch, span, onProgress, onFileDone } = this.options;
    let progress: UploadProgress = {
      isRunning: true,
      total: ids.length,
      done: 0,
      failed: 0,
      alreadyInAlbum: 0,
      currentId: null,
      stopped: null,
    };
    const report = (change: Partial<UploadProgress>) => {
      progress = { ...progress, ...change };
      onProgress(progress);
    };
    this.#isCancelled = false;
    report({});
    for (const id of ids) {
      const item = batch.items.get(id);
      const month = item && monthOfItem(item, span());
      if (!item || !month) continue;
      report({ currentId: id });
      const ended = await this.#uploadOne(item, month);
      if (this.#isStopped) return null;
      if (ended === "cancelled") report({ stopped: "Upload cancelled by user" });
      else if (ended === "uploaded") report({ done: progress.done + 1 });
      else if (ended === "alreadyInAlbum") report({ alreadyInAlbum: progress.alreadyInAlbum + 1 });
      else report({ failed: progress.failed + 1, ...(ended.isOver ? { stopped: ended.error } : {}) });
      onFileDone();
      if (progress.stopped || this.#isCancelled) break;
    }
    return { ...progress, isRunning: false, currentId: null };
  }

  cancel(): void {
    this.#isCancelled = true;
    this.options.engine.cancel();
  }

  stop(): void {
    this.#isStopped = true;
    this.options.engine.stop();
  }

  async #uploadOne(item: ReviewItem, { year, month }: YearMonth): Promise<Ended> {
    const { batch, engine } = this.options;
    const { id, kind, description } = item;
    const fail = (error: string, isOver = false) => {
      batch.change(id, { outcome: { state: "failed", error } });
      return { error, isOver };
    };
    const source = batch.sourceOf(item);
    if (!source || !kind) return fail("Please choose the file again.");
    const file = await this.#unpacked(item);
    if (!file) return fail("The archive could not be read.");
    engine.clear();
    engine.add([{ file, mediaType: kind }]);
    const outcome = await engine.start({ year, month, description });
    if (outcome.uploaded > 0) {
      batch.change(id, { outcome: { state: "uploaded" } });
      return "uploaded";
    }
    if (outcome.duplicates.length > 0) {
      batch.change(id, { known: { id: "", year, month }, outcome: null });
      return "alreadyInAlbum";
    }
    if (outcome.cancelled) return "cancelled";
    return fail(outcome.failed[0]?.error ?? outcome.broken ?? "Unknown error", outcome.broken !== null);
  }

  /** The file itself, unpacked if it is in an archive. null: the archive could not be read. */
  async #unpacked(item: ReviewItem): Promise<File | null> {
    const source = this.options.batch.sourceOf(item);
    if (!source || source.entry === null) return source?.file ?? null;
    const { name, mimeType, modifiedMs } = item;
    try {
      const bytes = await this.options.readers.run<"unpack">({ kind: "unpack", source });
      return new File([bytes], name, { type: mimeType, lastModified: modifiedMs });
    } catch {
      return null;
    }
  }
}
