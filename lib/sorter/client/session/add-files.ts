import { readSidecar, type Sidecar } from "@/lib/album/imports/sidecar";
import { pairFolder } from "@/lib/album/imports/takeout-names";
import type { UploadLimits } from "@/lib/album/uploads/schema";
import { randomKey } from "@/lib/shared/random-key";
import { takingTurns, yieldToPage } from "@/lib/shared/yield-to-page";
import {
  type DroppedFile,
  firstRefusal,
  isArchive,
  isSidecar,
  mimeTypeOf,
} from "@/lib/sorter/client/chosen-source";
import type { FileReaders } from "@/lib/sorter/client/reading/messages";
import { RefusedFileError } from "@/lib/sorter/client/reading/refused-error";
import type { ImportBatch } from "@/lib/sorter/client/session/import-batch";
import { isSystemFile } from "@/lib/sorter/client/system-files";
import { freshItem, type ReviewItem } from "@/lib/sorter/review-item";

const maxSidecarBytes = 1_048_576;
let listed = 0;

/** Ids sort in the order of listing: a stored review comes back in it. */
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

/** Takeout unpacked: its sidecars are next to the pictures. */
async function readSidecars(files: readonly DroppedFile[]): Promise<Map<string, Sidecar>> {
  const found = new Map<string, Sidecar>();
  const folders = new Map<string, DroppedFile[]>();
  for (const dropped of files) {
    const folder = dropped.path.slice(0, dropped.path.lastIndexOf("/") + 1);
    const inside = folders.get(folder);
    if (inside) inside.push(dropped);
    else folders.set(folder, [dropped]);
  }
  for (const [folder, inside] of folders) {
    const names = inside.map(({ file }) => file.name);
    const sidecars = new Map(inside.map(({ file }) => [file.name, file]));
    const pairs = pairFolder(
      names.filter((name) => !isSidecar(name)),
      names.filter(isSidecar),
    ).sidecarOf;
    for (const [name, sidecarName] of pairs) {
      const file = sidecars.get(sidecarName);
      const sidecar = file && file.size < maxSidecarBytes ? readSidecar(await file.text()) : null;
      if (sidecar) found.set(`${folder}${name}`, sidecar);
    }
  }
  return found;
}

/**
 * Lists what was dropped or picked. A missing file of a stored review takes its place again; one that is listed isn't
 * added again, but read again if it was refused.
 * @returns the archives among them
 */
export async function addFiles(
  batch: ImportBatch,
  dropped: readonly DroppedFile[],
  limits: UploadLimits,
): Promise<DroppedFile[]> {
  // Let the press or drop finish before its files are processed.
  await yieldToPage();
  const wanted = dropped.filter(({ path }) => !isSystemFile(path));
  const sidecars = await readSidecars(wanted);
  const byPlace = new Map([...batch.items.values()].map((item) => [placeKey(item), item]));
  const archives: DroppedFile[] = [];
  // A browser may look up each file on the disk when asked for its size.
  const turn = takingTurns();
  for (const one of wanted) {
    await turn();
    const { file, path, handle } = one;
    if (isArchive(file.name)) {
      archives.push(one);
      continue;
    }
    if (isSidecar(file.name)) continue;
    const place = { name: file.name, bytes: file.size, modifiedMs: file.lastModified, archiveId: null };
    const known = byPlace.get(placeKey(place));
    const source = { file, ...(handle ? { handle } : {}) };
    if (known) {
      if (known.refusal) batch.readAgain(known, limits);
      if (known.refusal || !batch.sources.get(known.id)?.file) batch.storeSource(known.id, source);
      continue;
    }
    const id = itemId();
    const { kind, refusal } = firstRefusal(file, file.size, limits);
    const sidecar = sidecars.get(path) ?? null;
    const mimeType = file.type || mimeTypeOf(file.name);
    const item = freshItem({ ...place, id, path, kind, refusal, sidecar, mimeType });
    batch.list(item, sidecar);
    byPlace.set(placeKey(item), item);
    batch.sources.set(id, source);
    if (!refusal) batch.storeSource(id, source);
  }
  return archives;
}

export const archiveIdOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

/** Lists an archive's files, or the archive itself as rejected if it can't be read. */
export async function addArchive(
  batch: ImportBatch,
  readers: FileReaders,
  file: File,
  limits: UploadLimits,
): Promise<void> {
  const archiveId = archiveIdOf(file);
  try {
    for (const entry of await readers.run<"list">({ kind: "list", archive: file })) {
      if (isSystemFile(entry.path)) continue;
      const name = entry.path.slice(entry.path.lastIndexOf("/") + 1);
      const mimeType = mimeTypeOf(name);
      const { kind, refusal } = firstRefusal(new File([], name, { type: mimeType }), entry.bytes, limits);
      const { path, bytes, modifiedMs, sidecar } = entry;
      const reason = refusal ?? (entry.isEncrypted ? "encrypted" : null);
      const about = { id: itemId(), name, path, bytes, modifiedMs, kind, mimeType };
      batch.list(freshItem({ ...about, archiveId, sidecar, refusal: reason }), sidecar);
    }
  } catch (error) {
    const refusal = error instanceof RefusedFileError ? error.refusal : "broken";
    const { name, size: bytes, lastModified: modifiedMs } = file;
    const about = { id: itemId(), name, path: name, bytes, modifiedMs, kind: null };
    batch.list(freshItem({ ...about, mimeType: "application/zip", refusal }), null);
  }
}
