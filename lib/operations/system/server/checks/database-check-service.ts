import path from "node:path";
import { databasePool } from "@/lib/db";
import { directDatabaseUrl, env } from "@/lib/env";
import { isLoopbackHost } from "@/lib/http/networks";
import { ok, type SystemCheck, warn, wrong } from "@/lib/operations/system/server/checks/check";
import { getQueueState } from "@/lib/operations/system/server/queue-state-service";
import { counted } from "@/lib/shared/counted";
import { appliedMigrations, knownMigrations } from "@/prisma/applied-migrations";

const oldestVersion = 15;
const extensions = ["btree_gin", "pg_trgm"];
const lateClockMs = 5_000;
const wrongClockMs = 60_000;
const lateJobSeconds = 15 * 60;

/** Where the rows are: in the data folder when Keepsake runs PostgreSQL itself. */
async function databasePlace(): Promise<string> {
  const { rows } = await databasePool()
    .query<{ folder: string }>("SELECT current_setting('data_directory') AS folder")
    // Only privileged database users can ask; ours is one if Keepsake runs PostgreSQL.
    .catch(() => ({ rows: [] }));
  const folder = rows[0]?.folder;
  if (folder?.startsWith(path.resolve(env.DATA_DIR))) return `in ${folder}`;
  const { hostname } = new URL(directDatabaseUrl());
  return hostname === "" || isLoopbackHost(hostname) ? "on this machine" : `on ${hostname}`;
}

export async function checkDatabase(): Promise<SystemCheck> {
  const { rows } = await databasePool().query<{ version: string; lacking: string[] }>(
    `SELECT current_setting('server_version') AS version,
            ARRAY(SELECT wanted FROM unnest($1::text[]) wanted
                  WHERE wanted NOT IN (SELECT name FROM pg_available_extensions)) AS lacking`,
    [extensions],
  );
  const { version = "", lacking = [] } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < oldestVersion) {
    return wrong(
      "database",
      `PostgreSQL ${version} is too old.`,
      `Use PostgreSQL ${oldestVersion} or newer.`,
    );
  }
  if (lacking.length > 0) {
    const advice = "Install PostgreSQL's contrib package (Debian: postgresql-contrib).";
    return wrong("database", `PostgreSQL ${version} lacks ${lacking.join(" and ")}.`, advice);
  }
  return ok("database", `PostgreSQL ${version} is running ${await databasePlace()}.`);
}

/** @param folder with this version's migrations */
export async function checkMigrations(folder = "prisma/migrations"): Promise<SystemCheck> {
  const known = await knownMigrations(folder);
  const applied = await appliedMigrations(databasePool());
  const newer = applied.filter((name) => !known.includes(name));
  if (newer.length > 0) {
    return wrong(
      "migrations",
      `The database is newer than this Keepsake (${newer.join(", ")}).`,
      "Start the newer version again, or restore a backup from before the update.",
    );
  }
  const missing = known.length - applied.length;
  if (missing > 0) {
    return warn(
      "migrations",
      `${counted(missing, "migration")} pending.`,
      "npm start applies them automatically.",
    );
  }
  return ok("migrations", "The database is up to date.");
}

export async function checkClock(): Promise<SystemCheck> {
  const before = Date.now();
  const { rows } = await databasePool().query<{ now: Date }>("SELECT clock_timestamp() AS now");
  const here = (before + Date.now()) / 2;
  const apart = Math.abs((rows[0]?.now.getTime() ?? here) - here);
  if (apart < lateClockMs) return ok("clock", "This machine and the database agree on the time.");
  const say = apart < wrongClockMs ? warn : wrong;
  return say(
    "clock",
    `This machine and the database are ${Math.round(apart / 1000)} seconds apart.`,
    "Synchronise both clocks with NTP: codes, links and sessions expire by them.",
  );
}

export async function checkQueue(): Promise<SystemCheck> {
  const { waiting, running, failed, oldestWaitingSeconds } = await getQueueState();
  if (waiting > 0 && oldestWaitingSeconds > lateJobSeconds) {
    return warn(
      "queue",
      `${counted(waiting, "job")} due, the oldest for ${Math.round(oldestWaitingSeconds / 60)} minutes.`,
      "Check that a worker is running: WORKER_IN_PROCESS=on, or npm run worker.",
    );
  }
  if (failed > 0) {
    return warn(
      "queue",
      `${counted(failed, "job")} failed after the last try.`,
      "See System Health for details.",
    );
  }
  return ok("queue", `${waiting} due, ${running} running, none failed.`);
}
