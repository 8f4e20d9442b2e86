import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { answersInTime, becomes, isAlbumRunning, tryServer } from "./album-process.mjs";
import { currentCommit, describeCommit, fetchTarget, moveTo, requireCleanClone } from "./clone.mjs";
import { clusterMajor, swapBack } from "./postgres-cluster.mjs";
import { refuseRootForOtherUser } from "./refuse-root.mjs";
import { prepareSettings } from "./settings.mjs";

// Once the other version's files are in place, this process still runs the code of the previous one. Everything it
// needs is imported above, and the new version's own commands do the rest.

/**
 * @typedef {object} UpdateState what has to be known to go back
 * @property {string} from commit
 * @property {string} to
 * @property {string} backup folder
 * @property {number | null} postgres major version of its own PostgreSQL
 * @property {boolean} mayHaveMigrated
 *
 * @typedef {object} UpdateOptions
 * @property {string} [to]
 * @property {string} [backup]
 * @property {string} [since]
 * @property {string} [stopWith]
 * @property {string} [startWith]
 * @property {number} waitSeconds
 */

const say = (line) => console.log(line);
const stateFile = (dataDir) => path.join(dataDir, "update.json");
/** Exit code of a complete backup of an album in which originals are missing. */
const backedUpWithFaults = 2;
const stopsWithinMs = 60_000;

const saveState = (dataDir, state) =>
  writeFileSync(stateFile(dataDir), `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true });

/** Runs a command to its end. @returns {Promise<number>} exit code */
function run(root, file, args, { shell = false, signal } = {}) {
  const child = spawn(file, args, { cwd: root, stdio: "inherit", shell });
  const stop = () => child.kill("SIGTERM");
  signal?.addEventListener("abort", stop);
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  }).finally(() => signal?.removeEventListener("abort", stop));
}

/** @throws Error when it fails, or the update is interrupted */
async function step(root, signal, what, ...args) {
  signal?.throwIfAborted();
  say(`\n== ${what}`);
  const code = await run(root, process.execPath, args, { signal });
  signal?.throwIfAborted();
  if (code !== 0) throw new Error(`${what}: failed with code ${code}.`);
}

/** @returns {Promise<boolean>} whether it was running */
async function stopAlbum(root, dataDir, { stopWith }) {
  if (!(await isAlbumRunning(dataDir))) return false;
  if (!stopWith) {
    throw new Error(
      "Keepsake is running. Stop it first, or say how:\n" +
        '  npm run update -- --stop-with "systemctl stop keepsake" --start-with "systemctl start keepsake"',
    );
  }
  say(`Stopping the album: ${stopWith}`);
  await run(root, stopWith, [], { shell: true });
  if (await becomes(async () => !(await isAlbumRunning(dataDir)), stopsWithinMs)) return true;
  throw new Error(`Keepsake is still running after: ${stopWith}. Nothing was changed.`);
}

async function startAlbum(root, { startWith, waitSeconds }) {
  if (!startWith) return say("Start it with npm start.");
  say(`Starting the album: ${startWith}`);
  await run(root, startWith, [], { shell: true });
  if (await answersInTime(waitSeconds * 1000)) return say("It is running.");
  throw new Error(`It doesn't answer after: ${startWith}. Look at its log.`);
}

/** @param {AbortSignal} signal @throws Error when there is no backup: then there is no update */
async function backUp(root, folder, { since }, signal) {
  say(`\n== Backing up into ${folder}`);
  mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  const args = ["ops/backup.mjs", folder, ...(since ? ["--since", since] : [])];
  const code = await run(root, process.execPath, args, { signal });
  signal.throwIfAborted();
  if (code !== 0 && code !== backedUpWithFaults) {
    throw new Error(
      "The backup failed, so nothing was updated. On a full disk, name a folder on another: --backup FOLDER",
    );
  }
}

/** Installs the new version, up to the point where it has been seen to work. */
async function bringIn(root, dataDir, state, { waitSeconds }, signal) {
  moveTo(root, state.to);
  await step(root, signal, "Installing and building the new version", "ops/start.mjs", "--build");
  state.mayHaveMigrated = true;
  saveState(dataDir, state);
  await step(root, signal, "Migrating the database", "ops/start.mjs", "--prepare");
  say("\n== Starting the new version, to see whether it works");
  await tryServer(root, waitSeconds * 1000, signal);
  await step(root, signal, "Comparing it with the backup", "ops/check-update.mjs", state.backup);
}

/** Brings back the version and the rows from before; the files were never changed. */
async function rollBack(root, dataDir, { from, backup, postgres, mayHaveMigrated }) {
  moveTo(root, from);
  if (mayHaveMigrated && !swapBack(dataDir, postgres)) {
    const args = ["ops/restore.mjs", backup, "--only-database"];
    await step(root, null, "Restoring the database from the backup", ...args);
  }
  rmSync(stateFile(dataDir), { force: true });
  await step(root, null, "Building the version from before", "ops/start.mjs", "--build").catch((error) =>
    console.error(`${error.message} npm start tries again.`),
  );
}

const byHand = ({ from, backup, mayHaveMigrated }) =>
  [
    `  git reset --keep ${from}`,
    ...(mayHaveMigrated ? [`  npm run restore -- ${backup} --only-database`] : []),
    "  npm start",
  ].join("\n");

async function rollBackAndReport(root, dataDir, state, options, reason) {
  const from = describeCommit(root, state.from);
  console.error(`\n${reason}\n\nGoing back to ${from} ...`);
  try {
    await rollBack(root, dataDir, state);
  } catch (error) {
    console.error(
      `\nGoing back failed, too: ${error.message}\nThe backup is in ${state.backup}. To go back by hand:\n${byHand(state)}\n`,
    );
    return 1;
  }
  const rows = state.mayHaveMigrated ? "its rows are those of the backup" : "its database was not touched";
  console.error(
    `\nThe update was rolled back: this is ${from} again, and ${rows} (${state.backup}).\n${reason}\n`,
  );
  await startAlbum(root, options);
  return 1;
}

/**
 * @param {string} root of the project
 * @param {UpdateOptions} options
 * @returns {Promise<number>} exit code
 * @throws Error with a message for people, when nothing was changed
 */
export async function update(root, options) {
  refuseRootForOtherUser(root);
  requireCleanClone(root);
  const { dataDir } = prepareSettings(root);
  requireNoneInterrupted(dataDir);
  const to = fetchTarget(root, options.to);
  const from = currentCommit(root);
  if (to === from) {
    say(`This is ${describeCommit(root, from)}, the newest version.`);
    return 0;
  }
  const names = { from: describeCommit(root, from), to: describeCommit(root, to) };
  say(`Updating from ${names.from} to ${names.to}.`);
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, "-");
  const backup = options.backup ?? path.join(dataDir, "backups", `${stamp}-before-${names.to}`);
  const interruption = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    process.on(signal, () => interruption.abort(new Error("The update was interrupted.")));
  }

  const wasRunning = await stopAlbum(root, dataDir, options);
  try {
    await backUp(root, backup, options, interruption.signal);
  } catch (error) {
    if (wasRunning) await startAlbum(root, options);
    throw error;
  }
  const state = { from, to, backup, postgres: clusterMajor(dataDir), mayHaveMigrated: false };
  saveState(dataDir, state);
  try {
    await bringIn(root, dataDir, state, options, interruption.signal);
  } catch (error) {
    return rollBackAndReport(root, dataDir, state, options, error.message);
  }
  rmSync(stateFile(dataDir), { force: true });
  say(
    `\nUpdated from ${names.from} to ${names.to}. The backup from before is in ${backup}; remove it when you no longer need it.`,
  );
  await startAlbum(root, options);
  return 0;
}

function requireNoneInterrupted(dataDir) {
  if (!existsSync(stateFile(dataDir))) return;
  const state = JSON.parse(readFileSync(stateFile(dataDir), "utf8"));
  throw new Error(
    "An earlier update was interrupted. To go back to the version from before it, with the rows of its backup:\n" +
      `  npm run update -- --roll-back\nIf the album has been used since, and works, remove ${stateFile(dataDir)} instead.\n` +
      `Its backup is in ${state.backup}.`,
  );
}

/** After an update that was killed. @param {string} root of the project @param {UpdateOptions} options */
export async function rollBackInterrupted(root, options) {
  refuseRootForOtherUser(root);
  const { dataDir } = prepareSettings(root);
  if (!existsSync(stateFile(dataDir)))
    throw new Error("No update was interrupted, so there is nothing to go back to.");
  const state = JSON.parse(readFileSync(stateFile(dataDir), "utf8"));
  await stopAlbum(root, dataDir, options);
  await rollBackAndReport(root, dataDir, state, options, "The update was interrupted.");
  return existsSync(stateFile(dataDir)) ? 1 : 0;
}
