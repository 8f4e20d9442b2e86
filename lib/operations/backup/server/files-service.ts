import { createHash } from "node:crypto";
import { link, mkdir, open, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { isPassingKey } from "@/lib/album/media/server/storage-keys";
import { parseStoredKey } from "@/lib/album/media/server/stored-key";
import { hashFile, readFileList, storedFile } from "@/lib/operations/backup/server/folder";
import {
  type BackedUpFile,
  BackupError,
  fileListName,
  type Manifest,
} from "@/lib/operations/backup/server/manifest";
import { type Sealing, sealedName, writeSealed } from "@/lib/operations/backup/server/sealing";
import { freeing } from "@/lib/platform/files/blocks";
import { isInPlace } from "@/lib/platform/storage/in-place-storage";
import { getStorage } from "@/lib/platform/storage/storage";
import { type ListedObject, StorageError } from "@/lib/platform/storage/storage-driver";

const filesAtOnce = 500;
/** An S3 server serves several as fast as one. */
const copiesAtOnce = 4;
const reportEveryMs = 5_000;
/** A younger file without a row may belong to an upload whose row isn't in the snapshot. */
const settledMs = 86_400_000;

interface Place {
  partial: string;
  /** An earlier backup, whose originals need not be stored again. */
  earlier: string | null;
  sealing: Sealing;
}

interface Copying extends Place {
  client: pg.Client;
  /** What the lists say about encrypted files of this run and of an earlier backup: they can't be opened here. */
  sealed: { here: ReadonlyMap<string, BackedUpFile>; earlier: ReadonlyMap<string, BackedUpFile> };
  list: (file: BackedUpFile) => Promise<void>;
  progress: (line: string) => void;
  altered: string[];
  /** Keys of files that exist but can't be read. */
  unreadable: string[];
}

interface WantedFile {
  object: ListedObject;
  /** For an original, from its row. */
  sha256: string | null;
}

/**
 * Copies every file that the snapshot's rows refer to, and other files that have been there for a while.
 * @param client inside the transaction that defines the snapshot
 */
export async function copyFiles(
  client: pg.Client,
  place: Place,
  progress: (line: string) => void,
): Promise<Pick<Manifest, "files" | "faults">> {
  const { partial } = place;
  const sealed = await sealedFiles(place);
  const listFile = await open(path.join(partial, fileListName), "w", 0o600);
  const listHash = createHash("sha256");
  const files = { count: 0, bytes: 0 };
  let reportedAt = Date.now();
  const copying: Copying = {
    ...place,
    client,
    sealed,
    progress,
    altered: [],
    unreadable: [],
    list: async (file) => {
      const line = `${JSON.stringify(file)}\n`;
      listHash.update(line);
      // Concurrent entries are written in the order in which they were hashed.
      lines = lines.then(async () => void (await listFile.write(line)));
      files.count++;
      files.bytes += file.bytes;
      if (Date.now() - reportedAt > reportEveryMs) {
        reportedAt = Date.now();
        progress(`Files: ${files.count} so far, ${Math.round(files.bytes / 1_048_576)} MB.`);
      }
      await lines;
    },
  };
  let lines: Promise<void> = Promise.resolve();
  try {
    let batch: ListedObject[] = [];
    for await (const object of getStorage().list("")) {
      if (isPassingKey(object.key)) continue;
      batch.push(object);
      if (batch.length < filesAtOnce) continue;
      await copyBatch(copying, batch);
      batch = [];
    }
    await copyBatch(copying, batch);
    await listFile.sync();
  } finally {
    await listFile.close();
  }
  // A disk that was unmounted meanwhile looks like one without the rest of the files.
  await requireStorage();
  const missing = await missingOriginals(client, place, new Set(copying.altered));
  progress(`Files: ${files.count}, ${Math.round(files.bytes / 1_048_576)} MB.`);
  return {
    files: { ...files, listSha256: listHash.digest("hex") },
    faults: { missing: [...new Set([...copying.unreadable, ...missing])], altered: copying.altered },
  };
}

/** @throws BackupError when the whole storage is away, which says nothing about the album's files */
async function requireStorage(): Promise<void> {
  await getStorage()
    .ready()
    .catch((error: unknown) => {
      throw new BackupError(
        "The photo storage can't be reached any more. Once it can, run the same backup again: it continues where it stopped.",
        { cause: error },
      );
    });
}

/** Reads the lists of an interrupted run and of the earlier backup. Each list's last line may be cut off. */
async function sealedFiles({ partial, earlier, sealing }: Place): Promise<Copying["sealed"]> {
  const read = async (folder: string, name?: string) => {
    const files = new Map<string, BackedUpFile>();
    try {
      for await (const file of readFileList(folder, name)) files.set(file.key, file);
    } catch {
      // What it doesn't list is copied again.
    }
    return files;
  };
  if (sealing.recipients.length === 0) return { here: new Map(), earlier: new Map() };
  const before = `${fileListName}.before`;
  // The list of the run before this one, which may have been interrupted itself.
  await rename(path.join(partial, fileListName), path.join(partial, before)).catch(() => {});
  const here = await read(partial, before);
  await rm(path.join(partial, before), { force: true });
  return { here, earlier: earlier ? await read(earlier) : new Map() };
}

/** What a file of a backup contains, if it is complete. */
async function contentOf(
  folder: string,
  key: string,
  sealing: Sealing,
  listed: ReadonlyMap<string, BackedUpFile>,
): Promise<Omit<BackedUpFile, "key"> | null> {
  const found = await hashFile(path.join(folder, sealedName(storedFile(key), sealing.recipients)));
  if (!found || sealing.recipients.length === 0) return found;
  const { sealedSha256, bytes, sha256 } = listed.get(key) ?? {};
  if (found.sha256 !== sealedSha256 || bytes === undefined || sha256 === undefined) return null;
  return { bytes, sha256, sealedSha256 };
}

async function copyBatch(copying: Copying, batch: readonly ListedObject[]): Promise<void> {
  const wanted = await listWantedFiles(copying.client, batch);
  const copyOn = async () => {
    for (let next = wanted.pop(); next; next = wanted.pop()) await copyOne(copying, next);
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, copyOn));
}

/** The files in this batch that belong in the backup. */
async function listWantedFiles(client: pg.Client, batch: readonly ListedObject[]): Promise<WantedFile[]> {
  const parsed = batch.map((object) => ({ object, stored: parseStoredKey(object.key) }));
  const ids = [...new Set(parsed.flatMap(({ stored }) => stored?.mediaId ?? []))];
  const { rows } = await client.query<{ id: string; sha256: string; storagePath: string }>(
    `SELECT id, sha256, "storagePath" FROM "Media" WHERE id = ANY($1::uuid[])
     UNION ALL SELECT id, sha256, "storagePath" FROM "MediaClip" WHERE id = ANY($1::uuid[])
     UNION ALL SELECT id, sha256, "storagePath" FROM "CommentRecording" WHERE id = ANY($1::uuid[])`,
    [ids],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const notAfter = Date.now() - settledMs;
  return parsed.flatMap(({ object, stored }) => {
    const row = stored && known.get(stored.mediaId);
    if (stored && !row && object.modifiedAt.getTime() > notAfter) return [];
    return [{ object, sha256: row?.storagePath === object.key ? row.sha256 : null }];
  });
}

async function copyOne(copying: Copying, { object, sha256 }: WantedFile): Promise<void> {
  const { partial, sealing, sealed } = copying;
  const name = storedFile(object.key);
  // Originals never change: what an earlier run copied completely need not be copied again.
  const copied = sha256 ? await contentOf(partial, object.key, sealing, sealed.here) : null;
  if (copied && copied.sha256 === sha256) return copying.list({ key: object.key, ...copied });
  await mkdir(path.dirname(path.join(partial, name)), { recursive: true, mode: 0o700 });
  const linked = sha256 ? await linkEarlier(copying, object.key, sha256) : null;
  if (linked) return copying.list({ key: object.key, ...linked });
  let readError: unknown;
  async function* content() {
    try {
      yield* freeing(await getStorage().read(object.key));
    } catch (error) {
      readError = error;
      throw error;
    }
  }
  try {
    const file = { key: object.key, ...(await writeSealed(partial, name, content(), sealing)) };
    if (sha256 && file.sha256 !== sha256) copying.altered.push(object.key);
    await copying.list(file);
  } catch (error) {
    // Another error is one of the backup's own disk.
    if (error !== readError) throw error;
    await rm(path.join(partial, sealedName(name, sealing.recipients)), { force: true });
    // Deleted since it was listed; if a row refers to it, the check of the originals reports it.
    if (error instanceof StorageError && error.code === "missing") return;
    await requireStorage();
    copying.unreadable.push(object.key);
    copying.progress(`${object.key} can't be read, so it isn't in the backup.`);
  }
}

/** Two backups share one file on the disk; deleting one leaves the other intact. @returns null if that is impossible */
async function linkEarlier(
  { earlier, partial, sealing, sealed }: Copying,
  key: string,
  sha256: string,
): Promise<Omit<BackedUpFile, "key"> | null> {
  if (!earlier) return null;
  const found = await contentOf(earlier, key, sealing, sealed.earlier);
  if (found?.sha256 !== sha256) return null;
  const name = sealedName(storedFile(key), sealing.recipients);
  const [file, target] = [path.join(earlier, name), path.join(partial, name)];
  // Removes what an interrupted run left of it.
  await rm(target, { force: true });
  return link(file, target).then(
    () => found,
    () => null,
  );
}

/** Rows whose original could not be copied because it doesn't exist. */
async function missingOriginals(
  client: pg.Client,
  { partial, sealing }: Place,
  altered: ReadonlySet<string>,
): Promise<string[]> {
  const missing: string[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await client.query<{ id: string; storagePath: string; bytes: number }>(
      `SELECT id, "storagePath", bytes::float8 AS bytes FROM (
         SELECT id, "storagePath", bytes FROM "Media" UNION ALL SELECT id, "storagePath", bytes FROM "MediaClip"
         UNION ALL SELECT id, "storagePath", bytes FROM "CommentRecording"
       ) AS file WHERE id > $1 ORDER BY id LIMIT 1000`,
      [after],
    );
    for (const { storagePath, bytes } of rows) {
      // In a folder of the server, which has backups of its own.
      if (isInPlace(storagePath)) continue;
      const name = sealedName(storedFile(storagePath), sealing.recipients);
      const found = await stat(path.join(partial, name)).catch(() => null);
      // A different length means that an interrupted run left it, unless it was reported as altered.
      const isCopied = found?.size === sealing.sealedBytes(bytes) || (found && altered.has(storagePath));
      if (!isCopied) missing.push(storagePath);
    }
    const last = rows.at(-1);
    if (!last) return missing;
    after = last.id;
  }
}
