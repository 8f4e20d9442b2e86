import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { db } from "@/lib/db";
import { directDatabaseUrl, env } from "@/lib/env";
import type { Progress } from "@/lib/operations/backup/server/backup-service";
import {
  hashFile,
  readFileList,
  readManifest,
  storedFile,
  tableFile,
} from "@/lib/operations/backup/server/folder";
import { loadRows } from "@/lib/operations/backup/server/load-service";
import {
  type BackedUpFile,
  BackupError,
  fileListName,
  type Manifest,
  sha256Of,
} from "@/lib/operations/backup/server/manifest";
import {
  type BackupSource,
  openBackup,
  readSealed,
  readSealedText,
} from "@/lib/operations/backup/server/sealing";
import { countRows, settleSession } from "@/lib/operations/backup/server/tables";
import { AgeError } from "@/lib/platform/encryption/age";
import { migrateQueue } from "@/lib/platform/queue/migrate-queue";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { appliedMigrations, knownMigrations } from "@/prisma/applied-migrations";
import { applyMigrations } from "@/prisma/migrate";

const reportEveryMs = 5_000;
/** Tables that identify a database as an album. */
const checkedTables = ["User", "Family", "Media"];

export interface RestoreOptions {
  /** The file with the private key that opens an encrypted backup. */
  keyFile?: string | null;
  /** Replaces the rows of an album whose files are all still there, for example after a failed update. */
  isOnlyDatabase?: boolean;
  migrationsFolder?: string;
}

/**
 * Restores the album of a backup into an empty database and an empty storage. Files come first and rows last, in one
 * transaction: until then the database stays empty, and the same command can simply be repeated. Only the migrations of an
 * older backup come after them, which any start continues.
 * @returns what was restored; every row and file has been compared with the backup's hashes
 * @throws BackupError with a message for people
 */
export async function restore(
  folder: string,
  progress: Progress,
  { keyFile = null, isOnlyDatabase = false, migrationsFolder = "prisma/migrations" }: RestoreOptions = {},
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const known = await knownMigrations(migrationsFolder);
  requireOurVersion(manifest, known);
  const source = await openBackup(folder, manifest, keyFile);
  const files = await readList(folder, manifest);
  const secrets = await readSecrets(source, manifest);
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  await client.connect();
  try {
    await requireAlone(client);
    if (isOnlyDatabase) {
      await requireStored(files);
      await requireWhole(source, manifest);
      await client.query("DROP SCHEMA IF EXISTS graphile_worker CASCADE");
      await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    } else {
      await requireEmptyDatabase(client);
      await requireEmptyStorage(files);
    }
    await settleSession(client);
    await prepareTables(client, manifest, migrationsFolder);
    if (!isOnlyDatabase) await restoreFiles(source, files, progress);
    await getStorage().verifyRoot({ expectExisting: isOnlyDatabase && files.size > 0 });
    await writeSecrets(secrets);
    // Restoring its own rows of an hour ago doesn't make it a second album.
    const secondCopy = isOnlyDatabase ? "continued" : "paused";
    await loadRows(client, source, manifest, progress, { secondCopy });
  } finally {
    await client.end();
  }
  // A backup of an older version is migrated to this one, as at any start.
  await applyMigrations(directDatabaseUrl(), migrationsFolder);
  return manifest;
}

/**
 * Loads what `dumpRows` wrote into an empty database, which then has the same migrations as the dumped one. Every row
 * is compared.
 * @throws BackupError with a message for people
 */
export async function loadDump(
  folder: string,
  progress: Progress,
  migrationsFolder = "prisma/migrations",
): Promise<void> {
  const manifest = await readManifest(folder);
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  await client.connect();
  try {
    await requireEmptyDatabase(client);
    await settleSession(client);
    await prepareTables(client, manifest, migrationsFolder);
    await loadRows(client, await openBackup(folder, manifest, null), manifest, progress);
  } finally {
    await client.end();
  }
}

/** The album that was backed up may still be writing to it. `npm run second-copy -- --begin` continues it from here. */
export async function pauseSecondCopy(): Promise<void> {
  await db.secondCopy.updateMany({ data: { begunAt: null } });
}

export function requireOurVersion(manifest: Manifest, known: readonly string[]): void {
  if (manifest.migrations.every((name) => known.includes(name))) return;
  throw new BackupError(
    `This backup was made by a newer Keepsake (${manifest.version}). ` +
      "Update this one first, then restore; nothing was changed.",
  );
}

async function readList(folder: string, manifest: Manifest): Promise<Map<string, BackedUpFile>> {
  const list = await hashFile(path.join(folder, fileListName));
  if (list?.sha256 !== manifest.files.listSha256) {
    throw new BackupError(`${fileListName} of the backup is damaged or missing. Nothing was restored.`);
  }
  const files = new Map<string, BackedUpFile>();
  for await (const file of readFileList(folder)) files.set(file.key, file);
  return files;
}

/** A running server would keep writing into the data being loaded. */
export async function requireAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number }>(
    `SELECT count(*)::int AS others FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  const others = rows[0]?.others ?? 0;
  if (others === 0) return;
  throw new BackupError(
    `Something else is connected to the database (${others} connections). Stop every Keepsake server and worker ` +
      "that uses it, then restore.",
  );
}

export async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  for (const table of checkedTables) {
    const found = await client.query<{ name: string | null }>("SELECT to_regclass($1) AS name", [
      `public."${table}"`,
    ]);
    if (!found.rows[0]?.name || (await countRows(client, table)) === 0) continue;
    throw new BackupError(
      "The database is not empty: it contains an album, and a restore never overwrites one. Set DATA_DIR to a new " +
        "folder, or DATABASE_URL to an empty database, and restore there.",
    );
  }
}

/** Leftovers of an interrupted restore are fine: either they are the same files, or they are detected. */
export async function requireEmptyStorage(files: Pick<ReadonlySet<string>, "has">): Promise<void> {
  try {
    for await (const { key } of getStorage().list("")) {
      if (files.has(key)) continue;
      throw new BackupError(
        `The photo storage is not empty: it contains ${key}, which is not from this backup. Set DATA_DIR to a new folder, ` +
          "or S3_BUCKET to an empty bucket, and restore there.",
      );
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    throw new BackupError(`The photo storage can't be used: ${error.message}`, { cause: error });
  }
}

/** Checks that all files exist: rows without their files are useless. */
async function requireStored(files: ReadonlyMap<string, BackedUpFile>): Promise<void> {
  const wanted = new Set(files.keys());
  for await (const { key } of getStorage().list("")) wanted.delete(key);
  const [missing] = wanted;
  if (!missing) return;
  throw new BackupError(
    `${wanted.size} files of the backup are no longer in the storage, such as ${missing}. Nothing was changed. Restore the ` +
      "whole backup into an empty DATA_DIR, and an empty database or bucket if you use your own.",
  );
}

/** Checked before the existing rows are dropped. */
async function requireWhole(source: BackupSource, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables) {
    const hash = createHash("sha256");
    try {
      for await (const block of readSealed(source, tableFile(name))) hash.update(block);
    } catch (error) {
      throw new BackupError(`${tableFile(name)} of the backup can't be read. Nothing was changed.`, {
        cause: error,
      });
    }
    if (hash.digest("hex") !== sha256) {
      throw new BackupError(`${tableFile(name)} of the backup is damaged. Nothing was changed.`);
    }
  }
}

/** Creates the tables as in the backup's version. */
export async function prepareTables(
  client: pg.Client,
  manifest: Manifest,
  migrationsFolder: string,
): Promise<void> {
  const applied = await appliedMigrations(client);
  if (applied.some((name) => !manifest.migrations.includes(name))) {
    // From a newer version, and without anyone in them (see above).
    await client.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  }
  await applyMigrations(directDatabaseUrl(), migrationsFolder, manifest.migrations);
  await migrateQueue(directDatabaseUrl());
}

async function restoreFiles(
  source: BackupSource,
  files: ReadonlyMap<string, BackedUpFile>,
  progress: Progress,
): Promise<void> {
  let [count, bytes, reportedAt] = [0, 0, Date.now()];
  for (const file of files.values()) {
    await restoreFile(source, file);
    count++;
    bytes += file.bytes;
    if (Date.now() - reportedAt > reportEveryMs) {
      reportedAt = Date.now();
      progress(`Files: ${count} of ${files.size}, ${Math.round(bytes / 1_048_576)} MB.`);
    }
  }
  progress(`Files: ${count}, ${Math.round(bytes / 1_048_576)} MB, each compared with the backup.`);
}

async function restoreFile(source: BackupSource, { key, bytes, sha256 }: BackedUpFile): Promise<void> {
  let stored: { bytes: number; sha256: string };
  try {
    stored = await getStorage().write(key, Readable.from(readSealed(source, storedFile(key))), {
      maxBytes: bytes,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" || error instanceof AgeError)
      throw damagedFile(key);
    if (!(error instanceof StorageError)) throw error;
    if (error.code === "too_large") throw damagedFile(key);
    if (error.code === "full")
      throw new BackupError("The disk is full. Free some space and restore again.", { cause: error });
    if (error.code !== "exists") throw error;
    stored = await readStored(key);
  }
  if (stored.sha256 === sha256 && stored.bytes === bytes) return;
  await getStorage().delete(key);
  throw damagedFile(key);
}

const damagedFile = (key: string) =>
  new BackupError(`${storedFile(key)} of the backup is damaged or missing. The database was left empty.`);

async function readStored(key: string): Promise<{ bytes: number; sha256: string }> {
  return getStorage().withLocalFile(key, async (file) => {
    const found = await hashFile(file);
    if (!found)
      throw new BackupError(`${key} was there and is now missing. Is something else using this storage?`);
    return found;
  });
}

const damagedSecret = (name: string, cause?: unknown) =>
  new BackupError(`secrets/${name} of the backup is damaged or missing. Nothing was restored.`, { cause });

async function readSecrets(source: BackupSource, manifest: Manifest): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const { name, sha256 } of manifest.secrets) {
    const content = await readSealedText(source, path.join("secrets", name)).catch((error: unknown) => {
      throw damagedSecret(name, error);
    });
    if (sha256Of(content) !== sha256) throw damagedSecret(name);
    secrets.set(name, content);
  }
  return secrets;
}

/** Sessions, authenticator apps and push devices keep working if the keys they were made with are restored too. */
async function writeSecrets(secrets: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, content] of secrets) {
    const target = path.resolve(env.DATA_DIR, name);
    const now = await readFile(target, "utf8").catch(() => null);
    // A key set by the environment isn't in this folder; the operator looks after it.
    const isSetElsewhere = name === "auth-secret" && now?.trim() !== env.AUTH_SECRET;
    if (!isSetElsewhere) await writeFile(target, content, { mode: 0o600, flush: true });
  }
}
