import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { requireTool } from "./tools.mjs";

const startMs = 20_000;

/** The port that Chromium has chosen for DevTools. */
async function devToolsPort(profile) {
  const file = path.join(profile, "DevToolsActivePort");
  for (const giveUpAt = Date.now() + startMs; ; await wait(50)) {
    try {
      return readFileSync(file, "utf8").split("\n")[0];
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
    }
  }
}

/** Calls DevTools of a page. */
async function connect(address) {
  const socket = new WebSocket(address);
  await once(socket, "open");
  const waiting = new Map();
  let calls = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(data);
    waiting.get(id)?.(error ? Promise.reject(new Error(error.message)) : result);
    waiting.delete(id);
  });
  return (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
}

/**
 * A Chromium with one page, without Playwright, which makes the browser keep everything it received over the network:
 * for measuring its memory after hours.
 * @template T
 * @param {(page: { pid: number, send: (method: string, params?: object) => Promise<object> }) => Promise<T>} work
 * `pid`: the browser's process
 * @returns {Promise<T>}
 */
export async function withBareChromium(work) {
  const executable = requireTool("chromium");
  const profile = mkdtempSync(path.join(tmpdir(), "keepsake-chromium-"));
  const browser = spawn(
    executable,
    [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      ...["--headless=new", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
      ...["--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    ],
    { stdio: "ignore" },
  );
  const ended = once(browser, "exit");
  try {
    const port = await devToolsPort(profile);
    const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
    const send = await connect(targets.find(({ type }) => type === "page").webSocketDebuggerUrl);
    await send("Page.enable");
    return await work({ pid: browser.pid, send });
  } finally {
    browser.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true });
  }
}
