import { opendir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { createGunzip } from "node:zlib";
import { exportFileName } from "@/lib/album/exports/format";
import { nameIn } from "@/lib/album/imports/folders";
import { isText, maxTextBytes } from "@/lib/album/imports/texts";
import { archiveTypeOf, gzipType, zipType } from "@/lib/album/uploads/server/archive-type";
import { freeing } from "@/lib/platform/files/blocks";
import { type ByteSource, fileSource, storedSource } from "@/lib/platform/files/byte-source";
import { sniffBytes } from "@/lib/platform/files/sniff";
import { untar } from "@/lib/platform/files/tar";
import { ArchiveError, type MemberRefusal, ZipReader } from "@/lib/platform/files/zip-reader";
import { isMissing } from "@/lib/platform/storage/disk-file";
import { pathOnServer } from "@/lib/platform/storage/server-folders";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";

export interface ArchiveRow {
  id: string;
  fileName: string;
  bytes: number;
  mimeType: string;
  storagePath: string | null;
}

/** A file of an archive or folder. */
export interface Member {
  path: string;
  bytes: number;
  compressedBytes: number;
  /** As a signed number; null if the archive doesn't say. */
  crc32: number | null;
  method: number;
  position: number;
  modifiedMs: number;
  /** `damaged`: a file in a folder of which not even the length can be read. */
  refusal: MemberRefusal | "damaged" | null;
}

/** A member with its text, if that can say something about others. */
export interface SeenMember extends Member {
  text?: string;
}

/** Our own export's text is read line by line, however long it is. */
const isRead = ({ path: name, bytes }: Pick<Member, "path" | "bytes">) =>
  isText(name) && nameIn(name) !== exportFileName && bytes <= maxTextBytes;
/** Files that systems add next to others. */
export const isSystemFile = (name: string) =>
  /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(name);

/** Where an archive's bytes are. @throws ArchiveGoneError if they are gone */
export async function sourceOf(archive: ArchiveRow, folder: string | null): Promise<ByteSource> {
  if (archive.storagePath !== null) {
    const stored = await getStorage().stat(archive.storagePath);
    if (stored?.bytes !== archive.bytes) throw new ArchiveGoneError();
    return storedSource(archive.storagePath, archive.bytes);
  }
  const root = folder === null ? null : await pathOnServer(folder);
  if (root === null) throw new ArchiveGoneError();
  return fileSource(path.join(root, archive.fileName)).catch(() => {
    throw new ArchiveGoneError();
  });
}

/** The archive or folder to read is no longer there. */
export class ArchiveGoneError extends Error {
  constructor() {
    super("The archive or folder isn't there any more");
    this.name = "ArchiveGoneError";
  }
}

async function readBytes(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  // Copied, since the buffer may be reused.
  for await (const piece of bytes) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
const readText = async (bytes: Parameters<typeof readBytes>[0]) =>
  (await readBytes(bytes)).toString("utf8").replace(/^\uFEFF/, "");

async function* listZip(source: ByteSource): AsyncGenerator<SeenMember> {
  const zip = await ZipReader.open(source);
  try {
    const texts: Member[] = [];
    for await (const { name, offset, modifiedAt, crc32, ...member } of zip.list()) {
      if (isSystemFile(name)) continue;
      const seen = {
        ...member,
        path: name,
        position: offset,
        modifiedMs: modifiedAt.getTime() || 0,
        crc32: crc32 | 0,
      };
      if (member.refusal === null && isRead(seen)) texts.push(seen);
      else yield seen;
    }
    // In the file's order, once the directory has been read.
    for (const member of texts.sort((a, b) => a.position - b.position)) {
      yield { ...member, text: await readZipText(zip, member) };
    }
  } finally {
    zip.close();
  }
}

/** A damaged sidecar costs its photo a description, not the import. */
async function readZipText(zip: ZipReader, member: Member): Promise<string> {
  try {
    return await readText(zip.read(zipMember(member)));
  } catch (error) {
    if (error instanceof ArchiveError) return "";
    throw error;
  }
}

export const zipMember = ({
  position,
  crc32,
  ...member
}: Omit<Member, "path" | "modifiedMs" | "refusal">) => ({
  ...member,
  offset: position,
  crc32: crc32 ?? 0,
});

const isPlainPath = (name: string) =>
  !name.startsWith("/") &&
  !/\p{Cc}/u.test(name) &&
  !name.split("/").some((part) => part === "" || part === "..");

/** A file in a TGZ, with its bytes, which must be read before requesting the next file. */
export interface TarMember extends Member {
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

function asDamage(error: unknown): unknown {
  if (error instanceof StorageError) return error;
  return new ArchiveError("The archive is damaged.", { cause: error });
}

async function* translated(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw asDamage(error);
  }
}

/** Reads a TGZ from its beginning: the only way to read one. @throws ArchiveError */
export async function* readTgz(source: ByteSource): AsyncGenerator<TarMember> {
  const packed = await source.read();
  const gunzip = createGunzip();
  packed.on("error", (error) => gunzip.destroy(error));
  try {
    let position = 0;
    for await (const { name, bytes, content, modifiedAt } of untar(packed.pipe(gunzip))) {
      const plain = name.replace(/^(?:\.\/)+/, "").toWellFormed();
      position++;
      if (plain === "" || plain.endsWith("/") || isSystemFile(plain)) continue;
      const refusal = isPlainPath(plain) ? null : "name";
      const modifiedMs = modifiedAt?.getTime() || 0;
      const place = { path: plain, bytes, compressedBytes: 0, crc32: null, method: 0, position };
      yield { ...place, modifiedMs, refusal, content: translated(content) };
    }
  } catch (error) {
    throw asDamage(error);
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

async function* listTgz(source: ByteSource): AsyncGenerator<SeenMember> {
  for await (const { content, ...member } of readTgz(source)) {
    yield member.refusal === null && isRead(member) ? { ...member, text: await readText(content) } : member;
  }
}

/** The files in an archive; texts with their content. @throws ArchiveError, ArchiveGoneError, StorageError */
export async function* listArchive(archive: ArchiveRow, folder: string | null): AsyncGenerator<SeenMember> {
  const source = await sourceOf(archive, folder);
  yield* archive.mimeType === zipType ? listZip(source) : listTgz(source);
}

/**
 * Reads one file from an archive or a folder on the server. Not from a TGZ, which can only be read from its beginning.
 * @throws ArchiveError, ArchiveGoneError, StorageError
 */
export async function* readMember(
  member: Member,
  archive: ArchiveRow | null,
  folder: string | null,
): AsyncGenerator<Uint8Array> {
  if (archive === null) {
    if (folder === null) throw new ArchiveGoneError();
    yield* await readFolderFile(folder, member.path);
    return;
  }
  const zip = await ZipReader.open(await sourceOf(archive, folder));
  try {
    yield* zip.read(zipMember(member));
  } finally {
    zip.close();
  }
}

/** Folders that a NAS or a disk adds: thumbnails, snapshots and what was deleted. */
const isSystemFolder = (name: string) =>
  /^(?:@.*|#recycle|#snapshot|\$RECYCLE\.BIN|System Volume Information|lost\+found)$/i.test(name);

/** A file or folder that was removed meanwhile, or that this server isn't allowed to read. */
const isUnreadable = (error: unknown) =>
  ["EACCES", "EPERM", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");

/** The value of something that can be read, or the one that replaces it. */
async function ifReadable<T, Other>(reading: Promise<T>, otherwise: Other): Promise<T | Other> {
  try {
    return await reading;
  } catch (error) {
    if (isUnreadable(error)) return otherwise;
    throw error;
  }
}

/** Why a file or folder that was listed isn't found; null if it was removed meanwhile. */
function refusalFor(error: unknown, relative: string): "name" | "damaged" | null {
  // A name that isn't UTF-8 is listed with this character in it, and can't be found by that.
  if (isMissing(error)) return nameIn(relative).includes("\uFFFD") ? "name" : null;
  return (error as NodeJS.ErrnoException).code === "ENAMETOOLONG" ? "name" : "damaged";
}

/**
 * The files in a folder and its subfolders, relative to it, and subfolders whose names can't be used. Links aren't
 * followed.
 */
async function* walk(root: string, folder = ""): AsyncGenerator<{ file: string; relative: string }> {
  const here = path.join(root, folder);
  const opened = await opendir(here).catch((error) => {
    const refusal = refusalFor(error, folder);
    // A disk that doesn't answer: the files in the folder aren't gone.
    if (folder === "" || (refusal === "damaged" && !isUnreadable(error))) throw error;
    return refusal;
  });
  if (opened === "name") yield { file: here, relative: folder };
  if (opened === null || typeof opened === "string") return;
  for await (const entry of opened) {
    const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (isSystemFile(relative) || (entry.isDirectory() && isSystemFolder(entry.name))) continue;
    if (entry.isDirectory()) yield* walk(root, relative);
    else if (entry.isFile()) yield { file: path.join(root, relative), relative };
  }
}

async function headOf(file: string): Promise<Buffer> {
  const source = await fileSource(file);
  if (source.bytes === 0) return Buffer.alloc(0);
  return readBytes(await source.read({ start: 0, end: Math.min(source.bytes, sniffBytes) - 1 }));
}

/** The first bytes of a file in a folder on the server, enough to tell its type; null if it can't be read. */
export async function readFolderHead(folder: string, relative: string): Promise<Buffer | null> {
  const root = await pathOnServer(folder);
  return root === null ? null : headOf(path.join(root, relative)).catch(() => null);
}

/**
 * What is in a folder on the server: files, texts with their content, and archives.
 * @param opensArchives otherwise they are files like any others
 * @throws ArchiveGoneError if it isn't there
 */
export async function* listFolder(
  folder: string,
  { opensArchives }: { opensArchives: boolean },
): AsyncGenerator<{ member: SeenMember } | { archive: Omit<ArchiveRow, "id" | "storagePath"> }> {
  const root = await pathOnServer(folder);
  if (root === null) throw new ArchiveGoneError();
  for await (const { file, relative } of walk(root)) {
    const found = await stat(file).catch((error) => refusalFor(error, relative));
    if (found === null) continue;
    const refusal = typeof found === "string" ? found : null;
    const { size, mtimeMs } = typeof found === "string" ? { size: 0, mtimeMs: 0 } : found;
    if (opensArchives && refusal === null && /\.(?:zip|tgz|gz)$/i.test(relative)) {
      const mimeType = archiveTypeOf(await ifReadable(headOf(file), Buffer.alloc(0)));
      if (mimeType === zipType || mimeType === gzipType) {
        yield { archive: { fileName: relative, bytes: size, mimeType } };
        continue;
      }
    }
    const member = {
      ...{
        path: relative.toWellFormed(),
        bytes: size,
        compressedBytes: 0,
        crc32: null,
        method: 0,
        position: 0,
      },
      ...{ modifiedMs: Math.round(mtimeMs), refusal },
    };
    const text = refusal === null && isRead(member) ? await ifReadable(readFile(file), null) : null;
    yield { member: text === null ? member : { ...member, text: await readText([text]) } };
  }
}

/** Whether a folder has nothing in it, like the mount point of a disk that isn't mounted. */
async function isEmptyFolder(folder: string): Promise<boolean> {
  const opened = await opendir(folder);
  try {
    return (await opened.read()) === null;
  } finally {
    await opened.close();
  }
}

/**
 * Reads a file in a folder on the server; each piece is valid until the next is requested.
 * @throws ArchiveError if only this file can't be read; ArchiveGoneError
 */
export async function readFolderFile(folder: string, relative: string): Promise<AsyncIterable<Uint8Array>> {
  const root = await pathOnServer(folder);
  if (root === null) throw new ArchiveGoneError();
  const source = await fileSource(path.join(root, relative)).catch(async (error) => {
    if (!isUnreadable(error) || (await isEmptyFolder(root))) throw new ArchiveGoneError();
    throw new ArchiveError("The file can't be read.", { cause: error });
  });
  return freeing(await source.read());
}
