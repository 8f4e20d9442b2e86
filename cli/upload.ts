import type { Album } from "@/cli/album";
import { Albums, albumTitle } from "@/cli/albums";
import { Failure, type Outcome, Refusal, UsageError } from "@/cli/failures";
import { type FoundFile, findFiles, openFile, sha256Of } from "@/cli/files";
import {
  type CommandContext,
  hasOption,
  numberOption,
  openAlbum,
  requireArguments,
  textOption,
} from "@/cli/options";
import { type FileToSend, sendFile } from "@/cli/send-file";
import type { UsedKeyDto } from "@/lib/account/keys/schema";
import { readTakenMonth } from "@/lib/album/uploads/client/taken-month";
import { isRefusedHeic, kindOf, limitBytes, limitLabel, sizeLabel } from "@/lib/album/uploads/file-rules";
import { canBeFiled } from "@/lib/album/uploads/fileable-month";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import type { YearMonth } from "@/lib/album/uploads/upload-state";
import { counted } from "@/lib/shared/counted";
import { unknownMonth } from "@/lib/shared/months";
import { mebibyte } from "@/lib/shared/units";
import type { KnownMediaDto } from "@/lib/sorter/schema";

/** As many files as one query takes. Large batches are sent before the remaining files are hashed. */
const batch = { files: 500, bytes: 512 * mebibyte };

interface Settings {
  /** For files without a date of their own. */
  fallback: YearMonth | null;
  ignoresDates: boolean;
  concurrency: number;
  isDryRun: boolean;
  /** The title of the album that a file is added to; null for none. */
  albumOf: (file: FoundFile) => string | null;
}

interface ReadyFile extends FileToSend {
  path: string;
  albumTitle: string | null;
}

/** Files by outcome. `missing`: in a dry run, what would be uploaded. */
const noFiles = { uploaded: 0, missing: 0, present: 0, duplicate: 0, refused: 0 };
type Status = keyof typeof noFiles;

/** One run of `keepsake upload`. */
class Upload {
  readonly #album: Album;
  readonly #context: CommandContext;
  readonly #settings: Settings;
  readonly #key: UsedKeyDto;
  readonly #limits: UploadLimits;
  readonly #albums: Albums;
  readonly #seen = new Set<string>();
  /** Ids of the items in the album, by the SHA-256 of their files. */
  readonly #ids = new Map<string, string>();
  hasRefusingAlbum = false;
  readonly counts = { ...noFiles };
  #bytesSent = 0;
  #filesFound = 0;

  constructor(
    album: Album,
    context: CommandContext,
    settings: Settings,
    about: { key: UsedKeyDto; limits: UploadLimits },
  ) {
    this.#album = album;
    this.#context = context;
    this.#settings = settings;
    this.#key = about.key;
    this.#limits = about.limits;
    this.#albums = new Albums(album, context.output);
  }

  #settle(status: Status, path: string, facts: Record<string, unknown> = {}): void {
    this.counts[status]++;
    const text = {
      uploaded: `Uploaded ${path}`,
      missing: `Would upload ${path}`,
      refused: `Refused ${path}: ${facts.reason}`,
      duplicate: undefined,
      present: undefined,
    }[status];
    this.#context.output.emit({ event: "file", path, status, ...facts }, text);
    this.#showProgress();
  }

  #showProgress(): void {
    const done = Object.values(this.counts).reduce((sum, count) => sum + count, 0);
    const sent = `${sizeLabel(this.#bytesSent)} sent`;
    this.#context.output.progress(`${done} of ${counted(this.#filesFound, "file")}, ${sent}`);
  }

  /** @throws Error with the reason why it can't be sent */
  async #monthFor(file: File): Promise<YearMonth> {
    const { fallback, ignoresDates } = this.#settings;
    const span = { firstYear: this.#key.firstYear, today: new Date() };
    const taken = ignoresDates ? null : await readTakenMonth(file);
    if (taken && canBeFiled(taken, span)) return taken;
    if (fallback) return fallback;
    throw new Error(
      taken
        ? `it says it was taken in ${taken.year}, and the album has ${span.firstYear} until now; give --year`
        : "it doesn't say when it was taken; give --year and --month",
    );
  }

  /** @throws Error with the reason why it can't be sent */
  async #ready(found: FoundFile): Promise<ReadyFile> {
    const { path } = found;
    const file = await openFile(path);
    const kind = kindOf(file);
    const limits = this.#limits;
    if (!kind || isRefusedHeic(file, limits)) throw new Error("this album doesn't take files of this type");
    if (file.size === 0) throw new Error("it is empty");
    if (file.size > limitBytes(kind, limits))
      throw new Error(`it is larger than ${limitLabel(kind, limits)}`);
    const month = await this.#monthFor(file);
    const sha256 = await sha256Of(path, this.#context.signal);
    const title = this.#settings.albumOf(found);
    return { path, albumTitle: title, file, kind, sha256, familyId: this.#key.family.id, ...month };
  }

  /** The next files that can be sent; the others are refused. */
  async #nextBatch(files: AsyncIterator<FoundFile>): Promise<ReadyFile[] | null> {
    const ready: ReadyFile[] = [];
    let bytes = 0;
    while (ready.length < batch.files && bytes < batch.bytes) {
      const { value, done } = await files.next();
      if (done) return ready.length > 0 ? ready : null;
      this.#filesFound++;
      try {
        if (value.problem) throw new Error(value.problem);
        const one = await this.#ready(value);
        bytes += one.file.size;
        ready.push(one);
      } catch (error) {
        this.#context.signal.throwIfAborted();
        this.#settle("refused", value.path, { reason: (error as Error).message });
      }
    }
    return ready;
  }

  async #send(one: ReadyFile): Promise<void> {
    const { path, year, month, file } = one;
    const facts = { year, month, bytes: file.size };
    if (this.#settings.isDryRun) return this.#settle("missing", path, facts);
    try {
      const { id } = await sendFile(this.#album, one, (bytes) => {
        this.#bytesSent += bytes;
        this.#showProgress();
      });
      this.#ids.set(one.sha256, id);
      this.#settle("uploaded", path, { id, ...facts });
    } catch (error) {
      this.#context.signal.throwIfAborted();
      if (error instanceof Failure && error.outcome !== "refused") throw error;
      // Someone else sent the same file in the meantime.
      if (error instanceof Refusal && error.status === 409 && /duplicate/.test(error.code)) {
        this.#settle("present", path);
      } else {
        const { name, message } = error as Error;
        const reason = name === "NotReadableError" ? "it changed after it was read" : message;
        this.#settle("refused", path, { reason });
      }
    }
  }

  /** Files that aren't in the album, without duplicates. */
  async #missing(ready: ReadyFile[]): Promise<ReadyFile[]> {
    if (ready.length === 0) return [];
    const sha256 = [...new Set(ready.map((one) => one.sha256))];
    const { body } = await this.#album.send<KnownMediaDto>("POST", "/api/media/known", { json: { sha256 } });
    const known = new Map(body.known.map((item) => [item.sha256, item]));
    for (const { sha256: hash, id } of body.known) this.#ids.set(hash, id);
    return ready.filter(({ sha256: hash, path }) => {
      const item = known.get(hash);
      if (item) this.#settle("present", path, { id: item.id, year: item.year, month: item.month });
      else if (this.#seen.has(hash)) this.#settle("duplicate", path);
      else return this.#seen.add(hash);
      return false;
    });
  }

  async #sendAll(files: ReadyFile[]): Promise<void> {
    const waiting = files.values();
    const work = async () => {
      for (const one of waiting) await this.#send(one);
    };
    await Promise.all(Array.from({ length: this.#settings.concurrency }, work));
  }

  async run(): Promise<void> {
    const files = findFiles(this.#context.positionals);
    // The next ones are hashed while these are sent.
    let next = this.#nextBatch(files);
    for (let ready = await next; ready; ready = await next) {
      const missing = await this.#missing(ready);
      next = this.#nextBatch(files);
      next.catch(() => {});
      await this.#sendAll(missing);
      if (!this.#settings.isDryRun) await this.#fillAlbums(ready);
    }
  }

  /** Includes files that were already there, so that an album is complete after every run. */
  async #fillAlbums(files: ReadyFile[]): Promise<void> {
    const idsByTitle = new Map<string, Set<string>>();
    for (const { albumTitle: title, sha256 } of files) {
      const id = this.#ids.get(sha256);
      if (title === null || id === undefined) continue;
      idsByTitle.set(title, (idsByTitle.get(title) ?? new Set()).add(id));
    }
    for (const [title, ids] of idsByTitle) {
      if (!(await this.#albums.add(title, [...ids]))) this.hasRefusingAlbum = true;
    }
  }

  report(): void {
    const { output } = this.#context;
    const { uploaded, missing, present, duplicate, refused } = this.counts;
    const parts = [
      this.#settings.isDryRun
        ? `${counted(missing, "file")} to upload`
        : `${counted(uploaded, "file")} uploaded`,
      `${present} already there`,
      ...(duplicate > 0 ? [`${counted(duplicate, "duplicate")} among them`] : []),
      ...(refused > 0 ? [`${refused} refused`] : []),
    ];
    output.emit({ event: "end", ...this.counts, bytesSent: this.#bytesSent }, `${parts.join(", ")}.`);
  }
}

/** @throws UsageError */
function settingsOf(context: CommandContext): Settings {
  const year = numberOption(context, "year", [1800, 9999]);
  const month = numberOption(context, "month", [1, 12]);
  const ignoresDates = hasOption(context, "ignore-dates");
  if (year === undefined && (month !== undefined || ignoresDates)) {
    throw new UsageError("--month and --ignore-dates need --year.");
  }
  const album = textOption(context, "album");
  const isByFolder = hasOption(context, "albums-by-folder");
  if (album !== undefined && (isByFolder || !albumTitle(album))) {
    throw new UsageError("--album takes a title, and can't be combined with --albums-by-folder.");
  }
  return {
    albumOf: ({ folder }) => albumTitle(album ?? (isByFolder ? (folder ?? "") : "")) || null,
    fallback: year === undefined ? null : { year, month: month ?? unknownMonth },
    ignoresDates,
    concurrency: numberOption(context, "concurrency", [1, 4]) ?? 2,
    isDryRun: hasOption(context, "dry-run"),
  };
}

export async function upload(context: CommandContext): Promise<Outcome> {
  requireArguments(context, [1, Number.POSITIVE_INFINITY]);
  const settings = settingsOf(context);
  const album = await openAlbum(context);
  const [key, limits] = await Promise.all([
    album.get<UsedKeyDto>("/api/auth/key"),
    album.get<UploadLimits>("/api/media/upload-limits"),
  ]);
  const run = new Upload(album, context, settings, { key, limits });
  await run.run();
  run.report();
  return run.counts.refused > 0 || run.hasRefusingAlbum ? "refused" : "done";
}
