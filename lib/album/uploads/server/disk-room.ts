import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { databasePool } from "@/lib/db";
import { directDatabaseUrl, env } from "@/lib/env";
import { AppError } from "@/lib/http/errors";
import { isLoopbackHost } from "@/lib/http/networks";

const cacheMs = 1_000;
/** Where PostgreSQL usually has its data on this machine, if our user isn't allowed to ask. */
const usualFolders = ["/var/lib/postgresql", "/var/lib/pgsql"];

async function deviceOf(folder: string): Promise<number | null> {
  return stat(folder).then(
    ({ dev }) => dev,
    () => null,
  );
}

/** Folders that PostgreSQL may have its data in, if it runs on this machine. */
async function databaseFolders(): Promise<string[]> {
  const { hostname } = new URL(directDatabaseUrl());
  if (hostname !== "" && !isLoopbackHost(hostname)) return [];
  try {
    const { rows } = await databasePool().query<{ folder: string }>(
      "SELECT current_setting('data_directory') AS folder",
    );
    return rows.map(({ folder }) => folder);
  } catch (error) {
    // Not every user is allowed to ask.
    if ((error as { code?: unknown }).code !== "42501") throw error;
    return [path.join(env.DATA_DIR, "postgres"), ...usualFolders];
  }
}

let shared: Promise<boolean> | undefined;

/** Whether PostgreSQL writes to the same disk as uploads. Checked once per process. */
export function sharesDiskWithDatabase(): Promise<boolean> {
  const look = async () => {
    const own = await deviceOf(env.DATA_DIR);
    const others = await Promise.all((await databaseFolders()).map(deviceOf));
    return own !== null && others.includes(own);
  };
  shared ??= look().catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

let seen: { freeBytes: Promise<number>; until: number } | undefined;

/** Free space on the disk of the data folder, at most a second old. */
function freeBytes(): Promise<number> {
  if (seen && performance.now() < seen.until) return seen.freeBytes;
  const read = statfs(env.DATA_DIR).then(({ bavail, bsize }) => bavail * bsize);
  seen = { freeBytes: read, until: performance.now() + cacheMs };
  return read;
}

/**
 * Reserves the last of the disk for PostgreSQL: without space for its journal it stops, and nobody can sign in.
 * @throws AppError 507
 */
export async function requireDiskRoom(): Promise<void> {
  if (env.MIN_FREE_BYTES === 0 || (await freeBytes()) >= env.MIN_FREE_BYTES) return;
  if (!(await sharesDiskWithDatabase())) return;
  throw new AppError(
    "storage_full",
    507,
    "The server's disk is almost full, so nothing can be added right now. Nothing was lost; please let the person who runs the server know.",
  );
}
