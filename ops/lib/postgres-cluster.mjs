import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";

/** Where an upgrade makes the new cluster: `<dataDir>/postgres-upgrade/postgres`. @param {string} dataDir */
export const upgradeFolder = (dataDir) => path.join(path.resolve(dataDir), "postgres-upgrade");

/** Exists once every row of the new cluster has been compared. @param {string} dataDir */
export const checkedStamp = (dataDir) => path.join(upgradeFolder(dataDir), "checked");

/** The major version of the PostgreSQL that made the cluster; null where there is none. @param {string} dataDir */
export function clusterMajor(dataDir) {
  try {
    return Number.parseInt(readFileSync(path.join(dataDir, "postgres", "PG_VERSION"), "utf8"), 10);
  } catch (error) {
    // On a failing disk or without permission, the database can still be there.
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/** For rm(): a killed start's initdb can still be writing. rmSync() would silently leave a folder that it fills meanwhile. */
export const thoroughly = { recursive: true, force: true, maxRetries: 10 };

/** Of the files that initdb writes: the first, the one without which nothing starts, and one of the last database's. */
const requiredFiles = ["PG_VERSION", "global/pg_control", "base/5/PG_VERSION"];

/**
 * @param {string} dataDir
 * @throws Error when there is a cluster but it isn't complete: it may be the only copy of an album, so it is left as it is
 */
export function requireComplete(dataDir) {
  const cluster = path.join(path.resolve(dataDir), "postgres");
  if (!existsSync(cluster) || readdirSync(cluster).length === 0) return;
  const missing = requiredFiles.find(
    (file) => !statSync(path.join(cluster, file), { throwIfNoEntry: false })?.size,
  );
  if (!missing) return;
  throw new Error(
    `The database in ${cluster} is not complete: its ${missing} is missing. If this album has never started, creating it was ` +
      "interrupted: delete that folder, which holds nothing yet, and start again. Otherwise, check the disk, or restore a " +
      "backup with DATA_DIR set to a new folder.",
  );
}

/**
 * Puts the new cluster in place if an upgrade was killed right after it had set the old one aside, when there is none.
 * @param {string} dataDir
 */
export function finishSwap(dataDir) {
  const upgrade = upgradeFolder(dataDir);
  if (!existsSync(checkedStamp(dataDir)) || existsSync(path.join(path.resolve(dataDir), "postgres"))) return;
  renameSync(path.join(upgrade, "postgres"), path.join(path.resolve(dataDir), "postgres"));
  rmSync(upgrade, { recursive: true, force: true });
}

/** Where the cluster of an older version is kept after an upgrade. @param {string} dataDir @param {number} major */
export const keptCluster = (dataDir, major) => path.join(path.resolve(dataDir), `postgres-${major}`);

/**
 * Puts the cluster from before an upgrade back in place; nothing has written to it since.
 * @param {string} dataDir
 * @param {number | null} major its major version
 * @returns {boolean} false if the current cluster is already that one, `major` is null, or no such cluster was kept
 */
export function swapBack(dataDir, major) {
  finishSwap(dataDir);
  if (major === null || clusterMajor(dataDir) === major || !existsSync(keptCluster(dataDir, major)))
    return false;
  const cluster = path.join(path.resolve(dataDir), "postgres");
  const unused = `${cluster}-upgrade-unused`;
  renameSync(cluster, unused);
  renameSync(keptCluster(dataDir, major), cluster);
  rmSync(unused, { recursive: true, force: true });
  return true;
}
