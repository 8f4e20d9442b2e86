import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

/** Where an upgrade makes the new cluster: `<dataDir>/postgres-upgrade/postgres`. @param {string} dataDir */
export const upgradeFolder = (dataDir) => path.join(path.resolve(dataDir), "postgres-upgrade");

/** Exists once every row of the new cluster has been compared. @param {string} dataDir */
export const checkedStamp = (dataDir) => path.join(upgradeFolder(dataDir), "checked");

/** The major version of the PostgreSQL that made the cluster; null where there is none. @param {string} dataDir */
export function clusterMajor(dataDir) {
  const file = path.join(path.resolve(dataDir), "postgres", "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : null;
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
