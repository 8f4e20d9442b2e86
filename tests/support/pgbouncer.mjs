import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../ops/lib/free-port.mjs";

const startTimeoutMs = 30_000;
const pollMs = 50;

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/**
 * Starts Debian's PgBouncer in front of a PostgreSQL, in transaction mode.
 * @param {string} serverUrl of any of its databases
 * @param {string} folder for its settings
 * @returns {Promise<{ urlOf: (directUrl: string) => string, pid: number, stop: () => Promise<void> }>}
 * urlOf: a database's address through it
 */
export async function startPgBouncer(serverUrl, folder) {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const settings = path.join(folder, "pgbouncer.ini");
  const secret = password ? ` password=${decodeURIComponent(password)}` : "";
  // Fewer connections than the tests open, so that they have to share.
  const lines = [
    "[databases]",
    `* = host=${hostname} port=${serverPort} user=${username}${secret}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    "max_client_conn = 1000",
    "default_pool_size = 8",
    "logfile =",
  ];
  writeFileSync(settings, `${lines.join("\n")}\n`);
  // It refuses to run as root, and reads its settings as the user it becomes.
  for (const place of [folder, settings]) chmodSync(place, 0o755);
  const asUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = spawn("pgbouncer", ["-q", ...asUser, settings], { stdio: "ignore" });
  child.unref();
  const ended = new Promise((resolve) => {
    child.once("exit", resolve).once("error", resolve);
  });
  const deadline = Date.now() + startTimeoutMs;
  while (!(await answers(port))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error("PgBouncer didn't start.");
    await delay(pollMs);
  }
  return {
    urlOf: (directUrl) => {
      const url = new URL(directUrl);
      Object.assign(url, { hostname: "127.0.0.1", port: String(port), search: "" });
      return url.href;
    },
    pid: child.pid ?? 0,
    stop: async () => {
      child.ref();
      child.kill("SIGKILL");
      await ended;
    },
  };
}
