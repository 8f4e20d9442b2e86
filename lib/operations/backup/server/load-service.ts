import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from } from "pg-copy-streams";
import { z } from "zod";
import { hashing, tableFile } from "@/lib/operations/backup/server/folder";
import {
  type BackedUpTable,
  BackupError,
  jobsName,
  type Manifest,
  sha256Of,
} from "@/lib/operations/backup/server/manifest";
import { type BackupSource, readSealed, readSealedText } from "@/lib/operations/backup/server/sealing";
import { copyInStatement, copyOut, listTables, quoted } from "@/lib/operations/backup/server/tables";

const jobSchema = z.object({
  task: z.string(),
  payload: z.unknown(),
  runAt: z.string(),
  maxAttempts: z.number().int(),
  jobKey: z.string().nullable(),
  priority: z.number().int(),
  line: z.string().nullable(),
  /** The job's progress; only between two databases of the same album. */
  attempts: z.number().int().optional(),
  lastError: z.string().nullish(),
  updatedAt: z.string().optional(),
});

const secondCopySql = {
  /** The album that was backed up may still be writing to it. */
  paused: 'UPDATE "SecondCopy" SET "begunAt" = NULL',
  /** Originals added since the backup stay in it as long as after --begin: its moments still need them. */
  continued: 'UPDATE "SecondCopy" SET "begunAt" = now() WHERE "begunAt" IS NOT NULL',
};

/** @throws BackupError when the database's tables differ from the backup's */
async function requireSameTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const here = new Map(
    (await listTables(client)).map((shape) => [shape.name, [...shape.columns].sort().join()]),
  );
  const odd = manifest.tables.filter(({ name, columns }) => here.get(name) !== [...columns].sort().join());
  if (odd.length === 0 && here.size === manifest.tables.length) return;
  const names = odd.map(({ name }) => name).join(", ") || "there are more of them";
  throw new BackupError(`The tables of this Keepsake don't match those of the backup (${names}).`);
}

/**
 * Loads every row in one transaction, and reads them all again before it ends: either the database has exactly the
 * backup's rows, or it is as empty as before. References are checked once all rows are there, since tables refer to
 * each other in circles; triggers are off, because those that count would count twice.
 * @param options.secondCopy whether the album still writes to it
 * @throws BackupError when a file, or what was read again, differs from the manifest
 */
export async function loadRows(
  client: pg.Client,
  source: BackupSource,
  manifest: Manifest,
  progress: (line: string) => void,
  { secondCopy }: { secondCopy?: keyof typeof secondCopySql } = {},
): Promise<void> {
  await client.query("BEGIN");
  await requireSameTables(client, manifest);
  const { rows: references } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  for (const { table, name } of references) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quoted(name)}`);
  }
  for (const { name } of manifest.tables) {
    await client.query(`ALTER TABLE public.${quoted(name)} DISABLE TRIGGER USER`);
  }
  // What migrations insert into new tables is in the backup too.
  const all = manifest.tables.map(({ name }) => `public.${quoted(name)}`).join(", ");
  await client.query(`TRUNCATE ${all}`);
  for (const table of manifest.tables) await loadTable(client, source, table);
  for (const { name, value, isCalled } of manifest.sequences) {
    await client.query("SELECT setval($1::regclass, $2::bigint, $3)", [
      `public.${quoted(name)}`,
      value,
      isCalled,
    ]);
  }
  for (const { table, name, definition } of references) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`);
  }
  for (const { name } of manifest.tables) {
    await client.query(`ALTER TABLE public.${quoted(name)} ENABLE TRIGGER USER`);
  }
  await loadJobs(client, source, manifest);
  await verifyRows(client, manifest);
  // An older version's backup may not have the table yet.
  if (secondCopy && manifest.tables.some(({ name }) => name === "SecondCopy"))
    await client.query(secondCopySql[secondCopy]);
  await client.query("COMMIT");
  await client.query("ANALYZE");
  progress(
    `Rows: ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)}, each compared with the backup.`,
  );
}

const damaged = (what: string) =>
  new BackupError(`${what} of the backup is damaged: it doesn't match the manifest. Nothing was restored.`);

async function loadTable(client: pg.Client, source: BackupSource, table: BackedUpTable): Promise<void> {
  const { blocks, result } = hashing(readSealed(source, tableFile(table.name)));
  await pipeline(blocks, client.query(from(copyInStatement(table)))).catch((error: unknown) => {
    throw new BackupError(`${tableFile(table.name)} could not be loaded. Nothing was restored.`, {
      cause: error,
    });
  });
  if (result().sha256 !== table.sha256) throw damaged(tableFile(table.name));
}

async function loadJobs(client: pg.Client, source: BackupSource, { jobs }: Manifest): Promise<void> {
  const text = await readSealedText(source, jobsName);
  if (sha256Of(text) !== jobs.sha256) throw damaged(jobsName);
  for (const line of text.split("\n").filter(Boolean)) {
    const job = jobSchema.parse(JSON.parse(line));
    const { rows } = await client.query<{ id: string }>(
      `SELECT id::text FROM graphile_worker.add_job($1::text, $2::json, run_at => $3::timestamptz, max_attempts => $4::int,
         job_key => $5::text, priority => $6::int, queue_name => $7::text)`,
      [job.task, JSON.stringify(job.payload), job.runAt, job.maxAttempts, job.jobKey, job.priority, job.line],
    );
    if (job.attempts === undefined) continue;
    await client.query(
      `UPDATE graphile_worker._private_jobs SET attempts = $2, last_error = $3, updated_at = $4, run_at = $5 WHERE id = $1`,
      [rows[0]?.id, job.attempts, job.lastError ?? null, job.updatedAt, job.runAt],
    );
  }
}

async function verifyRows(client: pg.Client, manifest: Manifest): Promise<void> {
  const shapes = new Map((await listTables(client)).map((shape) => [shape.name, shape]));
  for (const { name, columns, sha256 } of manifest.tables) {
    const shape = shapes.get(name);
    if (!shape) throw new BackupError(`The table ${name} is missing.`);
    const { blocks, result } = hashing(copyOut(client, { ...shape, columns }));
    for await (const _ of blocks);
    if (result().sha256 !== sha256) {
      throw new BackupError(`The rows of ${name} don't match the backup. Nothing was restored.`);
    }
  }
}
