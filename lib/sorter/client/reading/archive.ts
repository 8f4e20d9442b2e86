import { BlobReader, configure, type FileEntry, ZipReader } from "@zip.js/zip.js/lib/zip-core-native.js";
import { readSidecar, type Sidecar } from "@/lib/album/imports/sidecar";
import { pairFolder } from "@/lib/album/imports/takeout-names";
import { RefusedFileError } from "@/lib/sorter/client/reading/refused-error";

// This already runs in a worker.
configure({ useWebWorkers: false });

/** A picture or clip in an archive. */
export interface ArchivedFile {
  path: string;
  bytes: number;
  modifiedMs: number;
  isEncrypted: boolean;
  sidecar: Sidecar | null;
}

const maxEntries = 200_000;
const maxSidecarBytes = 1_048_576;
/** A browser can move a blob to the disk, but not what this worker holds of a video. */
const blobBytes = 16 * 1_048_576;
/** Files that systems add next to others. */
const isSystemFile = (path: string) => /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path);
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);

/** An archive's files by path, listed once per worker. */
const opened = new WeakMap<Blob, Promise<Map<string, FileEntry>>>();

async function readDirectory(archive: Blob): Promise<Map<string, FileEntry>> {
  const entries = new Map<string, FileEntry>();
  for await (const entry of new ZipReader(new BlobReader(archive)).getEntriesGenerator()) {
    if (entries.size >= maxEntries) break;
    if (!entry.directory && !isSystemFile(entry.filename)) entries.set(entry.filename, entry);
  }
  return entries;
}

function entriesOf(archive: Blob): Promise<Map<string, FileEntry>> {
  const known = opened.get(archive) ?? readDirectory(archive);
  opened.set(archive, known);
  return known;
}

/**
 * Unpacks one file of an archive. Stops if an entry unpacks to more than it may.
 * @throws RefusedFileError
 */
export async function unpack(archive: Blob, path: string, maxBytes: number): Promise<Blob> {
  const entry = (await entriesOf(archive)).get(path);
  if (!entry) throw new RefusedFileError("missing");
  if (entry.encrypted) throw new RefusedFileError("encrypted");
  if (entry.uncompressedSize > maxBytes) throw new RefusedFileError("size");
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let gathered = 0;
  let bytes = 0;
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(part) {
      bytes += part.length;
      if (bytes > maxBytes) throw new RefusedFileError("size");
      parts.push(part);
      gathered += part.length;
      if (gathered < blobBytes) return;
      blobs.push(new Blob(parts));
      parts = [];
      gathered = 0;
    },
  });
  try {
    await entry.getData(sink);
  } catch (error) {
    throw bytes > maxBytes || error instanceof RefusedFileError
      ? new RefusedFileError("size")
      : new RefusedFileError("broken");
  }
  return new Blob([...blobs, ...parts]);
}

/**
 * The files in an archive, each with its Takeout sidecar. Sidecars and album descriptions themselves aren't listed.
 * @throws RefusedFileError when it isn't a readable archive
 */
export async function listArchive(archive: Blob): Promise<ArchivedFile[]> {
  let entries: Map<string, FileEntry>;
  try {
    entries = await entriesOf(archive);
  } catch {
    throw new RefusedFileError("broken");
  }
  const folders = new Map<string, { media: string[]; sidecars: string[] }>();
  for (const path of entries.keys()) {
    const folder = folders.get(folderOf(path)) ?? { media: [], sidecars: [] };
    (/\.json$/i.test(path) ? folder.sidecars : folder.media).push(nameOf(path));
    folders.set(folderOf(path), folder);
  }
  const files: ArchivedFile[] = [];
  for (const [folder, { media, sidecars }] of folders) {
    const pairs = pairFolder(media, sidecars).sidecarOf;
    const read = new Map<string, Sidecar | null>();
    for (const name of media) {
      const path = `${folder}${name}`;
      const entry = entries.get(path);
      // Takeout's index page, and whatever else was packed with it.
      if (!entry || /\.(?:html?|csv|txt)$/i.test(name)) continue;
      const sidecarName = pairs.get(name);
      if (sidecarName && !read.has(sidecarName)) {
        const text = await unpack(archive, `${folder}${sidecarName}`, maxSidecarBytes)
          .then((blob) => blob.text())
          .catch(() => "");
        read.set(sidecarName, readSidecar(text));
      }
      files.push({
        path,
        bytes: entry.uncompressedSize,
        modifiedMs: entry.lastModDate?.getTime() || 0,
        isEncrypted: entry.encrypted,
        sidecar: (sidecarName && read.get(sidecarName)) || null,
      });
    }
  }
  return files;
}
