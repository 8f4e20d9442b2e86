import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

/**
 * Makes the system forget what it read from disks, which only root may.
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
