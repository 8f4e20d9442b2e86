import { open, readdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Album } from "@/cli/album";
import { Failure, type Outcome, Refusal } from "@/cli/failures";
import { type CommandContext, hasOption, numberOption, openAlbum, requireArguments } from "@/cli/options";
import { sizeLabel } from "@/lib/album/uploads/file-rules";
import type { ExportDto, ExportListDto } from "@/lib/operations/exports/schema";
import { counted } from "@/lib/shared/counted";

const pollMs = 1_000;
const maxWaitMs = 30_000;
const usualPatienceSeconds = 600;

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** The partial download, next to the final file. Its name says which export it belongs to. */
const partialName = (file: string, id: string) => `${file}.${id}.part`;

interface Download {
  made: ExportDto;
  file: string;
}

/** An interrupted download into this file, or into any file in this folder, whose export still exists. */
async function findStarted(album: Album, named: string | undefined): Promise<Download | null> {
  const folder = path.dirname(named ?? "any");
  for (const name of await readdir(folder).catch(() => [])) {
    const [, wanted = "", id = ""] = /^(.+)\.([0-9a-f-]{36})\.part$/.exec(name) ?? [];
    if (id === "" || (named !== undefined && wanted !== path.basename(named))) continue;
    try {
      const made = await album.get<ExportDto>(`/api/exports/${id}`);
      if (made.state === "ready") return { made, file: named ?? wanted };
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 404)) throw error;
    }
  }
  return null;
}

async function begin(album: Album, isContinued: boolean): Promise<ExportDto> {
  const { exports } = await album.get<ExportListDto>("/api/exports");
  const since = isContinued ? exports.find(({ canBeContinued }) => canBeContinued)?.id : undefined;
  if (isContinued && since === undefined) {
    throw new Failure("refused", "You have no earlier export. Run the command without --new.");
  }
  return (await album.send<ExportDto>("POST", "/api/exports", { json: { since: since ?? null } })).body;
}

async function untilReady(
  album: Album,
  first: ExportDto,
  { output, signal }: CommandContext,
): Promise<ExportDto> {
  let current = first;
  while (current.state === "preparing") {
    output.progress(`Preparing, ${current.progress} %`);
    await delay(pollMs, undefined, { signal });
    current = await album.get<ExportDto>(`/api/exports/${current.id}`);
  }
  output.endProgress();
  if (current.state === "ready") return current;
  throw new Failure("refused", "The export couldn't be prepared. Please try again.");
}

async function prepare(album: Album, named: string | undefined, context: CommandContext): Promise<Download> {
  const made = await untilReady(album, await begin(album, hasOption(context, "new")), context);
  return { made, file: named ?? path.basename(made.fileName) };
}

/** Downloads what is missing, resuming whenever the connection breaks. */
async function download(
  album: Album,
  made: ExportDto,
  partial: string,
  context: CommandContext,
): Promise<void> {
  const { output, signal } = context;
  const patienceMs = 1_000 * (numberOption(context, "wait", [0, 86_400]) ?? usualPatienceSeconds);
  const file = await open(partial, "a");
  try {
    let { size } = await file.stat();
    let giveUpAt = performance.now() + patienceMs;
    for (let tries = 0; size < made.bytes; tries++) {
      try {
        for await (const piece of await album.open(`/api/exports/${made.id}/file`, size)) {
          await file.appendFile(piece);
          size += piece.length;
          tries = 0;
          giveUpAt = performance.now() + patienceMs;
          output.progress(`${sizeLabel(size)} of ${sizeLabel(made.bytes)}`);
        }
      } catch (error) {
        signal.throwIfAborted();
        // The disk's own refusal: a full or slow one may have written a part of the piece.
        if (error instanceof Refusal || (error as NodeJS.ErrnoException).syscall === "write") throw error;
        const waitMs = Math.min(maxWaitMs, 500 * 2 ** tries);
        if (performance.now() + waitMs > giveUpAt) {
          throw error instanceof Failure ? error : new Failure("noConnection", "The connection broke off.");
        }
        const message = "The connection broke off.";
        output.emit({ event: "waiting", seconds: Math.ceil(waitMs / 1_000), message });
        output.note(`${message} Trying again in ${Math.ceil(waitMs / 1_000)} s ...`);
        await delay(waitMs, undefined, { signal });
      }
    }
    await file.sync();
  } finally {
    output.endProgress();
    await file.close();
  }
}

/** The user's own uploads, as a ZIP. */
export async function exportUploads(context: CommandContext): Promise<Outcome> {
  requireArguments(context, [0, 1]);
  const { output, positionals } = context;
  const [named] = positionals;
  if (named !== undefined && (await exists(named)))
    throw new Failure("refused", `${named} is there already.`);
  const album = await openAlbum(context);
  const { made, file } = (await findStarted(album, named)) ?? (await prepare(album, named, context));
  if (await exists(file)) throw new Failure("refused", `${file} is there already.`);
  const partial = partialName(file, made.id);
  await download(album, made, partial, context);
  await rename(partial, file);
  const { id, itemCount: items, fileCount: files, bytes } = made;
  const text = `${file}: ${counted(files, "file")}, ${sizeLabel(bytes)}`;
  output.emit({ event: "export", id, path: file, items, files, bytes }, text);
  return "done";
}
