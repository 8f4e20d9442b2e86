import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { runQuietly } from "./run-quietly.mjs";

/**
 * Installs the packages of package-lock.json where they are missing.
 * @param {string} root of the project
 * @param {AbortSignal} [signal]
 */
export async function ensureInstalled(root, signal) {
  if (isInstalled(root)) return;
  console.log("Installing packages ...");
  // Not `npm ci`: it refuses a lock file written where the registry lacked another system's binaries. This installs the
  // same versions, and leaves the lock file unchanged.
  const args = ["install", "--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  await runQuietly("Installing packages", "npm", args, { cwd: root, signal });
}

/** Compares the lock file with npm's own record of the installed packages. */
function isInstalled(root) {
  const record = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(([name, { version, optional, peer, devOptional }]) => {
    if (name === "") return true;
    if (!installed[name]) return Boolean(optional || peer || devOptional);
    return installed[name].version === version;
  });
}
