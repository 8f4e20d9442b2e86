import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import {
  type BackedUpFile,
  BackupError,
  backedUpFileSchema,
  fileListName,
  type Manifest,
  manifestHashName,
  manifestName,
  parseManifest,
  sha256Of,
} from "@/lib/operations/backup/server/manifest";
import { readBlocks } from "@/lib/platform/files/blocks";

export const tableFile = (table: string) => path.join("database", `${table}.copy`);
/** No part of a key begins with a dot, so keys can't lead out of the folder. */
export const storedFile = (key: string) => path.join("files", ...key.split("/"));
/** The name of an unfinished backup. */
export const partialName = (folder: string) => `${folder}.partial`;

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

/** In an unfinished backup only: the public keys that it is encrypted for. A finished one has them in its manifest. */
const recipientsName = "recipients.json";
const rowsFolder = (folder: string) => path.join(folder, "database");

/**
 * Creates the folder for a backup, or finds the one that an earlier run for the same keys left: files for other keys
 * couldn't be opened with these, or by anyone else. Nothing else may be writing into it.
 * @returns its path
 * @throws BackupError when a backup, or something else, exists already
 */
export async function openPartial(
  folder: string,
  recipients: readonly string[],
  progress: (line: string) => void = () => {},
): Promise<string> {
  const partial = partialName(folder);
  if (await exists(folder)) {
    const names = await readdir(folder).catch(() => null);
    if (names === null) throw new BackupError(`${folder} is a file. Give a folder that doesn't exist yet.`);
    if (names.includes(manifestName)) {
      throw new BackupError(
        `${folder} already contains a backup. Give another folder; a backup is never changed.`,
      );
    }
    if (names.length > 0)
      throw new BackupError(`${folder} is not empty. Give a folder that doesn't exist yet.`);
  }
  if (await exists(partial)) {
    if (await isFor(partial, recipients)) {
      progress("Continuing a backup that was interrupted.");
      return partial;
    }
    progress(
      "The interrupted backup was for other keys, or for none. It is removed, and this one starts over.",
    );
    await rm(partial, { recursive: true });
  }
  await mkdir(rowsFolder(partial), { recursive: true, mode: 0o700 });
  await writeDurably(path.join(partial, recipientsName), JSON.stringify(recipients));
  return partial;
}

async function isFor(partial: string, recipients: readonly string[]): Promise<boolean> {
  const recorded = await readFile(path.join(partial, recipientsName), "utf8").catch(() => null);
  if (recorded !== null) return recorded === JSON.stringify(recipients);
  // One that an earlier version began without a record: rows are written first, so they show whether it is encrypted.
  const rows = await readdir(rowsFolder(partial)).catch(() => null);
  return recipients.length === 0 && rows !== null && !rows.some((name) => name.endsWith(".age"));
}

/** Gives a finished backup its name: a folder of that name is always complete. */
export async function closePartial(partial: string, folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeDurably(path.join(partial, manifestHashName), `${sha256Of(text)}\n`);
  await writeDurably(path.join(partial, manifestName), text);
  await rm(path.join(partial, recipientsName), { force: true });
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
  const parent = await open(path.dirname(path.resolve(folder)));
  await parent.sync().finally(() => parent.close());
}

async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flush: true });
}

/** @throws BackupError with a message for people when the folder has no complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const read = (name: string) => readFile(path.join(folder, name), "utf8").catch(() => null);
  const [text, hash] = [await read(manifestName), await read(manifestHashName)];
  if (text !== null && hash !== null) return parseManifest(text, hash);
  if (folder.endsWith(".partial") || (await exists(partialName(folder)))) {
    throw new BackupError(
      `The backup into ${folder.replace(/\.partial$/, "")} was interrupted and can't be restored. ` +
        "Run the same backup again: it continues where it stopped.",
    );
  }
  throw new BackupError(
    `${folder} contains no backup: there is no ${text === null ? manifestName : manifestHashName}.`,
  );
}

/** The lines of a backup's list of files, one by one. */
export async function* readFileList(folder: string, name = fileListName): AsyncGenerator<BackedUpFile> {
  const input = createReadStream(path.join(folder, name));
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line) yield backedUpFileSchema.parse(JSON.parse(line));
  }
}

/** SHA-256 and length of a file; null when it isn't there. */
export async function hashFile(file: string): Promise<{ bytes: number; sha256: string } | null> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const block of readBlocks(file)) {
      hash.update(block);
      bytes += block.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Passes blocks through, counting and hashing them. */
export function hashing(source: AsyncIterable<Uint8Array>): {
  blocks: AsyncGenerator<Uint8Array>;
  result: () => { bytes: number; sha256: string };
} {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* blocks() {
    for await (const block of source) {
      hash.update(block);
      bytes += block.length;
      yield block;
    }
  }
  return { blocks: blocks(), result: () => ({ bytes, sha256: hash.digest("hex") }) };
}
