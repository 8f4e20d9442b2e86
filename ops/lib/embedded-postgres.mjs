import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.mjs";
import { postgresBinaries } from "./postgres-binaries.mjs";
import { clusterMajor, finishSwap, requireComplete, thoroughly } from "./postgres-cluster.mjs";
import { makeSocketFolder, removeSocketFolder } from "./postgres-socket.mjs";
import { giveTo, postgresUser } from "./postgres-user.mjs";
import { namedUser } from "./user-name.mjs";

const databaseName = "keepsake";
const maxLogBytes = 10_000_000;
/** Slightly more than one of PostgreSQL's WAL files. */
const minRoomBytes = 20_000_000;
/**
 * How much of its log PostgreSQL keeps for a second copy that can't be reached. Beyond that the copy has to begin again with
 * the whole database, and the disk doesn't fill up.
 */
const maxKeptLog = "max_slot_wal_keep_size=2GB";
/** An advisory lock held by the start script that owns a running PostgreSQL. */
const ownerLockKey = 7_301_994;

/**
 * A PostgreSQL of our own under `<dataDir>/postgres`, on a Unix socket where there can be one and on a loopback port, owned
 * by this process.
 *
 * @param {{ dataDir: string, settings?: string[], binaries?: import("./postgres-binaries.mjs").PostgresBinaries,
 *   onExit?: (message: string) => void }} options
 * settings: `name=value` for postgresql.conf's settings (tests switch durability off);
 * binaries: another version's than the one that comes with Keepsake;
 * onExit: called when PostgreSQL ends unexpectedly and can't be restarted
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 * @throws Error with a readable message when another running Keepsake uses the folder, another version made it, or it
 * isn't complete
 */
export async function startEmbeddedPostgres({ dataDir, settings = [], binaries: given, onExit = () => {} }) {
  const binaries = given ?? (await postgresBinaries());
  const root = path.resolve(dataDir);
  const cluster = path.join(root, "postgres");
  mkdirSync(root, { recursive: true });
  finishSwap(root);
  requireComplete(root);
  requireMajor(root, binaries.major);
  const user = postgresUser(binaries.postgres, root);
  const access = readAccess(path.join(root, "postgres-access.json"));

  await removeUnfinished(root);
  if (clusterMajor(root) === null) {
    // First the password: it is part of the cluster, and this process can be killed once that is created.
    access.save();
    initialise(binaries, user, cluster, access.password);
  }
  giveTo(cluster, user);
  await endOrphan(cluster, root, access);
  const isLockable = await awaitLock(cluster, user, root);
  rmSync(path.join(cluster, "postmaster.pid"), { force: true });
  access.port = await freePort({ preferred: access.port });
  access.save();
  const socketFolder = await makeSocketFolder(root, access.port, user);
  const withSocket = [`unix_socket_directories=${socketFolder ?? ""}`, ...settings];

  const logFile = path.join(root, "postgres.log");
  if (existsSync(logFile) && statSync(logFile).size > maxLogBytes) rmSync(logFile);
  const server = { child: undefined, owner: undefined, stopping: false, restarts: [] };
  const launch = async () => {
    const [file, first] = isLockable ? lockOn(cluster, binaries.postgres) : [binaries.postgres, []];
    server.child = await run(file, first, user, cluster, access.port, withSocket, logFile);
    server.child.once("exit", () => void revive());
  };
  const own = async () => {
    server.owner = await connect(access, "postgres");
    await server.owner.query("SELECT pg_try_advisory_lock($1)", [ownerLockKey]);
  };
  const revive = async () => {
    await roomOn(root, () => server.stopping);
    if (server.stopping) return;
    const now = Date.now();
    server.restarts = [...server.restarts.filter((time) => now - time < 600_000), now];
    if (server.restarts.length > 5) return onExit(`PostgreSQL keeps stopping; see its log, ${logFile}`);
    try {
      await launch();
    } catch (error) {
      return onExit(error.message);
    }
    // The lock was lost with the connection that broke. If it breaks again, another revival follows.
    await own().catch((error) =>
      console.error(`PostgreSQL restarted, but its lock could not be taken: ${error.message}`),
    );
  };
  await launch();
  await own();
  const found = await server.owner.query("SELECT 1 FROM pg_database WHERE datname = $1", [databaseName]);
  if (found.rowCount === 0) await server.owner.query(`CREATE DATABASE ${databaseName}`);

  return {
    url: urlOf(access, databaseName, socketFolder),
    async stop() {
      server.stopping = true;
      await server.owner?.end().catch(() => {});
      if (server.child.exitCode !== null || server.child.signalCode !== null) return;
      const ended = new Promise((resolve) => server.child.once("exit", resolve));
      // SIGINT is PostgreSQL's fast shutdown: sessions end, everything is written.
      server.child.kill("SIGINT");
      await ended;
      removeSocketFolder(socketFolder);
    },
  };
}

/**
 * The address of the PostgreSQL of a Keepsake currently running on this folder.
 * @param {string} dataDir
 * @returns {Promise<string | null>} null when none is
 */
export async function runningPostgres(dataDir) {
  const root = path.resolve(dataDir);
  const accessFile = path.join(root, "postgres-access.json");
  if (!existsSync(accessFile) || !postmaster(path.join(root, "postgres"))?.isAlive) return null;
  const access = readAccess(accessFile);
  return (await hasOwner(access)) ? urlOf(access, databaseName) : null;
}

/** Whether a PostgreSQL of our own has ever been created in this folder. @param {string} dataDir */
export const hasPostgres = (dataDir) => {
  finishSwap(path.resolve(dataDir));
  return clusterMajor(dataDir) !== null;
};

/** @param {string} root of the data @param {number} major of the programs */
function requireMajor(root, major) {
  const found = clusterMajor(root);
  if (found === null || found === major) return;
  throw new Error(
    found < major
      ? `The database was made by PostgreSQL ${found}, and this is ${major}. Run npm start: it carries it over.`
      : `The database was made by PostgreSQL ${found}, and this Keepsake has ${major}. Start the newer Keepsake again.`,
  );
}

/**
 * Waits while the disk is too full for PostgreSQL to run: it ended because of that, and comes back when there is space.
 * @param {() => boolean} hasFailedForGood
 */
async function roomOn(folder, hasFailedForGood) {
  for (let tries = 0; !hasFailedForGood(); tries++) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize >= minRoomBytes) return;
    if (tries === 0) console.error(`PostgreSQL is waiting: the disk with ${folder} is full.`);
    await wait(1000);
  }
}

/** The password and port of the cluster, readable only by the folder's owner. */
function readAccess(file) {
  let saved = existsSync(file) ? readFileSync(file, "utf8") : "{}";
  const kept = JSON.parse(saved);
  return {
    password: kept.password ?? randomBytes(24).toString("base64url"),
    port: kept.port,
    save() {
      const text = JSON.stringify({ password: this.password, port: this.port });
      if (text !== saved) {
        // In one step: a database whose password is lost can't be opened.
        writeFileSync(`${file}.partial`, text, { mode: 0o600, flush: true });
        renameSync(`${file}.partial`, file);
        saved = text;
      }
      chmodSync(file, 0o600);
    },
  };
}

/** The socket takes precedence over the host before it. */
const urlOf = (access, database, socketFolder) =>
  `postgresql://postgres:${access.password}@127.0.0.1:${access.port}/${database}` +
  (socketFolder ? `?host=${encodeURIComponent(socketFolder)}` : "");

async function connect(access, database) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: urlOf(access, database), connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Creates the cluster under another name until it is complete, as an interrupted initdb leaves one that can't start. */
function initialise(binaries, user, cluster, password) {
  const passwordFile = `${cluster}-password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  // A Unicode-aware lower() and a sort order that never change with the system's libraries, as indexes require.
  const collation = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  let made;
  let unfinished;
  for (const locale of ["C.UTF-8", "C"]) {
    // A new name each time: the initdb of a start that was killed can still be running.
    unfinished = mkdtempSync(`${cluster}-new-`);
    giveTo(unfinished, user);
    const access = ["--username=postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    const args = [`--pgdata=${unfinished}`, "--encoding=UTF8", ...access, ...collation, `--locale=${locale}`];
    const [file, all] = commandFor(user, binaries.initdb, args);
    made = spawnSync(file, all, {
      ...idsOf(user),
      env: { ...process.env, ...namedUser() },
      encoding: "utf8",
    });
    if (made.status === 0) break;
  }
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    throw new Error(`PostgreSQL's folder could not be created at ${cluster}: ${made.stderr || made.error}`);
  }
  renameSync(unfinished, cluster);
  syncFolder(path.dirname(cluster));
}

/** What is left of starts that were killed while they created a cluster: nothing was ever saved in it. */
async function removeUnfinished(root) {
  for (const name of readdirSync(root)) {
    if (name.startsWith("postgres-new-")) await rm(path.join(root, name), thoroughly);
  }
}

/** After a power cut, a cluster must not be back under the name that the next start removes. */
function syncFolder(folder) {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } catch (error) {
    // Some network file systems can't.
    if (!["EINVAL", "EBADF", "ENOTSUP"].includes(error.code)) throw error;
  } finally {
    closeSync(handle);
  }
}

const commandFor = (user, program, args) => (user ? user.command(program, args) : [program, args]);

const idsOf = (user) => user?.spawnIds ?? {};

/** @returns {{ pid: number, status: string, isAlive: boolean } | undefined} what postmaster.pid says */
function postmaster(cluster) {
  const file = path.join(cluster, "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  return { pid, status: (lines[7] ?? "").trim(), isAlive: isPostgres(pid) };
}

/** After a machine crash the number may belong to another program by now. */
function isPostgres(pid) {
  if (existsSync("/proc/self/status")) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      // A zombie is a dead process that has not been reaped yet.
      return /^Name:\s+postgres$/m.test(status) && !/^State:\s+Z/m.test(status);
    } catch {
      return false;
    }
  }
  const listed = spawnSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" });
  return Boolean(listed.stdout?.includes("postgres"));
}

const inUse = (root) =>
  new Error(
    `Another Keepsake is running on ${root}. Stop it first, or set DATA_DIR to another folder for this one.`,
  );

/** Exit code of `flock` when another process holds the lock. */
const lockedCode = 75;

/**
 * A command that holds a lock on the cluster's folder until the last of its processes has ended.
 * @returns {[string, string[]]}
 */
const lockOn = (cluster, program) => [
  "flock",
  ["--nonblock", `--conflict-exit-code=${lockedCode}`, "--no-fork", cluster, program],
];

/**
 * Waits until no PostgreSQL holds the lock. One in another container can hold it although its process can't be seen
 * from here, and two on one folder would destroy it.
 * @returns {Promise<boolean>} false if the folder can't be locked: without util-linux, or on some network file systems
 * @throws Error when it is still held after a few seconds
 */
async function awaitLock(cluster, user, root) {
  for (let tries = 0; ; tries++) {
    const [file, args] = lockOn(cluster, "true");
    const { status } = spawnSync(file, args, { ...idsOf(user), stdio: "ignore" });
    if (status !== lockedCode) return status === 0;
    if (tries >= 20) throw inUse(root);
    await wait(250);
  }
}

/**
 * Cleans up after a killed start script: a PostgreSQL without its owner is stopped, so that this process can own a new
 * one.
 */
async function endOrphan(cluster, root, access) {
  const left = postmaster(cluster);
  if (!left?.isAlive) return;
  if (await hasOwner(access)) throw inUse(root);
  try {
    process.kill(left.pid, "SIGINT");
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
  for (let tries = 0; postmaster(cluster)?.isAlive; tries++) {
    if (tries > 300)
      throw new Error(`A PostgreSQL left over from an earlier run (process ${left.pid}) won't stop.`);
    await wait(100);
  }
}

/** Ends a PostgreSQL that a killed start script has left on this folder. @param {string} dataDir */
export async function endLeftPostgres(dataDir) {
  const access = readAccess(path.join(dataDir, "postgres-access.json"));
  await endOrphan(path.join(dataDir, "postgres"), dataDir, access);
}

async function hasOwner(access) {
  // Seen while another start is still in progress: its owner takes the lock a moment later.
  for (let tries = 0; tries < 20; tries++) {
    try {
      const client = await connect(access, "postgres");
      const { rows } = await client.query(
        "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = $1) AS owned",
        [ownerLockKey],
      );
      await client.end();
      if (rows[0].owned) return true;
      if (tries > 0) return false;
    } catch {
      // Not accepting connections (yet).
    }
    await wait(250);
  }
  return false;
}

async function run(program, first, user, cluster, port, settings, logFile) {
  const all = ["listen_addresses=127.0.0.1", maxKeptLog, ...settings];
  const args = [...first, "-D", cluster, "-p", String(port), ...all.flatMap((setting) => ["-c", setting])];
  for (let tries = 0; ; tries++) {
    const [file, given] = commandFor(user, program, args);
    const log = openSync(logFile, "a");
    // Detached: Ctrl-C in a terminal reaches only this process, which stops PostgreSQL last.
    const child = spawn(file, given, { ...idsOf(user), stdio: ["ignore", log, log], detached: true });
    const state = { ended: false };
    child.once("error", () => {
      state.ended = true;
    });
    child.once("exit", () => {
      state.ended = true;
    });
    while (!state.ended) {
      if (postmaster(cluster)?.pid === child.pid && postmaster(cluster)?.status === "ready") return child;
      await wait(20);
    }
    // Right after a kill, the old server's last processes may still hold its memory for a moment.
    if (tries >= 20) throw new Error(`PostgreSQL won't start; the reason is at the end of ${logFile}`);
    await wait(500);
  }
}
