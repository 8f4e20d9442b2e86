import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

/**
 * Makes the system drop its file cache, which only root can do.
 * @returns {boolean} whether it did
 */
export function dropFileCache() {
  try {
    execFileSync("sync");
    writeFileSync("/proc/sys/vm/drop_caches", "1");
    return true;
  } catch {
    return false;
  }
}
