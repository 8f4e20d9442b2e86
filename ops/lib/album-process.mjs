import { spawn } from "node:child_process";
import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { albumHost } from "./album-host.mjs";
import { runningPostgres } from "./embedded-postgres.mjs";
import { freePort } from "./free-port.mjs";

/** Longer than a server takes for the uploads that are under way. */
const stopWithinMs = 40_000;

/** @returns {Promise<number>} the answer's status; 0 without one */
function statusOf(port, path, host, address = "127.0.0.1") {
  return new Promise((resolve) => {
    const request = get({ host: address, port, path, headers: { Host: host }, timeout: 10_000 }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    request.once("error", () => resolve(0));
    request.once("timeout", () => request.destroy());
  });
}

const isHealthy = async (port) => (await statusOf(port, "/api/health", "localhost")) === 200;
const albumStatus = () => statusOf(Number(process.env.PORT || 3000), "/api/health", "localhost", albumHost());

/** Whether an album is running here: on the data folder, or, with a database of its own, where it listens. */
export async function isAlbumRunning(dataDir) {
  if (!process.env.DATABASE_URL) return (await runningPostgres(dataDir)) !== null;
  return (await albumStatus()) !== 0;
}

/** @param {() => Promise<boolean>} isSo @param {number} withinMs @returns {Promise<boolean>} */
export async function becomes(isSo, withinMs) {
  for (const until = Date.now() + withinMs; Date.now() < until; await wait(200))
    if (await isSo()) return true;
  return false;
}

/** @returns {Promise<boolean>} whether the album that a service has started answers */
export const answersInTime = (withinMs) => becomes(async () => (await albumStatus()) === 200, withinMs);

/**
 * Starts this version where only this machine can reach it and without background work, so that nothing is changed, sent
 * or deleted before it is known to work, and stops it again.
 * @param {string} root of the project
 * @param {number} withinMs until it answers
 * @param {AbortSignal} signal
 * @throws Error that says what didn't work
 */
export async function tryServer(root, withinMs, signal) {
  const port = await freePort();
  const env = { HOST: "127.0.0.1", PORT: String(port), WORKER_IN_PROCESS: "off", WEB_PROCESSES: "1" };
  const child = spawn(process.execPath, ["ops/start.mjs"], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let code;
  const ended = new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (exitCode) => resolve(exitCode ?? 1));
  }).then((exitCode) => {
    code = exitCode;
  });
  try {
    await becomes(async () => code !== undefined || signal.aborted || (await isHealthy(port)), withinMs);
    signal.throwIfAborted();
    if (code !== undefined) throw new Error(`The new version ended with code ${code} instead of starting.`);
    if (!(await isHealthy(port))) {
      throw new Error(`The new version didn't answer within ${withinMs / 1000} seconds.`);
    }
    const host = process.env.APP_URL ? new URL(process.env.APP_URL).host : "localhost";
    const status = await statusOf(port, "/", host);
    if (status === 0 || status >= 500)
      throw new Error(`The first page of the new version answered ${status}.`);
  } finally {
    child.kill("SIGTERM");
    const overdue = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
    await ended;
    clearTimeout(overdue);
  }
}
