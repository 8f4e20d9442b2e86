import { specifiedLimits } from "@/lib/album/uploads/client/queries";
import type { UploadEngine } from "@/lib/album/uploads/client/upload-engine";
import type { AlbumSpan } from "@/lib/album/uploads/fileable-month";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import type { YearMonth } from "@/lib/album/uploads/upload-state";
import { usualFirstYear } from "@/lib/shared/album-years";
import { inTurns, yieldToPage } from "@/lib/shared/yield-to-page";
import { arranging } from "@/lib/sorter/arrange";
import type { DroppedFile } from "@/lib/sorter/client/chosen-source";
import type { FileReaders } from "@/lib/sorter/client/reading/messages";
import type { ReviewStore } from "@/lib/sorter/client/review-store";
import { addArchive, addFiles, archiveIdOf } from "@/lib/sorter/client/session/add-files";
import { BatchReader } from "@/lib/sorter/client/session/batch-reader";
import { BatchUploader } from "@/lib/sorter/client/session/batch-uploader";
import { DuplicateChecker } from "@/lib/sorter/client/session/duplicate-checker";
import { ImportBatch } from "@/lib/sorter/client/session/import-batch";
import { emptyState, type SorterState } from "@/lib/sorter/client/sorter-state";
import type { ReviewItem } from "@/lib/sorter/review-item";

export interface SorterSessionOptions {
  readers: FileReaders;
  store: ReviewStore;
  engine: UploadEngine;
  timeZone: string;
  /** Bytes of files that may be stored in this browser. */
  room: () => Promise<number>;
  /** The maximum file sizes; the specification's limits unless given. */
  limits?: () => Promise<UploadLimits>;
  now?: () => Date;
  /** Something was added to the album. */
  onUploaded?: () => void;
}

/** How often newly read files are shown: arranging five hundred takes some milliseconds. */
const showEveryMs = 400;

/**
 * One batch of files, from drop to album: reads it, asks what the album has, arranges it, stores it and uploads it.
 * Lives as long as the page, whatever is shown meanwhile.
 */
export class SorterSession {
  readonly #listeners = new Set<() => void>();
  readonly #readers: FileReaders;
  readonly #limits: () => Promise<UploadLimits>;
  readonly #now: () => Date;
  #firstYear = usualFirstYear;
  readonly #onUploaded: () => void;
  readonly #batch: ImportBatch;
  readonly #reader: BatchReader;
  readonly #duplicateChecker: DuplicateChecker;
  readonly #uploader: BatchUploader;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #state = emptyState();
  /** What is shown, or being arranged to be shown. */
  #shown: ReadonlyMap<string, ReviewItem> = new Map();

  constructor({ readers, store, engine, timeZone, room, limits, now, onUploaded }: SorterSessionOptions) {
    this.#readers = readers;
    this.#limits = limits ?? (async () => specifiedLimits);
    this.#now = now ?? (() => new Date());
    this.#onUploaded = onUploaded ?? (() => {});
    const batch = new ImportBatch(store, room);
    this.#batch = batch;
    this.#duplicateChecker = new DuplicateChecker({
      batch,
      onAnswer: () => this.#show(),
      onProblem: (problem) => this.#set({ problem }),
    });
    this.#reader = new BatchReader({
      batch,
      readers,
      timeZone,
      onRead: () => {
        this.#show(true);
        this.#duplicateChecker.noteRead(this.#reader.isIdle);
      },
    });
    this.#uploader = new BatchUploader({
      batch,
      engine,
      readers,
      span: () => this.#span(),
      onProgress: (upload) => this.#set({ upload }),
      onFileDone: () => this.#show(true),
    });
    void this.#restore();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SorterState => this.#state;

  #set(change: Partial<SorterState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #span(): AlbumSpan {
    return { firstYear: this.#firstYear, today: this.#now() };
  }

  /** Sets the album's first year, once it is known or when it changes. */
  setFirstYear(year: number): void {
    if (year === this.#firstYear) return;
    this.#firstYear = year;
    this.#show();
  }

  /** Shows what has changed, now or soon, and stores it. */
  #show(isSoon = false): void {
    if (isSoon) {
      this.#timer ??= setTimeout(() => this.#show(), showEveryMs);
      return;
    }
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isStopped) return;
    const items = new Map(this.#batch.items);
    const isNewest = () => this.#shown === items && !this.#isStopped;
    this.#shown = items;
    inTurns(arranging([...items.values()], this.#span()), isNewest, (placed) => {
      this.#set({ items, placed, ...this.#batch.countMissingSources() });
      this.#batch.saveChanged();
    });
  }

  async #restore(): Promise<void> {
    await this.#batch.restore();
    if (this.#isStopped) return;
    this.#set({ isLoading: false });
    this.#reader.readOn();
    this.#show();
    void this.#duplicateChecker.check();
  }

  /**
   * Adds what was dropped or picked. A missing file of a stored review takes its place again; one that is listed isn't
   * added again.
   */
  async add(dropped: readonly DroppedFile[]): Promise<void> {
    const archives = await addFiles(this.#batch, dropped, await this.#limits());
    for (const archive of archives) void this.#open(archive);
    await yieldToPage();
    this.#show();
    this.#reader.readOn();
  }

  async #open({ file, handle }: DroppedFile): Promise<void> {
    const archiveId = archiveIdOf(file);
    const known = [...this.#batch.items.values()].filter((item) => item.archiveId === archiveId);
    this.#batch.storeSource(archiveId, { file, ...(handle ? { handle } : {}) });
    if (known.length > 0) {
      const limits = await this.#limits();
      for (const item of known) if (item.refusal) this.#batch.readAgain(item, limits);
    } else {
      this.#set({ opening: [...this.#state.opening, file.name] });
      await addArchive(this.#batch, this.#readers, file, await this.#limits());
      this.#set({ opening: this.#state.opening.filter((name) => name !== file.name) });
    }
    this.#show();
    this.#reader.readOn();
  }

  /** Asks the server again after a failure. */
  retry(): void {
    this.#set({ problem: null });
    void this.#duplicateChecker.check();
  }

  /** Asks the browser for access to a stored review's files; once, for all of them. Requires a user gesture. */
  async unlock(): Promise<void> {
    await this.#batch.unlock();
    this.#show();
    this.#reader.readOn();
  }

  /** Files these under a month; null goes back to the files' own dates. Items that were set apart are then kept. */
  moveTo(ids: Iterable<string>, month: YearMonth | null): void {
    for (const id of ids) this.#batch.change(id, { chosenMonth: month, decision: month ? "keep" : null });
    this.#show();
  }

  /** Keeps these although they were set apart, leaves them out, or undoes either. */
  decide(ids: Iterable<string>, decision: ReviewItem["decision"]): void {
    for (const id of ids) this.#batch.change(id, { decision });
    this.#show();
  }

  describe(descriptions: ReadonlyMap<string, string>): void {
    for (const [id, description] of descriptions) this.#batch.change(id, { description });
    this.#show();
  }

  /** The file itself, if it is on the device and available; null for one inside an archive. */
  fileOf(id: string): File | null {
    return this.#batch.sources.get(id)?.file ?? null;
  }

  /** Forgets the review, here and in the browser's store. Not while files are uploading. */
  async clear(): Promise<void> {
    if (this.#state.upload?.isRunning) return;
    this.#reader.forget();
    await this.#batch.clear();
    this.#set({ upload: null, problem: null, opening: [] });
    this.#show();
  }

  /** Uploads everything that has a month, one file at a time. Never rejects. */
  async upload(): Promise<void> {
    if (this.#state.upload?.isRunning || this.#isStopped) return;
    const upload = await this.#uploader.upload(this.#state.placed.months.flatMap((month) => month.ids));
    if (!upload) return;
    this.#show();
    this.#set({ upload });
    if (upload.done > 0) this.#onUploaded();
  }

  cancelUpload(): void {
    this.#uploader.cancel();
  }

  /** Stops permanently and silently, as on sign-out. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#batch.stop();
    this.#reader.stop();
    this.#duplicateChecker.stop();
    this.#uploader.stop();
    this.#readers.close();
  }
}
