import { randomBytes } from "node:crypto";
import { open, realpath } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { constants, createGzip } from "node:zlib";
import type pg from "pg";
import { db, directDatabasePool } from "@/lib/db";
import { env } from "@/lib/env";
import { changeName, pointName } from "@/lib/operations/second-copy/server/names";
import { SecondCopyError } from "@/lib/operations/second-copy/server/problem";
import type { CopyTarget } from "@/lib/operations/second-copy/server/target";
import {
  positionOf,
  positionText,
  segmentName,
  segmentStart,
  segmentsOf,
} from "@/lib/operations/second-copy/server/wal-position";
import { mebibyte } from "@/lib/shared/units";

// PostgreSQL's log is read from its own files, up to where it is durable, and not with archive_command, which copies
// whole files of 16 MB: one every few seconds for a minute's delay, whether or not anything has happened.

const slotPrefix = "keepsake_copy_";
const blockBytes = mebibyte;
const maxObjectBytes = 64 * mebibyte;
/** How long to wait for transactions that began before a point; slower ones are in the next point. */
const settleMs = 5_000;
/** The maximum time between a transaction's commit in the log and its rows being visible. */
const unsettledMs = 15_000;

export const databaseFolder = () => path.resolve(env.DATA_DIR, "postgres");

/** Whether the database is the one that npm start runs in the data folder, whose files this process can read. */
export async function isOwnDatabase(): Promise<boolean> {
  const folder = await realpath(databaseFolder()).catch(() => null);
  if (!folder) return false;
  // A setting that only superusers can read is null for others.
  const { rows } = await directDatabasePool().query<{ folder: string | null }>(
    "SELECT (SELECT setting FROM pg_settings WHERE name = 'data_directory') AS folder",
  );
  const theirs = rows[0]?.folder;
  return Boolean(theirs) && (await realpath(theirs ?? "").catch(() => null)) === folder;
}

interface Slot {
  name: string;
  lineage: string;
  /** PostgreSQL retains its log from here on. */
  from: bigint;
}

interface SlotRow {
  name: string;
  from: string | null;
  isLost: boolean;
}

async function slotsOf(client: Pick<pg.ClientBase, "query">): Promise<SlotRow[]> {
  const { rows } = await client.query<SlotRow>(
    `SELECT slot_name AS name, restart_lsn::text AS "from", coalesce(wal_status = 'lost', true) AS "isLost"
     FROM pg_replication_slots WHERE starts_with(slot_name, $1)`,
    [slotPrefix],
  );
  return rows;
}

async function dropSlots(client: Pick<pg.ClientBase, "query">, slots: readonly SlotRow[]): Promise<void> {
  for (const { name } of slots) await client.query("SELECT pg_drop_replication_slot($1)", [name]);
}

/** Lets PostgreSQL remove the log retained for a copy that is no longer made. */
export async function dropUnusedSlots(): Promise<void> {
  if (!(await isOwnDatabase())) return;
  await dropSlots(directDatabasePool(), await slotsOf(directDatabasePool()));
}

/**
 * The slot that retains the log until it is in the copy. It gets a new name when there was none, after a restore or
 * when PostgreSQL dropped it (max_slot_wal_keep_size): changes before and after don't belong together.
 */
async function requireSlot(): Promise<Slot> {
  const pool = directDatabasePool();
  const slots = await slotsOf(pool);
  const usable = slots.find(({ isLost, from }) => !isLost && from !== null);
  if (usable?.from) {
    const { name, from } = usable;
    return { name, lineage: name.slice(slotPrefix.length), from: positionOf(from) };
  }
  await dropSlots(pool, slots);
  const lineage = randomBytes(8).toString("hex");
  const name = slotPrefix + lineage;
  await pool.query("SELECT pg_create_physical_replication_slot($1, true)", [name]);
  const made = (await slotsOf(pool)).find((slot) => slot.name === name);
  return { name, lineage, from: positionOf(made?.from ?? "0/0") };
}

/** A moment that can be restored once its round has ended. */
export interface Point {
  at: Date;
  slot: Slot;
  /** `at`, if the rows of everything before it are visible by now; else an earlier moment for which that is certain. */
  settledAt: Date;
}

/**
 * Begins a round: everything committed before `at` will be in the copy. The commit after the restore point makes both
 * durable, and is where a restore to an earlier moment stops.
 */
export async function beginPoint(): Promise<Point> {
  const slot = await requireSlot();
  const pool = directDatabasePool();
  const { rows } = await pool.query<{ at: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) AS at",
  );
  const { at = new Date() } = rows[0] ?? {};
  await pool.query("SELECT pg_create_restore_point($1)", [pointName(at)]);
  await db.secondCopy.updateMany({ data: { roundAt: at } });
  const isSettled = await awaitEarlierTransactions();
  return { at, slot, settledAt: isSettled ? at : new Date(at.getTime() - unsettledMs) };
}

/**
 * Waits for running transactions: they are in the log a moment before their rows, including those of originals, are
 * visible.
 * @returns whether every transaction that had begun has ended
 */
async function awaitEarlierTransactions(): Promise<boolean> {
  const pool = directDatabasePool();
  const { rows } = await pool.query<{ next: string }>(
    "SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next",
  );
  const until = Date.now() + settleMs;
  while (Date.now() < until) {
    const seen = await pool.query<{ isSettled: boolean }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 AS "isSettled"',
      [rows[0]?.next],
    );
    if (seen.rows[0]?.isSettled) return true;
    await delay(50);
  }
  return false;
}

export interface LogFacts {
  timeline: number;
  segmentBytes: number;
}

export async function logFacts(): Promise<LogFacts & { durable: bigint }> {
  const { rows } = await directDatabasePool().query<{
    durable: string;
    file: string;
    bytes: string;
  }>(
    `SELECT pg_current_wal_flush_lsn()::text AS durable, pg_walfile_name(pg_current_wal_flush_lsn()) AS file,
            (SELECT setting FROM pg_settings WHERE name = 'wal_segment_size') AS bytes`,
  );
  const { durable = "0/0", file = "00000001", bytes = "16777216" } = rows[0] ?? {};
  return {
    durable: positionOf(durable),
    timeline: Number.parseInt(file.slice(0, 8), 16),
    segmentBytes: Number(bytes),
  };
}

/** The log's bytes. What is durable never changes, and the slot retains the files. */
async function* readLog(
  from: bigint,
  to: bigint,
  { timeline, segmentBytes }: LogFacts,
): AsyncGenerator<Uint8Array> {
  for (const { at, bytes } of segmentsOf(from, to, segmentBytes)) {
    const file = path.join(databaseFolder(), "pg_wal", segmentName(timeline, at, segmentBytes));
    const handle = await open(file, "r");
    try {
      const offset = Number(at - segmentStart(at, segmentBytes));
      for (let done = 0; done < bytes; ) {
        const block = Buffer.alloc(Math.min(blockBytes, bytes - done));
        const { bytesRead } = await handle.read(block, 0, block.length, offset + done);
        if (bytesRead === 0) throw new Error("PostgreSQL's log is shorter than it said");
        yield block.subarray(0, bytesRead);
        done += bytesRead;
      }
    } finally {
      await handle.close();
    }
  }
}

/**
 * Sends what was added to the log, and only then releases it: after a crash some of it is sent again, which changes
 * nothing.
 * @param safe the originals of everything committed by then are in the copy
 */
export async function sendChanges(
  { at, slot }: Point,
  safe: Date,
  { target, recipients }: { target: CopyTarget; recipients: readonly string[] },
): Promise<void> {
  const facts = await logFacts();
  // The first page of a file is needed to read any other.
  let from = segmentStart(slot.from, facts.segmentBytes);
  if (!(await isFirst(slot, target))) from = slot.from;
  if (facts.durable < from) {
    throw new SecondCopyError(
      "PostgreSQL's log is behind what was already copied.",
      "Its folder was replaced by an older one. Restart Keepsake, and begin another copy if this remains.",
    );
  }
  while (from < facts.durable) {
    const rest = facts.durable - from;
    const to = rest > maxObjectBytes ? from + BigInt(maxObjectBytes) : facts.durable;
    const kind = to < facts.durable ? "part" : "whole";
    const name = changeName({ lineage: slot.lineage, from, to, at, safe, kind });
    const log = Readable.from(readLog(from, to, facts), { objectMode: false });
    await target.put(
      name,
      log.compose(createGzip({ level: constants.Z_BEST_SPEED })) as AsyncIterable<Uint8Array>,
      recipients,
    );
    await directDatabasePool().query("SELECT pg_replication_slot_advance($1, $2::pg_lsn)", [
      slot.name,
      positionText(to),
    ]);
    from = to;
  }
}

/** Whether none of this slot's log is in the copy yet. */
async function isFirst({ lineage }: Slot, target: CopyTarget): Promise<boolean> {
  if (sentLineages.has(lineage)) return false;
  for await (const _ of target.list(`database/${lineage}/changes/`)) {
    sentLineages.add(lineage);
    return false;
  }
  return true;
}

/** Lineages whose first piece is known to be in the copy: listing them takes a request each time. */
const sentLineages = new Set<string>();

/** How much of the log is waiting to be copied. */
export async function waitingLogBytes(): Promise<number> {
  const { rows } = await directDatabasePool().query<{ bytes: string | null }>(
    `SELECT max(pg_current_wal_flush_lsn() - restart_lsn)::text AS bytes
     FROM pg_replication_slots WHERE starts_with(slot_name, $1)`,
    [slotPrefix],
  );
  return Number(rows[0]?.bytes ?? 0);
}
