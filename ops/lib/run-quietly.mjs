import { spawn } from "node:child_process";

/**
 * Runs a program whose output only matters when it fails.
 * @param {string} what it does, for the message
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, signal?: AbortSignal }} options
 * @throws Error with the program's output
 */
export async function runQuietly(what, file, args, { cwd, env = {}, signal }) {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${what} failed:\n${output.trim()}`);
}
