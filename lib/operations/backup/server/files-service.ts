import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { link, mkdir, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { parseStoredKey } from "@/lib/album/media/server/stored-key";
import { hashFile, hashing, storedFile } from "@/lib/operations/backup/server/folder";
import { type BackedUpFile, fileListName, type Manifest } from "@/lib/operations/backup/server/manifest";
import { getStorage } from "@/lib/platform/storage/storage";
import { type ListedObject, StorageError } from "@/lib/platform/storage/storage-driver";

const filesAtOnce = 500;
/** An S3 server serves several as fast as one. */
const copiesAtOnce = 4;
const reportEveryMs = 5_000;
/** A younger file without a row may belong to an upload whose row isn't in the snapshot. */
const settledMs = 86_400_000;

interface Copying {
  client: pg.Client;
  partial: string;
  /** An earlier backup, whose originals need not be stored again. */
  earlier: string | null;
  list: (file: BackedUpFile) => Promise<void>;
  altered: string[];
}

interface WantedFile {
  object: ListedObject;
  /** For an original, from its row. */
  sha256: string | null;
}

/**
 * Copies every file that the snapshot's rows refer to, and other files that have been there for long.
 * @param client inside the transaction that defines the snapshot
 */
export async function copyFiles(
  client: pg.Client,
  partial: string,
  earlier: string | null,
  progress: (line: string) => void,
): Promise<Pick<Manifest, "files" | "faults">> {
  const listFile = await open(path.join(partial, fileListName), "w", 0o600);
  const listHash = createHash("sha256");
  const files = { count: 0, bytes: 0 };
  let reportedAt = Date.now();
  const copying: Copying = {
    client,
    partial,
    earlier,
    altered: [],
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
  const missing = await missingOriginals(client, partial, new Set(copying.altered));
  progress(`Files: ${files.count}, ${Math.round(files.bytes / 1_048_576)} MB.`);
  return {
    files: { ...files, listSha256: listHash.digest("hex") },
    faults: { missing, altered: copying.altered },
  };
}

async function copyBatch(copying: Copying, batch: readonly ListedObject[]): Promise<void> {
  const wanted = await listWantedFiles(copying.client, batch);
  const copyOn = async () => {
    for (let next = wanted.pop(); next; next = wanted.pop()) await copyOne(copying, next);
  };
  await Promise.all(Array.from({ length: copiesAtOnce }, copyOn));
}

/** Which of these files belong in the backup. */
async function listWantedFiles(client: pg.Client, batch: readonly ListedObject[]): Promise<WantedFile[]> {
  const parsed = batch.map((object) => ({ object, stored: parseStoredKey(object.key) }));
  const ids = [...new Set(parsed.flatMap(({ stored }) => stored?.mediaId ?? []))];
  const { rows } = await client.query<{ id: string; sha256: string; storagePath: string }>(
    `SELECT id, sha256, "storagePath" FROM "Media" WHERE id = ANY($1::uuid[])
     UNION ALL SELECT id, sha256, "storagePath" FROM "MediaClip" WHERE id = ANY($1::uuid[])`,
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
  const target = path.join(copying.partial, storedFile(object.key));
  // Originals never change: what an earlier run copied completely need not be copied again.
  const copied = sha256 ? await hashFile(target) : null;
  if (copied && copied.sha256 === sha256) return copying.list({ key: object.key, ...copied });
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const linked = sha256 ? await linkEarlier(copying, object.key, sha256) : null;
  if (linked) return copying.list({ key: object.key, ...linked });
  try {
    const { blocks, result } = hashing(await getStorage().read(object.key));
    await pipeline(blocks, createWriteStream(target, { mode: 0o600, flush: true }));
    const file = { key: object.key, ...result() };
    if (sha256 && file.sha256 !== sha256) copying.altered.push(object.key);
    await copying.list(file);
  } catch (error) {
    // Deleted since it was listed; if a row refers to it, the check of the originals reports it.
    if (error instanceof StorageError && error.code === "missing") return;
    throw error;
  }
}

/** Two backups share one file on the disk; deleting one leaves the other intact. @returns null if that is impossible */
async function linkEarlier(
  { earlier, partial }: Copying,
  key: string,
  sha256: string,
): Promise<{ bytes: number; sha256: string } | null> {
  if (!earlier) return null;
  const file = path.join(earlier, storedFile(key));
  const found = await hashFile(file);
  if (found?.sha256 !== sha256) return null;
  const target = path.join(partial, storedFile(key));
  // Removes what an interrupted run has written of it.
  await rm(target, { force: true });
  return link(file, target).then(
    () => found,
    () => null,
  );
}

/** Rows whose original could not be copied because it doesn't exist. */
async function missingOriginals(
  client: pg.Client,
  partial: string,
  altered: ReadonlySet<string>,
): Promise<string[]> {
  const missing: string[] = [];
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const { rows } = await client.query<{ id: string; storagePath: string; bytes: number }>(
      `SELECT id, "storagePath", bytes::float8 AS bytes FROM (
         SELECT id, "storagePath", bytes FROM "Media" UNION ALL SELECT id, "storagePath", bytes FROM "MediaClip"
       ) AS file WHERE id > $1 ORDER BY id LIMIT 1000`,
      [after],
    );
    for (const { storagePath, bytes } of rows) {
      const found = await stat(path.join(partial, storedFile(storagePath))).catch(() => null);
      // A different length, unless reported as altered, is what an interrupted run wrote of it.
      const isCopied = found?.size === bytes || (found && altered.has(storagePath));
      if (!isCopied) missing.push(storagePath);
    }
    const last = rows.at(-1);
    if (!last) return missing;
    after = last.id;
  }
}
