import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { hasPostgres, startEmbeddedPostgres } from "./embedded-postgres.mjs";
import { postgresBinaries } from "./postgres-binaries.mjs";
import { withDatabase } from "./with-database.mjs";

/** The program's exit code when the copy has rows to load into a running database. */
const rowsCode = 3;
/** For a program that uses no database, although its settings require one. */
const noDatabase = { DATABASE_URL: "postgresql://127.0.0.1:1/none" };

/** The major version of the PostgreSQL that npm start runs. */
async function ownVersion() {
  const { postgres } = await postgresBinaries();
  const { stdout } = spawnSync(postgres, ["--version"], { encoding: "utf8" });
  return /\d+/.exec(stdout)?.[0] ?? "";
}

/**
 * Restores a second copy: the database's files first, which PostgreSQL then recovers to the requested moment, and the
 * originals. If it is interrupted, the same command continues it.
 * @param {string} dataDir
 * @param {(args: string[], env?: Record<string, string>) => Promise<number>} run the program
 * @returns {Promise<number>} exit code
 */
export async function restoreSecondCopy(dataDir, run) {
  const file = path.join(dataDir, "second-copy-restore.json");
  const isForeign = Boolean(process.env.DATABASE_URL);
  if (!existsSync(file)) {
    if (!isForeign && hasPostgres(dataDir)) {
      throw new Error(
        `There is an album in ${dataDir}, and a restore never overwrites one. Set DATA_DIR to a new folder.`,
      );
    }
    const more = isForeign ? ["--foreign"] : ["--postgres", await ownVersion()];
    const code = await run(["--unpack", ...more], isForeign ? {} : noDatabase);
    if (code !== 0 && code !== rowsCode) return code;
  }
  if (isForeign || !hasPostgres(dataDir))
    return withDatabase(dataDir, { mustBeStopped: true }, () => run([]));
  const { settings } = JSON.parse(readFileSync(file, "utf8"));
  const own = await startEmbeddedPostgres({ dataDir, settings });
  process.env.DATABASE_URL = own.url;
  try {
    return await run([]);
  } finally {
    await own.stop();
  }
}
