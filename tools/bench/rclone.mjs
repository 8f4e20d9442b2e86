import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { freePort } from "../../ops/lib/free-port.mjs";
import { untilAnswering } from "./minimal-next.mjs";
import { requireTool } from "./tools.mjs";

/**
 * `rclone serve webdav` over an empty folder, for as long as `work` takes: what someone with large files would run instead.
 * @template T
 * @param {string} folder
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws MissingToolError without rclone
 */
export async function withRclone(folder, work) {
  const rclone = requireTool("rclone");
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const args = ["serve", "webdav", folder, "--addr", `127.0.0.1:${port}`, "--log-level", "ERROR"];
  const child = spawn(rclone, args, { stdio: "inherit" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswering(url);
    return await work(url);
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
