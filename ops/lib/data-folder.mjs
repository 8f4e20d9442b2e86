import { chmodSync, chownSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Closes the data folder and the folders in it to everyone else on this machine. Two can pass through: PostgreSQL's own
 * user where Keepsake runs as root, and the nginx in front where it sends the files (MEDIA_OFFLOAD).
 * @param {string} dataDir
 * @param {number} [gid] of PostgreSQL's user
 */
export function closeDataFolder(dataDir, gid) {
  if (process.env.MEDIA_OFFLOAD === "nginx") {
    for (const folder of [dataDir, path.join(dataDir, "media")]) setMode(folder, 0o711);
    return;
  }
  if (gid !== undefined) chownSync(dataDir, statSync(dataDir).uid, gid);
  setMode(dataDir, process.getuid?.() === 0 ? 0o710 : 0o700);
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    // PostgreSQL keeps its own folders closed, also the one that an upgrade is filling, and refuses changed modes.
    if (entry.isDirectory() && !entry.name.startsWith("postgres"))
      setMode(path.join(dataDir, entry.name), 0o700);
  }
}

/** @param {string} folder @param {number} mode */
function setMode(folder, mode) {
  try {
    if ((statSync(folder).mode & 0o777) !== mode) chmodSync(folder, mode);
  } catch (error) {
    // Some volumes don't support modes, and some belong to another user: doctor reports it.
    if (!["EPERM", "ENOTSUP", "EROFS", "ENOENT"].includes(error.code)) throw error;
  }
}
