import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { appVersion } from "@/lib/app-version";
import { directDatabaseUrl, env } from "@/lib/env";
import { copyFiles } from "@/lib/operations/backup/server/files-service";
import { closePartial, openPartial, readManifest, tableFile } from "@/lib/operations/backup/server/folder";
import {
  type BackedUpTable,
  BackupError,
  jobsName,
  type Manifest,
  sha256Of,
} from "@/lib/operations/backup/server/manifest";
import { type Sealing, sealingFor, writeSealed } from "@/lib/operations/backup/server/sealing";
import { copyOut, listTables, readSequences, settleSession } from "@/lib/operations/backup/server/tables";
import { lockSession } from "@/lib/platform/locks";
import { backupLock } from "@/lib/platform/storage/backup-lock";
import { getStorage } from "@/lib/platform/storage/storage";
import { appliedMigrations, knownMigrations, requireKnownMigrations } from "@/prisma/applied-migrations";

/** Reports progress to the person waiting. */
export type Progress = (line: string) => void;

export interface BackupOptions {
  /** An earlier backup on the same disk: originals it contains are linked, not copied. */
  earlier?: string | null;
  /** age public keys (`age1...`) of the people who can open it; if there are none, anyone can. */
  recipients?: readonly string[];
  migrationsFolder?: string;
}

/** Jobs that are started again anyway. */
const jobsLeftOut = ["house.%", "integrity.%", "maintenance.%"];
const noFiles = { count: 0, bytes: 0, listSha256: sha256Of("") };

/**
 * Writes the whole album into a folder: the rows as of one moment, and every file that they refer to. The album can be
 * used meanwhile; only permanent deletions wait. The folder gets its final name once it is complete.
 * @throws BackupError with a message for people
 */
export async function backUp(
  folder: string,
  progress: Progress,
  { earlier = null, recipients = [], migrationsFolder = "prisma/migrations" }: BackupOptions = {},
): Promise<Manifest> {
  const sealing = await sealingFor(recipients);
  await getStorage()
    .ready()
    .catch((error: unknown) => {
      throw new BackupError("The photo storage can't be reached, so there is nothing to back up.", {
        cause: error,
      });
    });
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  await client.connect();
  try {
    await takeBackupLock(client, progress);
    // With the lock: another run must not be writing into the folder.
    const partial = await openPartial(folder, recipients, progress);
    await settleSession(client);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const known = await knownMigrations(migrationsFolder);
    const sources = {
      partial,
      earlier: earlier && (await wholeBackup(earlier, sealing, progress)),
      sealing,
      known,
    };
    const manifest = await writeEverything(client, sources, progress);
    await client.query("COMMIT");
    await closePartial(partial, folder, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

/** Without the earlier backup more space is needed, but tonight's backup must not fail. */
async function wholeBackup(
  earlier: string,
  { recipients }: Sealing,
  progress: Progress,
): Promise<string | null> {
  try {
    const { encryption } = await readManifest(earlier);
    if ((encryption?.recipients ?? []).join() === recipients.join()) return earlier;
    progress(`${earlier} can be opened by others than this backup. Everything is copied.`);
    return null;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    progress(`${error.message} Everything is copied.`);
    return null;
  }
}

async function takeBackupLock(client: pg.Client, progress: Progress): Promise<void> {
  if (await lockSession(client, backupLock, { wait: false })) return;
  progress("Waiting for deletions or another backup to finish ...");
  await lockSession(client, backupLock);
}

async function writeEverything(
  client: pg.Client,
  {
    partial,
    earlier,
    sealing,
    known,
  }: { partial: string; earlier: string | null; sealing: Sealing; known: string[] },
  progress: Progress,
): Promise<Manifest> {
  const rows = await writeRows(client, { folder: partial, sealing, known });
  progress(rowsIn(rows));
  const { files, faults } = await copyFiles(client, { partial, earlier, sealing }, progress);
  const secrets = await copySecrets(partial, sealing);
  return {
    format: sealing.recipients.length > 0 ? 2 : 1,
    ...rows,
    ...(sealing.recipients.length > 0 ? { encryption: { recipients: [...sealing.recipients] } } : {}),
    files,
    secrets,
    faults,
  };
}

const rowsIn = ({ tables }: Pick<Manifest, "tables">) =>
  `Rows: ${tables.reduce((sum, { rows }) => sum + rows, 0)} in ${tables.length} tables.`;

interface RowsPlace {
  folder: string;
  sealing: Sealing;
  known: string[];
  /** Also failed ones, with the number of attempts. */
  isEveryJob?: boolean;
}

type Rows = Pick<Manifest, "version" | "createdAt" | "migrations" | "tables" | "sequences" | "jobs">;

/** @param client inside the transaction that defines the snapshot */
async function writeRows(
  client: pg.Client,
  { folder, sealing, known, isEveryJob = false }: RowsPlace,
): Promise<Rows> {
  const migrations = await requireKnownMigrations(client, known);
  if (migrations.length === 0) throw new BackupError("The database contains no album yet.");
  const createdAt = new Date().toISOString();
  const tables: BackedUpTable[] = [];
  for (const shape of await listTables(client)) {
    const source = copyOut(client, shape);
    const { sha256 } = await writeSealed(folder, tableFile(shape.name), source, sealing);
    const rows = (source as { rowCount?: number }).rowCount ?? 0;
    tables.push({ name: shape.name, columns: shape.columns, rows, sha256 });
  }
  // Sequences ignore transactions: read after the rows, they are never too low.
  const sequences = await readSequences(client);
  const jobs = await writeJobs(client, folder, sealing, isEveryJob);
  return { version: appVersion, createdAt, migrations, tables, sequences, jobs };
}

interface RowsOptions {
  isEveryJob?: boolean;
  migrationsFolder?: string;
}

/**
 * Writes the rows as of one moment into a folder, in a backup's format but without files.
 * @returns their manifest
 * @throws BackupError with a message for people
 */
export async function backUpRows(
  folder: string,
  { isEveryJob = false, migrationsFolder = "prisma/migrations" }: RowsOptions = {},
): Promise<Manifest> {
  const sealing = await sealingFor([]);
  await mkdir(path.join(folder, "database"), { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  await client.connect();
  try {
    await settleSession(client);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const known = await knownMigrations(migrationsFolder);
    const rows = await writeRows(client, { folder, sealing, known, isEveryJob });
    await client.query("COMMIT");
    return { format: 1, ...rows, files: noFiles, secrets: [], faults: { missing: [], altered: [] } };
  } finally {
    await client.end();
  }
}

/**
 * Writes only the rows into a folder, with the whole queue: every job, with its number of attempts.
 * @returns false if the database contains no album yet
 * @throws BackupError with a message for people
 */
export async function dumpRows(folder: string, progress: Progress): Promise<boolean> {
  if (!(await hasAlbum())) return false;
  const partial = await openPartial(folder, []);
  const manifest = await backUpRows(partial, { isEveryJob: true });
  await closePartial(partial, folder, manifest);
  progress(rowsIn(manifest));
  return true;
}

async function hasAlbum(): Promise<boolean> {
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  await client.connect();
  try {
    return (await appliedMigrations(client)).length > 0;
  } finally {
    await client.end();
  }
}

/** As one block. */
async function* asBlocks(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

async function writeJobs(
  client: pg.Client,
  partial: string,
  sealing: Sealing,
  isEveryJob: boolean,
): Promise<Manifest["jobs"]> {
  // Jobs from a backup start over, wherever they are restored.
  const tries = isEveryJob
    ? ", 'attempts', j.attempts, 'lastError', j.last_error, 'updatedAt', j.updated_at"
    : "";
  const { rows } = await client.query<{ job: object }>(
    `SELECT json_build_object('task', t.identifier, 'payload', j.payload, 'runAt', j.run_at, 'maxAttempts',
              j.max_attempts, 'jobKey', j.key, 'priority', j.priority, 'line', q.queue_name${tries}) AS job
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
     WHERE $2 OR (j.attempts < j.max_attempts AND NOT t.identifier LIKE ANY($1)) ORDER BY j.id`,
    [jobsLeftOut, isEveryJob],
  );
  const text = rows.map(({ job }) => `${JSON.stringify(job)}\n`).join("");
  const { sha256 } = await writeSealed(partial, jobsName, asBlocks(text), sealing);
  return { rows: rows.length, sha256 };
}

/** Copies what npm start created in the data folder; the operator looks after secrets set by the environment. */
async function copySecrets(partial: string, sealing: Sealing): Promise<Manifest["secrets"]> {
  const inUse: Record<string, (content: string) => boolean> = {
    "auth-secret": (content) => content.trim() === env.AUTH_SECRET,
    "vapid-keys.json": (content) => content.includes(`"${env.VAPID_PUBLIC_KEY}"`),
  };
  const secrets = [];
  for (const [name, isInUse] of Object.entries(inUse)) {
    const file = path.resolve(env.DATA_DIR, name);
    const content = await readFile(file, "utf8").catch(() => null);
    if (content === null || !isInUse(content)) continue;
    await mkdir(path.join(partial, "secrets"), { recursive: true, mode: 0o700 });
    const { sha256 } = await writeSealed(partial, path.join("secrets", name), asBlocks(content), sealing);
    secrets.push({ name, sha256 });
  }
  return secrets;
}
