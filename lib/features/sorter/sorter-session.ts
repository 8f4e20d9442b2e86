import { type Arrangement, arrange, monthOfItem } from "@/lib/features/sorter/arrange";
import {
  type DroppedFile,
  firstRefusal,
  isArchive,
  isSidecar,
  isSystemFile,
  mimeTypeOf,
} from "@/lib/features/sorter/chosen-source";
import { fetchKnown, fetchPlaceNames } from "@/lib/features/sorter/queries";
import type { FileReaders, FileSource } from "@/lib/features/sorter/reading/messages";
import { RefusedFileError } from "@/lib/features/sorter/reading/refused-error";
import { freshItem, type ReviewItem } from "@/lib/features/sorter/review-item";
import type { KeptSource, ReviewStore } from "@/lib/features/sorter/review-store";
import { pairSidecars, parseSidecar, type Sidecar } from "@/lib/features/sorter/takeout";
import { limitBytes } from "@/lib/features/uploads/file-rules";
import type { UploadEngine } from "@/lib/features/uploads/upload-engine";
import type { YearMonth } from "@/lib/features/uploads/upload-state";
import { randomKey } from "@/lib/shared/random-key";

export interface SorterState {
  readonly items: ReadonlyMap<string, ReviewItem>;
  readonly placed: Arrangement;
  /** The kept review is being looked for. */
  readonly isLoading: boolean;
  /** Archives whose list is being read. */
  readonly opening: readonly string[];
  /** Files and archives of a kept review that have to be chosen again, and those that only need a permission. */
  readonly missing: number;
  readonly locked: number;
  /** Asking the server what it has failed: said, and tried again. */
  readonly problem: string | null;
  readonly upload: UploadProgress | null;
}

export interface UploadProgress {
  readonly isRunning: boolean;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** They came into the album from elsewhere meanwhile. */
  readonly known: number;
  readonly currentId: string | null;
  /** Why it stopped before its end. */
  readonly stopped: string | null;
}

export interface SorterSessionOptions {
  readers: FileReaders;
  store: ReviewStore;
  engine: UploadEngine;
  timeZone: string;
  /** Bytes of files that may be kept in this browser. */
  room: () => Promise<number>;
  now?: () => Date;
  /** Something went into the album. */
  onUploaded?: () => void;
}

interface Source {
  file?: File;
  handle?: FileSystemFileHandle;
}

/** Readers are busy with three; a few more wait for them, so that nothing else has to be told when one is free. */
const inFlight = 6;
/** How often what was read is shown: arranging five hundred takes some milliseconds. */
const showEveryMs = 400;
/** How many read files are asked about in one call at most while more are coming. */
const askFrom = 60;

/**
 * One heap of files from being dropped to being in the album: reads it, asks what the album has, arranges it, keeps it,
 * and carries it up. Lives as long as the page does, whatever is shown meanwhile.
 */
export class SorterSession {
  readonly #options: Required<Omit<SorterSessionOptions, "onUploaded">> &
    Pick<SorterSessionOptions, "onUploaded">;
  readonly #listeners = new Set<() => void>();
  readonly #sources = new Map<string, Source>();
  readonly #unread: string[] = [];
  readonly #dirty = new Set<string>();
  #items = new Map<string, ReviewItem>();
  #reading = 0;
  #isAsking = false;
  #readSinceAsked = 0;
  #isStopped = false;
  #isCancelled = false;
  #room: Promise<number> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #state: SorterState = {
    items: new Map(),
    placed: arrange([]),
    isLoading: true,
    opening: [],
    missing: 0,
    locked: 0,
    problem: null,
    upload: null,
  };

  constructor(options: SorterSessionOptions) {
    this.#options = { now: () => new Date(), ...options };
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

  /** Shows what has changed, now or soon, and keeps it. */
  #show(isSoon = false): void {
    if (isSoon) {
      this.#timer ??= setTimeout(() => this.#show(), showEveryMs);
      return;
    }
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isStopped) return;
    const items = new Map(this.#items);
    this.#set({
      items,
      placed: arrange([...items.values()], this.#options.now()),
      ...this.#countSources(),
    });
    const changed = [...this.#dirty].flatMap((id) => items.get(id) ?? []);
    this.#dirty.clear();
    if (changed.length > 0) void this.#options.store.saveItems(changed);
  }

  #change(id: string, change: Partial<ReviewItem>): void {
    const item = this.#items.get(id);
    if (!item) return;
    this.#items.set(id, { ...item, ...change });
    this.#dirty.add(id);
  }

  #sourceIdOf = (item: ReviewItem) => item.archiveId ?? item.id;

  #countSources(): Pick<SorterState, "missing" | "locked"> {
    let missing = 0;
    let locked = 0;
    for (const item of this.#items.values()) {
      if (item.refusal || item.outcome?.state === "uploaded") continue;
      const source = this.#sources.get(this.#sourceIdOf(item));
      if (source?.file) continue;
      if (source?.handle) locked++;
      else missing++;
    }
    return { missing, locked };
  }

  async #restore(): Promise<void> {
    const { items, sources } = await this.#options.store.load();
    if (this.#isStopped) return;
    for (const item of items) if (!this.#items.has(item.id)) this.#items.set(item.id, item);
    for (const { id, file, handle } of sources)
      if (!this.#sources.has(id))
        this.#sources.set(id, { ...(file ? { file } : {}), ...(handle ? { handle } : {}) });
    // What the album has may have changed since.
    for (const { id, facts, outcome } of items) if (facts && !outcome) this.#change(id, { known: undefined });
    this.#set({ isLoading: false });
    this.#readOn();
    this.#show();
    void this.#ask();
  }

  /**
   * Adds what was dropped or picked. A file of a kept review that comes again falls into its place; one that is listed
   * is not listed twice.
   */
  async add(dropped: readonly DroppedFile[]): Promise<void> {
    const wanted = dropped.filter(({ path }) => !isSystemFile(path));
    const sidecars = await this.#readSidecars(wanted);
    const byPlace = new Map([...this.#items.values()].map((item) => [placeKey(item), item]));
    for (const { file, path, handle } of wanted) {
      if (isArchive(file.name)) {
        void this.#addArchive(file, handle);
        continue;
      }
      if (isSidecar(file.name)) continue;
      const place = { name: file.name, bytes: file.size, modifiedMs: file.lastModified, archiveId: null };
      const known = byPlace.get(placeKey(place));
      const source = { file, ...(handle ? { handle } : {}) };
      if (known) {
        if (!this.#sources.get(known.id)?.file) await this.#keepSource(known.id, source);
        continue;
      }
      const id = itemId();
      const { kind, refusal } = firstRefusal(file, file.size);
      const sidecar = sidecars.get(path) ?? null;
      const mimeType = file.type || mimeTypeOf(file.name);
      const item = freshItem({ ...place, id, path, kind, refusal, sidecar, mimeType });
      this.#list(item, sidecar);
      byPlace.set(placeKey(item), item);
      this.#sources.set(id, source);
      if (!refusal) void this.#keepSource(id, source);
    }
    this.#show();
    this.#readOn();
  }

  #list(item: ReviewItem, sidecar: Sidecar | null): void {
    this.#items.set(item.id, sidecar?.description ? { ...item, description: sidecar.description } : item);
    this.#dirty.add(item.id);
  }

  /** Takeout unpacked: its sidecars lie beside the pictures. */
  async #readSidecars(files: readonly DroppedFile[]): Promise<Map<string, Sidecar>> {
    const found = new Map<string, Sidecar>();
    const folders = new Map<string, DroppedFile[]>();
    for (const dropped of files) {
      const folder = dropped.path.slice(0, dropped.path.lastIndexOf("/") + 1);
      folders.set(folder, [...(folders.get(folder) ?? []), dropped]);
    }
    for (const [folder, inside] of folders) {
      const names = inside.map(({ file }) => file.name);
      const pairs = pairSidecars(
        names.filter((name) => !isSidecar(name)),
        names.filter(isSidecar),
      );
      for (const [name, sidecarName] of pairs) {
        const file = inside.find((dropped) => dropped.file.name === sidecarName)?.file;
        const sidecar = file && file.size < 1_048_576 ? parseSidecar(await file.text()) : null;
        if (sidecar) found.set(`${folder}${name}`, sidecar);
      }
    }
    return found;
  }

  async #addArchive(file: File, handle?: FileSystemFileHandle): Promise<void> {
    const archiveId = `${file.name} ${file.size} ${file.lastModified}`;
    const source = { file, ...(handle ? { handle } : {}) };
    const isKnown = [...this.#items.values()].some((item) => item.archiveId === archiveId);
    this.#sources.set(archiveId, source);
    void this.#keepSource(archiveId, source);
    if (isKnown) {
      this.#show();
      return this.#readOn();
    }
    this.#set({ opening: [...this.#state.opening, file.name] });
    try {
      for (const entry of await this.#options.readers.run<"list">({ kind: "list", archive: file })) {
        if (isSystemFile(entry.path)) continue;
        const name = entry.path.slice(entry.path.lastIndexOf("/") + 1);
        const mimeType = mimeTypeOf(name);
        const { kind, refusal } = firstRefusal(new File([], name, { type: mimeType }), entry.bytes);
        const { path, bytes, modifiedMs, sidecar } = entry;
        const reason = refusal ?? (entry.isEncrypted ? "encrypted" : null);
        const about = { id: itemId(), name, path, bytes, modifiedMs, kind, mimeType };
        this.#list(freshItem({ ...about, archiveId, sidecar, refusal: reason }), sidecar);
      }
    } catch (error) {
      const refusal = error instanceof RefusedFileError ? error.refusal : "broken";
      const { name, size: bytes, lastModified: modifiedMs } = file;
      const about = { id: itemId(), name, path: name, bytes, modifiedMs, kind: null };
      this.#list(freshItem({ ...about, mimeType: "application/zip", refusal }), null);
    }
    this.#set({ opening: this.#state.opening.filter((name) => name !== file.name) });
    this.#show();
    this.#readOn();
  }

  async #keepSource(id: string, source: Source): Promise<void> {
    this.#sources.set(id, source);
    const { file, handle } = source;
    if (!file || this.#isStopped) return;
    const about = { id, name: file.name, bytes: file.size, modifiedMs: file.lastModified };
    if (handle) {
      await this.#options.store.saveSource({ ...about, handle });
      return;
    }
    this.#room ??= this.#options.room();
    const room = await this.#room;
    // An archive of gigabytes is not copied: it is asked for again.
    if (file.size > room || this.#isStopped) return;
    this.#room = Promise.resolve(room - file.size);
    const kept: KeptSource = { ...about, file };
    await this.#options.store.saveSource(kept);
  }

  #sourceOf(item: ReviewItem): FileSource | null {
    const file = this.#sources.get(this.#sourceIdOf(item))?.file;
    if (!file || !item.kind) return null;
    return { file, entry: item.archiveId ? item.path : null, maxBytes: limitBytes(item.kind) };
  }

  #readOn(): void {
    const queued = new Set(this.#unread);
    for (const item of this.#items.values())
      if (
        !item.facts &&
        !item.refusal &&
        !this.#begun.has(item.id) &&
        !queued.has(item.id) &&
        this.#sourceOf(item)
      )
        this.#unread.push(item.id);
    while (this.#reading < inFlight && this.#unread.length > 0) {
      const item = this.#items.get(this.#unread.shift() ?? "");
      if (item) void this.#read(item);
    }
  }

  readonly #begun = new Set<string>();

  async #read(item: ReviewItem): Promise<void> {
    const { id, name, mimeType, kind, modifiedMs, sidecar } = item;
    const source = this.#sourceOf(item);
    if (!source || !kind) return;
    this.#reading++;
    this.#begun.add(id);
    try {
      const about = { name, mimeType, kind, modifiedMs, sidecar, timeZone: this.#options.timeZone };
      const facts = await this.#options.readers.run<"read">({ kind: "read", source, about });
      this.#change(id, { facts });
    } catch (error) {
      this.#change(id, { refusal: error instanceof RefusedFileError ? error.refusal : "broken" });
    }
    this.#reading--;
    this.#begun.delete(id);
    if (this.#isStopped) return;
    this.#show(true);
    const next = this.#items.get(this.#unread.shift() ?? "");
    if (next) void this.#read(next);
    this.#readSinceAsked += 1;
    if (this.#readSinceAsked >= askFrom || this.#reading === 0) void this.#ask();
  }

  #unasked(): ReviewItem[] {
    return [...this.#items.values()].filter(
      ({ facts, known, refusal }) => facts && !refusal && known === undefined,
    );
  }

  /** Asks the album what it has, and for the places' names. A failure is said; `retry` asks again. */
  async #ask(): Promise<void> {
    const unasked = this.#unasked();
    if (this.#isAsking || this.#isStopped || unasked.length === 0) return;
    this.#isAsking = true;
    this.#readSinceAsked = 0;
    try {
      const found = await fetchKnown(unasked.flatMap(({ facts }) => facts?.sha256 ?? []));
      for (const { id, facts } of unasked)
        this.#change(id, { known: found.get(facts?.sha256 ?? "") ?? null });
      this.#set({ problem: null });
      const placed = unasked.filter(({ facts, placeName }) => facts?.place && placeName === undefined);
      if (placed.length > 0) {
        // Names are a kindness: without them the rest goes on.
        const names = await fetchPlaceNames(placed.flatMap(({ facts }) => facts?.place ?? [])).catch(
          () => [],
        );
        for (const [index, { id }] of placed.entries()) {
          const placeName = names[index];
          if (placeName) this.#change(id, { placeName });
        }
      }
      this.#isAsking = false;
      this.#show();
      void this.#ask();
    } catch (error) {
      this.#isAsking = false;
      if (this.#isStopped) return;
      this.#set({ problem: error instanceof Error ? error.message : "Unknown error" });
    }
  }

  /** Asks the server again after a failure. */
  retry(): void {
    this.#set({ problem: null });
    void this.#ask();
  }

  /** Asks the browser for the files of a kept review again; once, for all of them. Needs a press. */
  async unlock(): Promise<void> {
    for (const [id, { file, handle }] of this.#sources) {
      if (file || !handle) continue;
      try {
        const permitted = handle as FileSystemFileHandle & {
          requestPermission?: (options: { mode: "read" }) => Promise<PermissionState>;
        };
        if ((await permitted.requestPermission?.({ mode: "read" })) === "denied") break;
        this.#sources.set(id, { handle, file: await handle.getFile() });
      } catch {
        // Moved or deleted since: it has to be chosen again.
        this.#sources.delete(id);
      }
    }
    this.#show();
    this.#readOn();
  }

  /** Files these under a month; null lets the files say again. What was set apart is kept then. */
  moveTo(ids: Iterable<string>, month: YearMonth | null): void {
    for (const id of ids) this.#change(id, { chosenMonth: month, decision: month ? "keep" : null });
    this.#show();
  }

  /** Takes these out of what was set apart, leaves them out, or undoes both. */
  decide(ids: Iterable<string>, decision: ReviewItem["decision"]): void {
    for (const id of ids) this.#change(id, { decision });
    this.#show();
  }

  describe(descriptions: ReadonlyMap<string, string>): void {
    for (const [id, description] of descriptions) this.#change(id, { description });
    this.#show();
  }

  /** The file itself, where it lies on the device and is at hand; null for one inside an archive. */
  fileOf(id: string): File | null {
    return this.#sources.get(id)?.file ?? null;
  }

  /** Forgets the review, here and in the browser's store. Not while files are under way. */
  async clear(): Promise<void> {
    if (this.#state.upload?.isRunning) return;
    this.#items = new Map();
    this.#sources.clear();
    this.#unread.length = 0;
    this.#dirty.clear();
    this.#room = null;
    await this.#options.store.clear();
    this.#set({ upload: null, problem: null, opening: [] });
    this.#show();
  }

  /** Carries everything that has a month up, one after the other. Never rejects. */
  async upload(): Promise<void> {
    if (this.#state.upload?.isRunning || this.#isStopped) return;
    const ids = this.#state.placed.months.flatMap((month) => month.ids);
    let progress: UploadProgress = {
      isRunning: true,
      total: ids.length,
      done: 0,
      failed: 0,
      known: 0,
      currentId: null,
      stopped: null,
    };
    const tell = (change: Partial<UploadProgress>) => {
      progress = { ...progress, ...change };
      this.#set({ upload: progress });
    };
    this.#isCancelled = false;
    tell({});
    for (const id of ids) {
      const item = this.#items.get(id);
      const month = item && monthOfItem(item, this.#options.now());
      if (!item || !month) continue;
      tell({ currentId: id });
      const ended = await this.#carryUp(item, month);
      if (this.#isStopped) return;
      if (ended === "cancelled") tell({ stopped: "Upload cancelled by user" });
      else if (ended === "uploaded") tell({ done: progress.done + 1 });
      else if (ended === "known") tell({ known: progress.known + 1 });
      else tell({ failed: progress.failed + 1, ...(ended.isOver ? { stopped: ended.error } : {}) });
      this.#show(true);
      if (progress.stopped || this.#isCancelled) break;
    }
    this.#show();
    tell({ isRunning: false, currentId: null });
    if (progress.done > 0) this.#options.onUploaded?.();
  }

  async #carryUp(
    item: ReviewItem,
    { year, month }: YearMonth,
  ): Promise<"uploaded" | "known" | "cancelled" | { error: string; isOver: boolean }> {
    const { engine, readers } = this.#options;
    const { id, name, kind, mimeType, modifiedMs, description } = item;
    const fail = (error: string, isOver = false) => {
      this.#change(id, { outcome: { state: "failed", error } });
      return { error, isOver };
    };
    const source = this.#sourceOf(item);
    if (!source || !kind) return fail("The file has to be chosen again.");
    let file = source.file;
    if (source.entry !== null) {
      try {
        const bytes = await readers.run<"unpack">({ kind: "unpack", source });
        file = new File([bytes], name, { type: mimeType, lastModified: modifiedMs });
      } catch {
        return fail("The archive could not be read.");
      }
    }
    engine.clear();
    engine.add([{ file, mediaType: kind }]);
    // The duplicate card is for one file chosen by hand: here the summary says it.
    const stopListening = engine.subscribe(() => {
      if (engine.state().duplicate) queueMicrotask(() => engine.dismissDuplicate());
    });
    const outcome = await engine.start({ year, month, description });
    stopListening();
    if (outcome.uploaded > 0) {
      this.#change(id, { outcome: { state: "uploaded" } });
      return "uploaded";
    }
    if (outcome.duplicates > 0) {
      this.#change(id, { known: { id: "", year, month }, outcome: null });
      return "known";
    }
    if (outcome.cancelled) return "cancelled";
    return fail(outcome.failed[0]?.error ?? outcome.broken ?? "Unknown error", outcome.broken !== null);
  }

  cancelUpload(): void {
    this.#isCancelled = true;
    this.#options.engine.cancel();
  }

  /** Ends for good and without a word, as a sign-out does. */
  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#options.engine.stop();
    this.#options.readers.close();
  }
}

let listed = 0;

/** Ids in the order of listing: a kept review comes back in it. */
function itemId(): string {
  listed += 1;
  return `${Date.now().toString(36).padStart(9, "0")}-${String(listed).padStart(7, "0")}-${randomKey()}`;
}

const placeKey = ({
  name,
  bytes,
  modifiedMs,
  archiveId,
}: Pick<ReviewItem, "name" | "bytes" | "modifiedMs" | "archiveId">) =>
  archiveId ? `${archiveId} ${name}` : `${name} ${bytes} ${modifiedMs}`;
