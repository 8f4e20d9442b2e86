import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { childProgram, nodeArguments, nodeEnvironment } from "../../ops/lib/child-program.mjs";
import { startEmbeddedPostgres } from "../../ops/lib/embedded-postgres.mjs";

/** The same in every run, so a reused database's sessions stay valid. Protects nothing. */
const authSecret = "only-for-measuring-".repeat(3);
const readyWithinMs = 60_000;
const stopWithinMs = 20_000;

/** Settings of this shell or of an .env file must not affect what is measured. */
const plainSettings = {
  NODE_ENV: "production",
  ...nodeEnvironment,
  PORT: "0",
  AUTH_SECRET: authSecret,
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
  APP_URL: "",
  S3_BUCKET: "",
  SUPER_ADMIN_EMAIL: "",
  SUPER_ADMIN_PASSWORD: "",
  MEDIA_OFFLOAD: "off",
  TRUST_PROXY: "off",
  WORKER_IN_PROCESS: "on",
  NEXT_TELEMETRY_DISABLED: "1",
};

/**
 * A running album.
 * @typedef {object} Album
 * @property {string} url
 * @property {number} pid of the server; with one process, it does the background work too
 * @property {() => number} databasePid PostgreSQL's first process
 * @property {string} dataDir
 * @property {(text: string, values?: unknown[]) => Promise<Record<string, any>[]>} query
 * @property {string} databaseUrl
 * @property {Record<string, string>} env the server's settings, for a program that works beside it
 * @property {() => Promise<void>} restartDatabase while the server keeps running
 */

function startServer(bench, env) {
  const args = [...nodeArguments, ...bench.profiling, bench.programs.cluster];
  const child = spawn(process.execPath, args, {
    cwd: bench.root,
    env: { ...process.env, WEB_PROCESSES: bench.processes, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const ready = new Promise((resolve, reject) => {
    const overdue = setTimeout(() => reject(new Error("The server does not start.")), readyWithinMs);
    child.once("message", ({ port }) => {
      clearTimeout(overdue);
      resolve(port);
    });
    child.once("exit", (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
  const stop = async () => {
    child.kill("SIGTERM");
    const overdue = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    await ended;
    clearTimeout(overdue);
  };
  return { child, ready, stop };
}

const firstProcessOf = (dataDir) =>
  Number(readFileSync(path.join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);

function connectionTo(databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  pool.on("error", () => {});
  return pool;
}

/**
 * A PostgreSQL with the project's tables, under a folder of the bench.
 * @param {object} bench
 * @param {{ name: string, isKept?: boolean, settings?: string[] }} options
 */
async function startDatabase(bench, { name, isKept = false, settings }) {
  const dataDir = path.join(bench.folder, name);
  if (!isKept) rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  let server = await startEmbeddedPostgres({ dataDir, settings });
  const { url } = server;
  const pool = connectionTo(url);
  const env = { ...plainSettings, DATABASE_URL: url, DATA_DIR: dataDir };
  const stop = async () => {
    await pool.end();
    await server.stop();
    if (!isKept) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    if ((await childProgram(bench.programs.migrate, [], env).ended) !== 0) {
      throw new Error("The database could not be migrated.");
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    dataDir,
    env,
    query: async (text, values) => (await pool.query(text, values)).rows,
    async onOneConnection(work) {
      const client = await pool.connect();
      await work(async (text) => (await client.query(text)).rows);
      client.release();
    },
    stop,
    async restart() {
      await server.stop();
      server = await startEmbeddedPostgres({ dataDir, settings });
      if (server.url !== url) throw new Error("The database came back on another port.");
    },
  };
}

/**
 * Starts the production server over a database of its own for as long as `work` takes.
 * @template T
 * @param {object} bench
 * @param {{ name: string, isKept?: boolean, settings?: string[], env?: Record<string, string>, prepare?: (database: object) => Promise<void> }} options
 *   name: of the folder; isKept: the folder outlives the run; settings: PostgreSQL's; prepare: fills the database
 *   before the server starts
 * @param {(album: Album) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withAlbum(bench, options, work) {
  const database = await startDatabase(bench, options);
  try {
    await options.prepare?.(database);
    const env = { ...database.env, ...options.env };
    const server = startServer(bench, env);
    try {
      const port = await server.ready;
      return await work({
        url: `http://127.0.0.1:${port}`,
        pid: server.child.pid,
        databasePid: () => firstProcessOf(database.dataDir),
        dataDir: database.dataDir,
        query: database.query,
        databaseUrl: env.DATABASE_URL,
        env,
        restartDatabase: database.restart,
      });
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
  }
}
