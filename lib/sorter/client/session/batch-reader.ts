import type { FileReaders } from "@/lib/sorter/client/reading/messages";
import { RefusedFileError } from "@/lib/sorter/client/reading/refused-error";
import type { ImportBatch } from "@/lib/sorter/client/session/import-batch";
import type { ReviewItem } from "@/lib/sorter/review-item";

/** Three are being read; a few more wait, so that nothing has to signal when a reader is free. */
const inFlight = 6;

export interface BatchReaderOptions {
  batch: ImportBatch;
  readers: FileReaders;
  timeZone: string;
  /** Called after each file. */
  onRead: () => void;
}

/** Has each file of the batch read once, a few at a time, in the order they are listed. */
export class BatchReader {
  readonly #unread: string[] = [];
  readonly #begun = new Set<string>();
  #isStopped = false;

  constructor(private readonly options: BatchReaderOptions) {}

  /** Whether no file is being read. */
  get isIdle(): boolean {
    return this.#begun.size === 0;
  }

  /** Continues with everything that is unread and available. */
  readOn(): void {
    const { batch } = this.options;
    const queued = new Set(this.#unread);
    for (const item of batch.items.values())
      if (
        !item.facts &&
        !item.refusal &&
        !this.#begun.has(item.id) &&
        !queued.has(item.id) &&
        batch.sourceOf(item)
      )
        this.#unread.push(item.id);
    while (this.#begun.size < inFlight && this.#unread.length > 0) {
      const item = batch.items.get(this.#unread.shift() ?? "");
      if (item) void this.#read(item);
    }
  }

  /** Drops the waiting files; those being read are finished. */
  forget(): void {
    this.#unread.length = 0;
  }

  stop(): void {
    this.#isStopped = true;
    this.forget();
  }

  async #read(item: ReviewItem): Promise<void> {
    const { batch, readers, timeZone, onRead } = this.options;
    const { id, name, mimeType, kind, modifiedMs, sidecar } = item;
    const source = batch.sourceOf(item);
    if (!source || !kind) return;
    this.#begun.add(id);
    try {
      const about = { name, mimeType, kind, modifiedMs, sidecar, timeZone };
      const facts = await readers.run<"read">({ kind: "read", source, about });
      batch.change(id, { facts });
    } catch (error) {
      batch.change(id, { refusal: error instanceof RefusedFileError ? error.refusal : "broken" });
    }
    this.#begun.delete(id);
    if (this.#isStopped) return;
    const next = batch.items.get(this.#unread.shift() ?? "");
    if (next) void this.#read(next);
    onRead();
  }
}
