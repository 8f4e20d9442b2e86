import { hasPostgres, runningPostgres, startEmbeddedPostgres } from "./embedded-postgres.mjs";

/**
 * Runs `work` with DATABASE_URL set: to the environment's, to that of the Keepsake running on the data folder, or to
 * one started for this and stopped afterwards.
 * @param {string} dataDir
 * @param {{ mustExist?: boolean, mustBeStopped?: boolean }} options
 * mustExist: nothing is created where there is no database; mustBeStopped: no Keepsake may be running on the folder
 * @param {() => Promise<number>} work
 * @returns {Promise<number>} exit code
 */
export async function withDatabase(dataDir, { mustExist = false, mustBeStopped = false }, work) {
  if (process.env.DATABASE_URL) return work();
  const running = await runningPostgres(dataDir);
  if (running && mustBeStopped) {
    throw new Error(`Keepsake is running on ${dataDir}. Stop it first (Ctrl-C where it runs).`);
  }
  if (running) {
    process.env.DATABASE_URL = running;
    return work();
  }
  if (mustExist && !hasPostgres(dataDir)) {
    throw new Error(`There is no album in ${dataDir} yet. Point DATA_DIR or DATABASE_URL to it.`);
  }
  const own = await startEmbeddedPostgres({ dataDir });
  process.env.DATABASE_URL = own.url;
  try {
    return await work();
  } finally {
    await own.stop();
  }
}
