import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../ops/lib/free-port.mjs";
import { untilAnswering } from "./minimal-next.mjs";

/** The environment the start script sees, for the person who runs it. */
function cleanEnvironment(dataDir, port) {
  const { DATABASE_URL: _, ...rest } = process.env;
  const blank = {
    APP_URL: "",
    S3_BUCKET: "",
    SUPER_ADMIN_EMAIL: "",
    SUPER_ADMIN_PASSWORD: "",
    AUTH_SECRET: "",
    // Comparable on any machine.
    WEB_PROCESSES: "1",
  };
  return { ...rest, ...blank, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "error" };
}

/**
 * Runs `npm start`'s script, PostgreSQL included, for as long as `work` takes.
 * @template T
 * @param {object} bench
 * @param {string} dataDir
 * @param {(started: { url: string, startSeconds: number, pid: number }) => Promise<T>} work startSeconds: until the
 *   first page came with status 200
 * @param {{ prefix?: string[], env?: Record<string, string> }} [options] prefix: words before the command
 * @returns {Promise<T>}
 */
export async function withWholeStart(bench, dataDir, work, { prefix = [], env = {} } = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const [program, ...args] = [...prefix, process.execPath, path.join(bench.root, "ops", "start.mjs")];
  const child = spawn(program, args, {
    cwd: bench.root,
    env: { ...cleanEnvironment(dataDir, port), ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await Promise.race([
      untilAnswering(`${url}/`),
      ended.then((code) => Promise.reject(new Error(`The start script ended with code ${code}.`))),
    ]);
    return await work({ url, startSeconds: (performance.now() - started) / 1000, pid: child.pid });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/** An empty folder for one figure's data. */
export function emptyDataDir(bench, name) {
  const dataDir = path.join(bench.folder, name);
  rmSync(dataDir, { recursive: true, force: true });
  return dataDir;
}
