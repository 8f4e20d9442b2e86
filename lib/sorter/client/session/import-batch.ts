import type { Sidecar } from "@/lib/album/imports/sidecar";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import { yieldToPage } from "@/lib/shared/yield-to-page";
import { firstRefusal } from "@/lib/sorter/client/chosen-source";
import type { FileSource } from "@/lib/sorter/client/reading/messages";
import type { ReviewStore } from "@/lib/sorter/client/review-store";
import type { ReviewItem } from "@/lib/sorter/review-item";

/** Where a file's bytes are: available, or behind a handle that asks for permission first. */
export interface Source {
  file?: File;
  handle?: FileSystemFileHandle;
}

/** Passing on a thumbnail takes a millisecond, several on a phone. */
const savedAtOnce = 3;
const sourceIdOf = (item: ReviewItem) => item.archiveId ?? item.id;

/**
 * The files of one review, what is known about each, and where its bytes are. Changes are stored in the browser: facts
 * when `saveChanged` is called, sources at once.
 */
export class ImportBatch {
  readonly items = new Map<string, ReviewItem>();
  readonly sources = new Map<string, Source>();
  readonly #changed = new Set<string>();
  #room: Promise<number> | null = null;
  // Writes go in order, a few at a time: five hundred at once would block the page. Facts don't wait for copies of
  // files.
  #isSaving = false;
  #savingItems: Promise<unknown> = Promise.resolve();
  #savingSources: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(
    private readonly store: ReviewStore,
    /** Bytes of files that may be stored in this browser. */
    private readonly room: () => Promise<number>,
  ) {}

  /** Lists a new file; Takeout's description becomes its description. */
  list(item: ReviewItem, sidecar: Sidecar | null): void {
    this.items.set(item.id, sidecar?.description ? { ...item, description: sidecar.description } : item);
    this.#changed.add(item.id);
  }

  change(id: string, change: Partial<ReviewItem>): void {
    const item = this.items.get(id);
    if (!item) return;
    this.items.set(id, { ...item, ...change });
    this.#changed.add(id);
  }

  /** What can be read of an item now; null if its file must be chosen again. */
  sourceOf(item: ReviewItem): FileSource | null {
    const file = this.sources.get(sourceIdOf(item))?.file;
    if (!file || !item.kind) return null;
    // The size listed was within the album's limits: an entry that unpacks to more is a bomb.
    return { file, entry: item.archiveId ? item.path : null, maxBytes: item.bytes };
  }

  /** Files of a stored review that must be chosen again, and those that only need a permission. */
  countMissingSources(): { missing: number; locked: number } {
    let missing = 0;
    let locked = 0;
    for (const item of this.items.values()) {
      if (item.refusal || item.outcome?.state === "uploaded") continue;
      const source = this.sources.get(sourceIdOf(item));
      if (source?.file) continue;
      if (source?.handle) locked++;
      else missing++;
    }
    return { missing, locked };
  }

  /** Lets a refused file be read again: it may have been out of reach, or too large for earlier limits. */
  readAgain(item: ReviewItem, limits: UploadLimits): void {
    if (item.outcome?.state === "uploaded") return;
    const { kind, refusal } = firstRefusal(
      new File([], item.name, { type: item.mimeType }),
      item.bytes,
      limits,
    );
    this.change(item.id, { kind, refusal });
  }

  /** Restores a stored review. What the album has may have changed since, so it is asked again. */
  async restore(): Promise<void> {
    const { items, sources } = await this.store.load();
    if (this.#isStopped) return;
    for (const item of items) if (!this.items.has(item.id)) this.items.set(item.id, item);
    for (const { id, file, handle } of sources)
      if (!this.sources.has(id))
        this.sources.set(id, { ...(file ? { file } : {}), ...(handle ? { handle } : {}) });
    for (const { id, facts, outcome } of items) if (facts && !outcome) this.change(id, { known: undefined });
  }

  /** Saves a person's decisions at once, but only the first of hundreds; the others follow. */
  saveChanged(): void {
    const first = this.#saveSome();
    const rest = this.#isSaving ? null : this.#saveRest(first);
    this.#savingItems = Promise.all([this.#savingItems, first, rest]);
  }

  async #saveRest(first: Promise<void>): Promise<void> {
    this.#isSaving = true;
    await first;
    while (this.#changed.size > 0 && !this.#isStopped) {
      await yieldToPage();
      await this.#saveSome();
    }
    this.#isSaving = false;
  }

  async #saveSome(): Promise<void> {
    const ids = [...this.#changed].slice(0, savedAtOnce);
    for (const id of ids) this.#changed.delete(id);
    const items = ids.flatMap((id) => this.items.get(id) ?? []);
    if (items.length > 0) await this.store.saveItems(items);
  }

  /** Stores a handle, or the file itself if there is room; else the person is asked for it after a reload. */
  storeSource(id: string, source: Source): void {
    this.sources.set(id, source);
    this.#savingSources = this.#savingSources.then(() => this.#saveSource(id));
  }

  async #saveSource(id: string): Promise<void> {
    const { file, handle } = this.sources.get(id) ?? {};
    if (!file || this.#isStopped) return;
    const about = { id, name: file.name, bytes: file.size, modifiedMs: file.lastModified };
    if (handle) {
      await this.store.saveSource({ ...about, handle });
      return;
    }
    this.#room ??= this.room();
    const room = await this.#room;
    // Archives of several gigabytes aren't copied: the person is asked for them again.
    if (file.size > room || this.#isStopped) return;
    this.#room = Promise.resolve(room - file.size);
    await this.store.saveSource({ ...about, file });
  }

  /** Asks the browser for access to a stored review's files; once, for all of them. Requires a user gesture. */
  async unlock(): Promise<void> {
    for (const [id, { file, handle }] of this.sources) {
      if (file || !handle) continue;
      try {
        const permitted = handle as FileSystemFileHandle & {
          requestPermission?: (options: { mode: "read" }) => Promise<PermissionState>;
        };
        if ((await permitted.requestPermission?.({ mode: "read" })) === "denied") break;
        this.sources.set(id, { handle, file: await handle.getFile() });
      } catch {
        // Moved or deleted since: it must be chosen again.
        this.sources.delete(id);
      }
    }
  }

  /** Forgets everything, here and in the browser's store. */
  async clear(): Promise<void> {
    this.items.clear();
    this.sources.clear();
    this.#changed.clear();
    this.#room = null;
    await Promise.all([this.#savingItems, this.#savingSources]);
    await this.store.clear();
  }

  /** Stops storing anything. */
  stop(): void {
    this.#isStopped = true;
  }
}
