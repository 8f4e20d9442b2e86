import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { mimeTypeOfName } from "@/lib/album/uploads/file-rules";

export interface FoundFile {
  path: string;
  /** The name of its folder, if that is below the one that was given. */
  folder?: string;
  /** Why it can't be read or sent. */
  problem?: string;
}

/** Leaves out hidden files, and what storage systems keep next to photos. */
const isOurs = (name: string) => !name.startsWith(".") && !name.startsWith("@");

async function* filesIn(folder: string, name?: string): AsyncGenerator<FoundFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => error);
  if (entries instanceof Error) {
    yield { path: folder, problem: "it can't be read" };
    return;
  }
  // Always in the same order, so that a resumed upload begins with the same files.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = path.join(folder, entry.name);
    if (!isOurs(entry.name)) continue;
    if (entry.isDirectory()) yield* filesIn(place, entry.name);
    else if (entry.isFile() && mimeTypeOfName(entry.name)) {
      yield { path: place, ...(name === undefined ? {} : { folder: name }) };
    }
  }
}

/** The photos and videos in these folders, and these files. */
export async function* findFiles(places: readonly string[]): AsyncGenerator<FoundFile> {
  for (const place of places) {
    const found = await stat(place).catch(() => null);
    if (!found) yield { path: place, problem: "it isn't there" };
    else if (found.isDirectory()) yield* filesIn(place);
    else if (!mimeTypeOfName(place)) yield { path: place, problem: "albums don't take files of this type" };
    else yield { path: place };
  }
}

/** The file in the form the browser's code reads; its bytes stay on disk. */
export async function openFile(place: string): Promise<File> {
  const type = mimeTypeOfName(place) ?? "";
  const [{ mtimeMs }, blob] = await Promise.all([stat(place), openAsBlob(place, { type })]);
  return new File([blob], path.basename(place), { type, lastModified: Math.round(mtimeMs) });
}

export async function sha256Of(place: string, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(place, { signal, highWaterMark: 1024 * 1024 }))
    hash.update(piece);
  return hash.digest("hex");
}
