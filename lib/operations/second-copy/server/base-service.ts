import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import pg from "pg";
import { z } from "zod";
import { db } from "@/lib/db";
import { directDatabaseUrl, env } from "@/lib/env";
import { databaseFolder, logFacts } from "@/lib/operations/second-copy/server/changes-service";
import { baseInfoName, baseName } from "@/lib/operations/second-copy/server/names";
import type { CopyTarget } from "@/lib/operations/second-copy/server/target";
import { positionOf, positionText, segmentStart } from "@/lib/operations/second-copy/server/wal-position";
import { type TarEntry, tarOf } from "@/lib/platform/files/tar";
import { mebibyte } from "@/lib/shared/units";

/** Written after a base, from which moments after `endedAt` can be restored. */
export const baseInfoSchema = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Positions in the log. */
  from: z.string(),
  to: z.string(),
  timeline: z.number().int(),
  segmentBytes: z.number().int(),
  /** PostgreSQL's major version: another one can't read these files. */
  postgres: z.string(),
});
export type BaseInfo = z.infer<typeof baseInfoSchema>;

/** Folders that PostgreSQL recreates at startup; its own pg_basebackup leaves out the same ones. */
const emptyFolders = new Set([
  "pg_wal",
  "pg_wal/archive_status",
  "pg_wal/summaries",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const leftOut =
  /^(postmaster\.(pid|opts)|current_logfiles.*|.*\.tmp|pg_internal\.init.*|pgsql_tmp.*|backup_label.*)$/;
/** Changes with every checkpoint, so it is copied last: recovery starts from it. */
const controlFile = "global/pg_control";

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

export const textEntry = (name: string, text: string): TarEntry => ({
  name,
  bytes: Buffer.byteLength(text),
  content: textOf(text),
});

/** For a table dropped since then: the log drops it too. @throws other errors: a base must not lack a file unnoticed */
function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}

/** A file as it is now; null when it is gone. Pages written meanwhile are repaired from the log. */
async function fileEntry(name: string, file: string): Promise<TarEntry | null> {
  const found = await stat(file).catch(unlessGone);
  if (!found?.isFile()) return null;
  const isSmall = found.size <= mebibyte;
  async function* content() {
    try {
      // Most of a thousand files have a few pages; opening a stream for each takes longer than reading them.
      if (isSmall) yield await readFile(file);
      else yield* createReadStream(file, { highWaterMark: mebibyte });
    } catch (error) {
      unlessGone(error as NodeJS.ErrnoException);
    }
  }
  return { name, bytes: found.size, content: content() };
}

async function* filesOf(folder: string, within = ""): AsyncGenerator<TarEntry> {
  const entries = await readdir(path.join(folder, within), { withFileTypes: true }).catch(unlessGone);
  for (const entry of entries ?? []) {
    const name = within === "" ? entry.name : `${within}/${entry.name}`;
    if (leftOut.test(entry.name) || name === controlFile) continue;
    if (entry.isDirectory()) {
      yield { name: `postgres/${name}/`, bytes: 0, content: [] };
      if (!emptyFolders.has(name)) yield* filesOf(folder, name);
      continue;
    }
    const file = await fileEntry(`postgres/${name}`, path.join(folder, name));
    if (file) yield file;
  }
}

/** What npm start created in the data folder and the album needs, including the database's password. */
export async function* secretEntries(): AsyncGenerator<TarEntry> {
  for (const name of ["auth-secret", "vapid-keys.json", "postgres-access.json"]) {
    const text = await readFile(path.resolve(env.DATA_DIR, name), "utf8").catch(unlessGone);
    if (text !== null) yield textEntry(`secrets/${name}`, text);
  }
}

/** Compressing thousands of small pieces takes ten times as long as a few large ones. */
async function* gathered(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of source) {
    waiting.push(block);
    bytes += block.length;
    if (bytes < mebibyte) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

export const gzipped = (source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  Readable.from(gathered(source), { objectMode: false }).compose(
    createGzip({ level: 1, chunkSize: 4 * 65_536 }),
  ) as AsyncIterable<Uint8Array>;

/**
 * Copies the database's folder while it is in use, as described in PostgreSQL's manual (Making a base backup using the
 * low level API), because the package from npm has no pg_basebackup.
 * @param isUrgent if false, the checkpoint that it begins with takes a few minutes, and disturbs nobody
 */
export async function copyBase(
  lineage: string,
  { target, recipients, signal }: { target: CopyTarget; recipients: readonly string[]; signal: AbortSignal },
  isUrgent: boolean,
): Promise<void> {
  const { timeline, segmentBytes } = await logFacts();
  const folder = databaseFolder();
  const client = new pg.Client({ connectionString: directDatabaseUrl() });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("SET statement_timeout = 0; SET idle_session_timeout = 0");
    const startedAt = new Date();
    const begun = await client.query<{ from: string }>(
      "SELECT pg_backup_start('keepsake second copy', $1)::text AS \"from\"",
      [isUrgent],
    );
    let to = "0/0";
    async function* entries(): AsyncGenerator<TarEntry> {
      yield* secretEntries();
      for await (const file of filesOf(folder)) {
        signal.throwIfAborted();
        yield file;
      }
      const control = await fileEntry(`postgres/${controlFile}`, path.join(folder, controlFile));
      if (!control) throw new Error(`The database's folder has no ${controlFile}`);
      yield control;
      const { rows } = await client.query<{ lsn: string; labelfile: string }>(
        "SELECT lsn::text, labelfile FROM pg_backup_stop(wait_for_archive => false)",
      );
      to = rows[0]?.lsn ?? to;
      yield textEntry("postgres/backup_label", rows[0]?.labelfile ?? "");
    }
    await target.put(baseName(lineage, startedAt), gzipped(tarOf(entries())), recipients);
    const from = positionOf(begun.rows[0]?.from ?? "0/0");
    const info: BaseInfo = {
      format: 1,
      startedAt: startedAt.toISOString(),
      endedAt: new Date().toISOString(),
      from: positionText(from),
      to: positionText(positionOf(to)),
      timeline,
      segmentBytes,
      postgres: (await readFile(path.join(folder, "PG_VERSION"), "utf8")).trim(),
    };
    const name = baseInfoName(lineage, startedAt, segmentStart(from, segmentBytes));
    await target.put(name, textOf(JSON.stringify(info)), recipients);
    await db.secondCopy.updateMany({ data: { baseAt: startedAt, lineage } });
  } finally {
    await client.end();
  }
}
