import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, stat, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { readFiles } from "@/lib/album/archives/server/download-service";
import { exportFileName } from "@/lib/album/exports/format";
import { db } from "@/lib/db";
import {
  type ExportFile,
  formatFileList,
  isOriginal,
  parseFileList,
} from "@/lib/operations/exports/server/file-list";
import { type ExportStore, prepareExport } from "@/lib/operations/exports/server/preparing";
import { getStorage } from "@/lib/platform/storage/storage";
import { isUuid } from "@/lib/shared/uuid";

/** Lists what is in the folder, so that the next run only adds what is new. */
const listName = ".keepsake-files";
const originalsAtOnce = 1_000;

/** A problem that the operator can solve. */
export class ExportFolderError extends Error {}

/** Writes to a temporary file and renames it, so that an interrupted run leaves no incomplete files. */
async function writeWhole(
  file: string,
  seconds: number,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const partial = `${file}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  if (content instanceof Uint8Array) await writeFile(partial, content);
  else await pipeline(content, createWriteStream(partial));
  await utimes(partial, seconds, seconds);
  await rename(partial, file);
}

/** Writes what an export makes itself to its place in the folder. `keepsake.json` gets its name last. */
class FolderStore implements ExportStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get #keepsake(): string {
    return path.join(this.#folder, `${exportFileName}.part`);
  }

  async writeKeepsake(content: AsyncIterable<Uint8Array>): Promise<void> {
    await pipeline(content, createWriteStream(this.#keepsake));
  }

  keepsakeLines(): AsyncIterable<string> {
    const input = createReadStream(this.#keepsake);
    return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  }

  async writeEdited({ path: name, seconds }: { path: string; seconds: number }, jpeg: Buffer): Promise<void> {
    await writeWhole(path.join(this.#folder, name), seconds, jpeg);
  }

  async writeTexts(
    texts: AsyncIterable<{ path: string; content: Uint8Array; seconds: number }>,
  ): Promise<void> {
    for await (const { path: name, content, seconds } of texts) {
      await writeWhole(path.join(this.#folder, name), seconds, content);
    }
  }

  async finish(files: readonly ExportFile[]): Promise<void> {
    await rename(this.#keepsake, path.join(this.#folder, exportFileName));
    await writeFile(path.join(this.#folder, listName), formatFileList(files));
  }
}

/** @throws ExportFolderError */
async function findFamily(wanted: string): Promise<{ id: string; name: string; showsPlaces: boolean }> {
  const found = await db.family.findMany({
    where: {
      memberships: { some: {} },
      ...(isUuid(wanted) ? { id: wanted } : { name: { equals: wanted, mode: "insensitive" } }),
    },
    select: { id: true, name: true, showsPlaces: true },
    take: 2,
  });
  const [family, another] = found;
  if (!family) throw new ExportFolderError(`There is no family “${wanted}”. Give its name or its id.`);
  if (another) throw new ExportFolderError(`Several families are called “${wanted}”. Give the id of one.`);
  return family;
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size, mtimeMs }) => ({ size, seconds: Math.floor(mtimeMs / 1000) }),
    () => null,
  );

/** The files that an earlier run wrote and that are still there. @throws ExportFolderError */
async function openFolder(folder: string): Promise<ExportFile[]> {
  await mkdir(folder, { recursive: true });
  const list = await readFile(path.join(folder, listName), "utf8").catch(() => null);
  if (list === null) {
    if ((await readdir(folder)).length > 0) {
      throw new ExportFolderError(
        `${folder} is not empty and has no export. Give an empty folder, or one of an earlier export.`,
      );
    }
    // Marks it as an export's folder, even if this run is interrupted.
    await writeFile(path.join(folder, listName), "[]");
    return [];
  }
  const earlier: ExportFile[] = [];
  for (const file of parseFileList(list)) {
    if ((await sizeOf(path.join(folder, file.path)))?.size === file.bytes) earlier.push(file);
  }
  return earlier;
}

/** Copies originals that aren't there yet. @returns how many */
async function copyOriginals(
  familyId: string,
  folder: string,
  files: readonly ExportFile[],
): Promise<number> {
  let copied = 0;
  for (let at = 0; at < files.length; at += originalsAtOnce) {
    const batch = files.slice(at, at + originalsAtOnce);
    const stored = await readFiles(
      { familyId },
      batch.map(({ content }) => content),
    );
    if (!stored) throw new ExportFolderError("Something was deleted meanwhile. Please run it again.");
    for (const [index, file] of batch.entries()) {
      const target = path.join(folder, file.path);
      const there = await sizeOf(target);
      // An interrupted run has copied it: a file's time is set last.
      if (there?.size === file.bytes && there.seconds === file.seconds) continue;
      await writeWhole(target, file.seconds, await getStorage().read(stored[index]?.storagePath ?? ""));
      copied += 1;
    }
  }
  return copied;
}

/**
 * Writes a family's whole album into a folder of this server, or adds what is new since the last time. Nothing is
 * deleted there.
 * @param wanted the family's name or id
 * @throws ExportFolderError
 */
export async function exportIntoFolder(
  wanted: string,
  folder: string,
  progress: (line: string) => void,
): Promise<{ family: string; files: number; copied: number; lostCount: number }> {
  const { id: familyId, name, showsPlaces } = await findFamily(wanted);
  const earlier = await openFolder(folder);
  const store = new FolderStore(folder);
  let reported = 0;
  const { files, lostCount } = await prepareExport({
    of: { familyId, scope: "family", userId: null, showsFacts: true, showsPlaces },
    id: crypto.randomUUID(),
    since: null,
    earlier,
    store,
    onProgress: async (done, total) => {
      const tenths = Math.floor((done * 10) / Math.max(1, total));
      if (tenths > reported) progress(`Described ${done} of ${total} photos and videos.`);
      reported = tenths;
    },
  });
  const originals = files.filter((file) => isOriginal(file) && file.isIncluded);
  const copied = await copyOriginals(familyId, folder, originals);
  await store.finish(files.map((file) => ({ ...file, at: null })));
  return { family: name, files: files.length, copied, lostCount };
}
