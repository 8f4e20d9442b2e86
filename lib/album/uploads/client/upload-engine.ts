import { cancelOnServer } from "@/lib/album/uploads/client/chunked-upload";
import { type Pause, pauseFor } from "@/lib/album/uploads/client/network-patience";
import { uploadResumable } from "@/lib/album/uploads/client/resumable-upload";
import type { KeptUpload, ResumeStore, UnfinishedUpload } from "@/lib/album/uploads/client/resume-store";
import { readContent, type SingleUpload, uploadSingle } from "@/lib/album/uploads/client/single-upload";
import { targetOf, type UploadContext, type UploadTarget } from "@/lib/album/uploads/client/upload-context";
import {
  DuplicateFileError,
  failureReason,
  isTooLarge,
  RefusedError,
  UploadCancelledError,
} from "@/lib/album/uploads/client/upload-errors";
import { isUploadHeld } from "@/lib/album/uploads/client/upload-lock";
import { type ChosenFile, isChunked, isSameFile, kindOf } from "@/lib/album/uploads/file-rules";
import type { UploadStage } from "@/lib/album/uploads/upload-progress";
import type { UploadItem, UploadOutcome, UploadState, YearMonth } from "@/lib/album/uploads/upload-state";
import { randomKey } from "@/lib/shared/random-key";

export interface UploadEngineOptions {
  userId: string;
  sessionId: string;
  familyId: string;
  store: ResumeStore;
  pause?: Pause;
  /** Milliseconds since 1970; part of a chunked upload's id. */
  now?: () => number;
}

/** Specification 9.4: the pause after each completed file. */
const pauseAfterFileMs = 100;

const idle = { isRunning: false, currentId: null, position: 0, total: 0 };

export interface RunOptions {
  /** Upload only these of the listed files. */
  ids?: readonly string[];
  /** The month a file says it was taken in, used instead of the form's. */
  takenMonthOf?: (file: File) => Promise<YearMonth | null>;
}

/** What the engine remembers about an item but doesn't show. */
interface ItemMemory {
  /** A single upload's key, as long as its content stays the same. */
  key?: { value: string; content: string };
  unfinished?: UnfinishedUpload;
  /** For an upload that is being resumed: it keeps its own month and description. */
  ownTarget?: UploadTarget;
}

/** Uploads files one at a time. One per signed-in page; the dialog shows its state and can be hidden meanwhile. */
export class UploadEngine {
  #state: UploadState = { items: [], report: null, ...idle };
  readonly #listeners = new Set<() => void>();
  readonly #memory = new Map<string, ItemMemory>();
  readonly #options: Required<UploadEngineOptions>;
  #abort: AbortController | null = null;
  /** The file being read while the previous one is sent. */
  #ahead: { id: string; content: Promise<Blob> } | null = null;
  #isStopped = false;
  #lastId = 0;

  constructor(options: UploadEngineOptions) {
    this.#options = { pause: pauseFor, now: Date.now, ...options };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): UploadState => this.#state;

  #set(change: Partial<UploadState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #change(id: string, change: Partial<UploadItem>): void {
    this.#set({ items: this.#state.items.map((item) => (item.id === id ? { ...item, ...change } : item)) });
  }

  #find(id: string): UploadItem | undefined {
    return this.#state.items.find((item) => item.id === id);
  }

  #drop(id: string): void {
    this.#memory.delete(id);
    this.#set({ items: this.#state.items.filter((item) => item.id !== id) });
  }

  /** Lists files; a file that is listed already isn't added again. */
  add(files: readonly ChosenFile[]): void {
    const items = [...this.#state.items];
    for (const { file, mediaType } of files) {
      if (items.some((item) => isSameFile(item.file, file))) continue;
      const id = `upload-${++this.#lastId}`;
      this.#memory.set(id, {});
      const filing = { ownMonth: null, followsDate: true, isContinued: false };
      items.push({ id, file, mediaType, ...filing, percent: 0, stage: "chosen", error: null });
    }
    this.#set({ items });
  }

  /** Takes a file off the list, unless it is uploading. Frees what the server has of it. */
  remove(id: string): void {
    if (id === this.#state.currentId) return;
    const unfinished = this.#memory.get(id)?.unfinished;
    if (unfinished) void this.discard(unfinished.uploadId);
    this.#drop(id);
  }

  /** Takes everything off the list. Not while files are uploading. */
  clear(): void {
    if (this.#state.isRunning) return;
    for (const { id } of this.#state.items) this.remove(id);
  }

  /** Whether a file goes to the month it was taken in, or to the form's month regardless. */
  followDate(id: string, followsDate: boolean): void {
    this.#change(id, { followsDate });
  }

  /** Unfinished uploads in this family that no tab is running. */
  async listUnfinished(): Promise<UnfinishedUpload[]> {
    const kept = await this.#options.store.list();
    const free: UnfinishedUpload[] = [];
    for (const upload of kept) {
      const isListed = [...this.#memory.values()].some(
        ({ unfinished }) => unfinished?.uploadId === upload.uploadId,
      );
      const isOurs = upload.familyId === this.#options.familyId;
      if (isOurs && !isListed && !(await isUploadHeld(upload.uploadId))) free.push(upload);
    }
    return free;
  }

  /** Lists an unfinished upload again, with its own month. @returns its item's id */
  continueUnfinished(upload: KeptUpload): string {
    this.add([{ file: upload.file, mediaType: kindOf(upload.file) ?? "video" }]);
    const item = this.#state.items.find(({ file }) => isSameFile(file, upload.file));
    const id = item?.id ?? "";
    const { year, month, yearPrecision } = upload;
    this.#memory.set(id, { unfinished: upload, ownTarget: targetOf(upload) });
    this.#change(id, { isContinued: true, ownMonth: { year, month, yearPrecision } });
    return id;
  }

  /** Forgets an unfinished upload, here and on the server. */
  async discard(uploadId: string): Promise<void> {
    await Promise.all([cancelOnServer(uploadId), this.#options.store.remove(uploadId)]);
  }

  /** Called when the duplicate card has been read. */
  dismissReport(): void {
    this.#set({ report: null });
  }

  /** Aborts the request in flight; `start` then resolves with `cancelled`. */
  cancel(): void {
    this.#abort?.abort();
  }

  /** Stops for good and silently, as on sign-out. The server keeps what it has for uploadLifetimeHours. */
  stop(): void {
    this.#isStopped = true;
    this.#abort?.abort();
  }

  /**
   * Uploads the listed files. Duplicates and failures don't stop the rest. Never rejects.
   * @param form year, month and description for every file without its own month
   */
  async start(form: UploadTarget, { ids: only, takenMonthOf }: RunOptions = {}): Promise<UploadOutcome> {
    const ids = only ?? this.#state.items.map(({ id }) => id);
    const outcome: UploadOutcome = {
      total: ids.length,
      uploaded: 0,
      failed: [],
      duplicates: [],
      cancelled: null,
      broken: null,
    };
    if (this.#state.isRunning || this.#isStopped) return { ...outcome, total: 0 };
    const abort = new AbortController();
    this.#abort = abort;
    const begun = new Set(ids);
    const prepared = this.#state.items.map((item) =>
      begun.has(item.id) ? { ...item, error: null, percent: 0, stage: "preparing" as const } : item,
    );
    this.#set({ items: prepared, report: null, isRunning: true, position: 0, total: ids.length });
    for (const [index, id] of ids.entries()) {
      const item = this.#find(id);
      if (!item) continue;
      this.#set({ currentId: id, position: index + 1 });
      try {
        const target = await this.#targetOf(item, form, takenMonthOf);
        await this.#upload(item, target, { signal: abort.signal, nextId: ids[index + 1] });
        outcome.uploaded++;
        this.#change(id, { percent: 100, stage: "done" });
        await this.#options.pause(pauseAfterFileMs, abort.signal).catch(() => undefined);
        this.#drop(id);
        if (abort.signal.aborted) throw new UploadCancelledError();
      } catch (error) {
        await this.#settle(item, error, outcome);
        if (outcome.cancelled || outcome.broken) break;
      }
    }
    for (const { id, stage } of this.#state.items)
      if (stage === "preparing") this.#change(id, { stage: "chosen" });
    this.#abort = null;
    this.#ahead = null;
    const { duplicates, uploaded, total, failed } = outcome;
    const isReported = duplicates.length > 0 && !outcome.cancelled && !this.#isStopped;
    this.#set({ ...idle, report: isReported ? { duplicates, uploaded, total, failed } : null });
    return outcome;
  }

  async #targetOf(
    item: UploadItem,
    form: UploadTarget,
    takenMonthOf: RunOptions["takenMonthOf"],
  ): Promise<UploadTarget> {
    const own = this.#memory.get(item.id)?.ownTarget;
    if (own) return own;
    const taken = item.followsDate ? await takenMonthOf?.(item.file) : null;
    return taken ? { ...form, ...taken, yearPrecision: "exact" } : form;
  }

  async #settle(item: UploadItem, error: unknown, outcome: UploadOutcome): Promise<void> {
    if (this.#isStopped) {
      outcome.broken = "Stopped";
      return;
    }
    if (error instanceof UploadCancelledError) {
      const flow = isChunked(item) ? "Chunked upload" : "Upload";
      const files = this.#state.items.map(({ file, mediaType }) => ({ file, mediaType }));
      outcome.cancelled = { message: `${flow} cancelled by user`, files };
      const unfinished = this.#memory.get(item.id)?.unfinished;
      if (unfinished) void this.discard(unfinished.uploadId);
      this.#memory.clear();
      this.#set({ items: [] });
      return;
    }
    if (error instanceof DuplicateFileError) {
      outcome.duplicates.push({ item, existing: error.duplicate });
      this.#drop(item.id);
      return;
    }
    const reason = failureReason(error, isChunked(item));
    const message = `Failed to upload ${item.file.name}: ${reason}`;
    outcome.failed.push({ item, error: message, isTooLarge: isTooLarge(error) });
    this.#change(item.id, { stage: "failed", percent: 0, error: message });
    if (!(error instanceof RefusedError)) return;
    if (error.status === 401 || error.code === "family_changed") outcome.broken = reason;
  }

  async #upload(
    item: UploadItem,
    target: UploadTarget,
    { signal, nextId }: { signal: AbortSignal; nextId: string | undefined },
  ): Promise<void> {
    const content = this.#ahead?.id === item.id ? this.#ahead.content : null;
    let highest = 0;
    const report = (percent: number, stage: UploadStage) => {
      if (signal.aborted) return;
      highest = Math.max(highest, percent);
      this.#change(item.id, { percent: highest, stage });
    };
    const context = { signal, report, pause: this.#options.pause };
    if (isChunked(item)) await this.#uploadChunked(item, target, context);
    else {
      const sent = this.#uploadSingle({ ...item, content }, target, context);
      this.#readAhead(nextId, signal);
      await sent;
    }
  }

  /** Reads the next file meanwhile, so the connection isn't idle between two. A failure is reported in its turn. */
  #readAhead(nextId: string | undefined, signal: AbortSignal): void {
    this.#ahead = null;
    const next = nextId === undefined ? undefined : this.#find(nextId);
    if (!next || isChunked(next)) return;
    const content = readContent(next.file, signal);
    content.catch(() => {});
    this.#ahead = { id: next.id, content };
  }

  async #uploadSingle(
    item: UploadItem & Pick<SingleUpload, "content">,
    target: UploadTarget,
    context: UploadContext,
  ): Promise<void> {
    const { userId, sessionId, familyId } = this.#options;
    const owner = { userId, sessionId, familyId };
    const memory = this.#memory.get(item.id) ?? {};
    const content = JSON.stringify(target);
    if (memory.key?.content !== content) memory.key = { value: randomKey(), content };
    this.#memory.set(item.id, memory);
    const { file, mediaType, content: bytes } = item;
    const idempotencyKey = memory.key.value;
    const upload = { file, mediaType, content: bytes, ...target, ...owner, idempotencyKey };
    await uploadSingle(upload, context);
  }

  async #uploadChunked(item: UploadItem, target: UploadTarget, context: UploadContext): Promise<void> {
    const { store, now, familyId } = this.#options;
    const memory = this.#memory.get(item.id) ?? {};
    const resumable = {
      file: item.file,
      target,
      familyId,
      store,
      now,
      known: memory.unfinished ?? null,
      listUnfinished: () => this.listUnfinished(),
      onKnown: (unfinished: UnfinishedUpload | null, isContinued: boolean) => {
        const { unfinished: _, ...rest } = memory;
        this.#memory.set(item.id, unfinished ? { ...rest, unfinished } : rest);
        this.#change(item.id, { isContinued });
      },
    };
    await uploadResumable(resumable, context);
  }
}
