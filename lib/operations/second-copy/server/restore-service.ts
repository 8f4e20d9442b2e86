import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { z } from "zod";
import { db, databasePool as pool } from "@/lib/db";
import { directDatabaseUrl, env } from "@/lib/env";
import type { Progress } from "@/lib/operations/backup/server/backup-service";
import { hashFile } from "@/lib/operations/backup/server/folder";
import { loadRows } from "@/lib/operations/backup/server/load-service";
import { manifestName, manifestSchema } from "@/lib/operations/backup/server/manifest";
import {
  pauseSecondCopy,
  prepareTables,
  requireAlone,
  requireEmptyDatabase,
  requireEmptyStorage,
  requireOurVersion,
} from "@/lib/operations/backup/server/restore-service";
import { settleSession } from "@/lib/operations/backup/server/tables";
import { openWithPassphrase } from "@/lib/operations/second-copy/server/begin-service";
import { originalName } from "@/lib/operations/second-copy/server/names";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import { asCopyErrors, retentionDays } from "@/lib/operations/second-copy/server/state-service";
import { notThere, openTarget } from "@/lib/operations/second-copy/server/target";
import {
  chooseMoment,
  type OpenCopy,
  recoverySettings,
  saveSecrets,
  unpackBase,
  unpackSnapshot,
} from "@/lib/operations/second-copy/server/unpack-service";
import { AgeError, identitiesIn, recipientOf } from "@/lib/platform/encryption/age";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { knownMigrations, requireKnownMigrations } from "@/prisma/applied-migrations";
import { applyMigrations } from "@/prisma/migrate";

const filesAtOnce = 4;
const reportEveryMs = 5_000;
const migrationsFolder = "prisma/migrations";

/** Left in the data folder from when the database's files are there until the restore is complete. */
const restoringSchema = z.object({
  settings: z.array(z.string()),
  until: z.iso.datetime(),
});
async function saveRestoring(restoring: z.infer<typeof restoringSchema>): Promise<void> {
  await writeFile(restoringFile(), JSON.stringify(restoring), { mode: 0o600, flush: true });
}

const restoringFile = () => path.resolve(env.DATA_DIR, "second-copy-restore.json");

/** @param keyFile the file with the private key; null to use SECOND_COPY_PASSPHRASE @throws SecondCopyError */
export async function openCopy(address: string, keyFile: string | null): Promise<OpenCopy> {
  const target = openTarget(address);
  const marker = await asCopyErrors(target, () => target.readMarker());
  if (!marker) throw notThere(target.description);
  const identities = keyFile
    ? await identitiesOf(keyFile)
    : env.SECOND_COPY_PASSPHRASE
      ? [await openWithPassphrase(target, env.SECOND_COPY_PASSPHRASE)]
      : null;
  const wanted = marker.recipients.join(" and ");
  if (identities === null) {
    throw new SecondCopyError(
      `The copy is encrypted for ${wanted}.`,
      "Give the file with the private key (--key FILE), or set SECOND_COPY_PASSPHRASE.",
    );
  }
  const given = await Promise.all(identities.map(recipientOf));
  if (!given.some((recipient) => marker.recipients.includes(recipient))) {
    throw new SecondCopyError(`This key doesn't open the copy, which is encrypted for ${wanted}.`, "");
  }
  return { target, identities };
}

async function identitiesOf(keyFile: string): Promise<string[]> {
  try {
    return identitiesIn(await readFile(keyFile, "utf8"));
  } catch (error) {
    throw new SecondCopyError(
      error instanceof AgeError ? `${keyFile}: ${error.message}.` : `${keyFile} can't be read.`,
      "Give the file that age-keygen wrote.",
      { cause: error },
    );
  }
}

/**
 * First half, before a database runs: puts its files into the data folder.
 * @param isForeign whether DATABASE_URL is set
 * @param postgres the major version that will run on the files; null if unknown
 * @returns false when the copy has rows instead, which are loaded into a running database
 * @throws SecondCopyError
 */
export async function unpackCopy(
  copy: OpenCopy,
  at: Date | null,
  { isForeign, postgres }: { isForeign: boolean; postgres: string | null },
  progress: Progress,
): Promise<boolean> {
  const oldest = Date.now() - (retentionDays + 1) * 86_400_000;
  if (at && at.getTime() < oldest)
    progress("Moments of the last 14 days can be restored; earlier ones may not be.");
  const choice = await asCopyErrors(copy.target, () => chooseMoment(copy, at));
  if (choice.kind === "snapshot") return false;
  if (isForeign) {
    throw new SecondCopyError(
      "This copy is of the database that npm start runs itself, whose files can't be put into another PostgreSQL.",
      "Restore it without DATABASE_URL; npm run backup and restore then move it into your database.",
    );
  }
  const { plan, info } = choice.base;
  if (postgres !== null && postgres !== info.postgres) {
    throw new SecondCopyError(
      `This copy is of PostgreSQL ${info.postgres}, and this Keepsake runs PostgreSQL ${postgres}, which can't read its files.`,
      "Restore it with the version that made it, and upgrade as docs/operations.md says.",
    );
  }
  await asCopyErrors(copy.target, () => unpackBase(copy, choice.base, progress));
  const { isWhole, until } = plan;
  await saveRestoring({ settings: recoverySettings(plan), until: until.toISOString() });
  if (!isWhole) progress("Some originals had not been copied by then. They are listed at the end.");
  return true;
}

export interface RestoredCopy {
  /** Everything committed before then is restored. */
  until: string;
  files: { count: number; bytes: number };
  /** Storage keys of originals that the copy doesn't have as they were uploaded. */
  missing: string[];
}

/**
 * Second half, with the database running: loads the rows, if the copy has them as such, and fetches the originals.
 * @throws SecondCopyError, BackupError
 */
export async function finishRestore(
  copy: OpenCopy,
  at: Date | null,
  progress: Progress,
): Promise<RestoredCopy> {
  const text = await readFile(restoringFile(), "utf8").catch(() => null);
  const until = text === null ? await loadSnapshot(copy, at) : restoringSchema.parse(JSON.parse(text)).until;
  // From here on, an interrupted restore continues with the files.
  if (text === null) await saveRestoring({ settings: [], until });
  await requireKnownMigrations(pool(), await knownMigrations(migrationsFolder));
  await applyMigrations(directDatabaseUrl(), migrationsFolder);
  const restored = await asCopyErrors(copy.target, () => fetchOriginals(copy, progress));
  await remakeDerivatives();
  await pauseSecondCopy();
  await getStorage().verifyRoot({ expectExisting: false });
  await rm(restoringFile(), { force: true });
  return { until, ...restored };
}

async function loadSnapshot(copy: OpenCopy, at: Date | null): Promise<string> {
  const choice = await chooseMoment(copy, at);
  if (choice.kind !== "snapshot") throw new Error("The copy has changed since the restore began");
  const folder = path.resolve(env.DATA_DIR, "second-copy-rows");
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  await client.connect();
  try {
    const secrets = await unpackSnapshot(copy, choice.at, folder);
    const text = await readFile(path.join(folder, manifestName), "utf8");
    const manifest = manifestSchema.parse(JSON.parse(text));
    requireOurVersion(manifest, await knownMigrations(migrationsFolder));
    await requireAlone(client);
    await requireEmptyDatabase(client);
    await settleSession(client);
    await prepareTables(client, manifest, migrationsFolder);
    await loadRows(client, { folder, recipients: [], identities: [] }, manifest, () => {});
    await saveSecrets(secrets);
  } finally {
    await client.end();
    await rm(folder, { recursive: true, force: true });
  }
  return choice.at.toISOString();
}

interface Original {
  key: string;
  bytes: number;
  sha256: string;
}

async function fetchOriginals(copy: OpenCopy, progress: Progress): Promise<Omit<RestoredCopy, "until">> {
  const { rows } = await pool().query<Original>(
    `SELECT key, bytes, sha256 FROM (
       SELECT "storagePath" AS key, bytes::float8 AS bytes, sha256 FROM "Media"
       UNION ALL SELECT "storagePath", bytes::float8, sha256 FROM "MediaClip"
       UNION ALL SELECT "storagePath", bytes::float8, sha256 FROM "CommentRecording"
     ) AS original WHERE key NOT LIKE 'in-place/%' ORDER BY key`,
  );
  const wanted = new Set(rows.map(({ key }) => key));
  await requireEmptyStorage(wanted);
  const missing: string[] = [];
  const files = { count: 0, bytes: 0 };
  let reportedAt = Date.now();
  const waiting = [...rows];
  const fetchOn = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (await fetchOriginal(copy, next)) {
        files.count++;
        files.bytes += next.bytes;
      } else missing.push(next.key);
      if (Date.now() - reportedAt < reportEveryMs) continue;
      reportedAt = Date.now();
      progress(`Files: ${files.count} of ${rows.length}, ${Math.round(files.bytes / 1_048_576)} MB.`);
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, fetchOn));
  progress(`Files: ${files.count}, ${Math.round(files.bytes / 1_048_576)} MB, each compared with its hash.`);
  return { files, missing };
}

/** @returns whether it is in the storage as it was uploaded */
async function fetchOriginal(
  { target, identities }: OpenCopy,
  { key, bytes, sha256 }: Original,
): Promise<boolean> {
  const name = originalName(key);
  if (!name) return false;
  let stored: { bytes: number; sha256: string } | null;
  try {
    const source = Readable.from(target.read(name, identities), { objectMode: false });
    stored = await getStorage().write(key, source, { maxBytes: bytes });
  } catch (error) {
    if (error instanceof AgeError) return false;
    if (!(error instanceof StorageError)) throw error;
    if (error.code === "missing" || error.code === "too_large") return false;
    // An interrupted restore has fetched it already.
    if (error.code !== "exists") throw error;
    stored = await getStorage().withLocalFile(key, hashFile);
  }
  if (stored?.sha256 === sha256 && stored.bytes === bytes) return true;
  await getStorage().delete(key);
  return false;
}

/** The copy only has originals: pictures and renditions are rebuilt, beginning with the next start. */
async function remakeDerivatives(): Promise<void> {
  await db.media.updateMany({
    where: { derivatives: "ready" },
    data: { derivatives: "pending", deriveAttempts: 0 },
  });
  await db.media.updateMany({
    where: { playable: "ready" },
    data: { playable: "pending", transcodeAttempts: 0 },
  });
  await db.media.updateMany({
    where: { playableSmall: "ready" },
    data: { playableSmall: "pending", smallAttempts: 0 },
  });
}
