import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Album } from "@/cli/album";
import { Failure, type Outcome, UsageError } from "@/cli/failures";
import { openFile } from "@/cli/files";
import { type CommandContext, hasOption, openAlbum, requireArguments } from "@/cli/options";
import { sendChunks } from "@/cli/send-file";
import {
  describeOutcome,
  describeReport,
  entryReasonTexts,
  reasonTexts,
} from "@/lib/album/imports/import-text";
import type { ImportDto, ImportState } from "@/lib/album/imports/schema";
import { sizeLabel } from "@/lib/album/uploads/file-rules";
import { counted } from "@/lib/shared/counted";
import { formatDay } from "@/lib/shared/day-text";

const lookEveryMs = 1_000;
const over = new Set<ImportState>(["ready", "done", "paused", "failed", "undone"]);
const day = (text: string) => formatDay(new Date(`${text}T12:00:00Z`), "UTC");

/** One run of `keepsake import`. */
class Importing {
  readonly #album: Album;
  readonly #context: CommandContext;
  #bytesSent = 0;

  constructor(album: Album, context: CommandContext) {
    this.#album = album;
    this.#context = context;
  }

  /** The import that an interrupted run of this command began, or a new one. */
  async begin(files: readonly File[]): Promise<ImportDto> {
    const imports = await this.#album.get<ImportDto[]>("/api/imports");
    const names = new Set(files.map(({ name, size }) => `${name} ${size}`));
    const isOfThese = ({ archives }: ImportDto) =>
      archives.every(({ fileName, bytes }) => names.has(`${fileName} ${bytes}`));
    const open = imports.filter(({ isOwn, folder }) => isOwn && folder === null).filter(isOfThese);
    const isComplete = ({ archives }: ImportDto) => archives.length === files.length;
    const begun =
      open.find((one) => isComplete(one) && one.state !== "failed" && one.state !== "undone") ??
      open.find(({ state }) => state === "uploading");
    if (begun) return begun;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    return (await this.#album.send<ImportDto>("POST", "/api/imports", { json: { timeZone } })).body;
  }

  async send({ id, archives }: ImportDto, files: readonly File[]): Promise<void> {
    for (const file of files) {
      const isThere = archives.some(({ fileName, bytes }) => fileName === file.name && bytes === file.size);
      if (!isThere) await this.#sendOne(id, file);
      const facts = { event: "archive", fileName: file.name, bytes: file.size };
      this.#context.output.emit(
        { ...facts, status: isThere ? "present" : "uploaded" },
        isThere ? `${file.name} is there already.` : `Sent ${file.name}`,
      );
    }
  }

  async #sendOne(id: string, file: File): Promise<void> {
    const identity = JSON.stringify([id, file.name, file.size, file.lastModified]);
    // Deterministic, so that it is the same after kill -9.
    const uploadId = `cli-${createHash("sha256").update(identity).digest("hex")}`;
    const archives = `/api/imports/${id}/archives`;
    const calls = { begin: { path: archives, json: {} }, complete: `${archives}/complete` };
    await sendChunks(this.#album, { file, uploadId }, calls, (bytes) => {
      this.#bytesSent += bytes;
      this.#context.output.progress(`${file.name}, ${sizeLabel(this.#bytesSent)} sent`);
    });
  }

  act(id: string, action: "read" | "start" | "resume"): Promise<ImportDto> {
    return this.#album.send<ImportDto>("POST", `/api/imports/${id}/${action}`).then(({ body }) => body);
  }

  /** Waits until a person has to decide, or nothing is left to do. */
  async untilOver(id: string): Promise<ImportDto> {
    for (;;) {
      const now = await this.#album.get<ImportDto>(`/api/imports/${id}`);
      if (over.has(now.state)) return now;
      const { doneCount, totalCount, state } = now;
      const work =
        state === "running" ? `${doneCount} of ${counted(totalCount, "file")}` : "Looking through the files";
      this.#context.output.progress(work);
      await delay(lookEveryMs, undefined, { signal: this.#context.signal });
    }
  }

  reportDryRun({ id, report }: ImportDto): void {
    const { output } = this.#context;
    output.emit({ event: "found", id, ...report }, `${describeReport(report, day)}.`);
    for (const { reason, count } of report.left)
      output.note(`${counted(count, "file")} left out: ${entryReasonTexts[reason]}.`);
    if (report.people.length > 0)
      output.note(`${counted(report.people.length, "person", "people")} are named in it.`);
  }

  reportEnd(now: ImportDto): Outcome {
    const { id, state, reason, addedCount, knownCount, leftCount, failedCount } = now;
    const counts = { added: addedCount, known: knownCount, left: leftCount, failed: failedCount };
    this.#context.output.emit({ event: "import", id, state, reason, ...counts }, `${describeOutcome(now)}.`);
    if (state !== "done") {
      throw new Failure(
        "refused",
        reason ? reasonTexts[reason] : "The import was stopped on the album's page.",
      );
    }
    return failedCount > 0 ? "refused" : "done";
  }
}

/** @throws UsageError */
async function openArchives(context: CommandContext): Promise<File[]> {
  requireArguments(context, [1, 100]);
  const files: File[] = [];
  for (const place of context.positionals) {
    const found = await stat(place).catch(() => null);
    if (!found?.isFile()) throw new UsageError(`${place} is no file. Folders are sent with keepsake upload.`);
    files.push(await openFile(place));
  }
  return files;
}

export async function importArchives(context: CommandContext): Promise<Outcome> {
  const files = await openArchives(context);
  const album = await openAlbum(context);
  const importing = new Importing(album, context);
  let now = await importing.begin(files);
  if (now.state === "uploading") {
    await importing.send(now, files);
    now = await importing.act(now.id, "read");
  }
  now = await importing.untilOver(now.id);
  if (now.state === "ready") {
    importing.reportDryRun(now);
    if (!hasOption(context, "start")) {
      context.output.note(
        `Nothing has been added. Run it again with --start, or decide about people and hidden photos at ${album.url}/import`,
      );
      return "done";
    }
    now = await importing.act(now.id, "start");
  } else if (now.state === "paused" && hasOption(context, "start"))
    now = await importing.act(now.id, "resume");
  return importing.reportEnd(await importing.untilOver(now.id));
}
