import { spawn } from "node:child_process";

/**
 * Longer than a server takes: up to 5 s in which it still accepts requests (DRAIN_SECONDS) and 11 s for the last of
 * them. Shorter than the 30 s after which Docker kills everything (deploy/compose.yaml): PostgreSQL is stopped after it.
 */
const stopWithinMs = 25_000;

/**
 * For all our programs. Uploads pass through so many short-lived buffers that with Node's default young generation (16
 * MB) the server exceeds its memory target, idle and under uploads; 4 MB would save another 14 MB, but collects so
 * often that a few per cent of the pictures per second are lost. Long-running programs have their garbage collected
 * once they have started (server/first-collection.ts).
 */
export const nodeArguments = ["--max-semi-space-size=8", "--expose-gc"];

/** Settings of glibc for all our programs. */
export const nodeEnvironment = {
  // Each heap keeps the holes left by what it once contained; uploads on several threads would use several.
  MALLOC_ARENA_MAX: "1",
  // The default, which otherwise grows with the largest block that was freed.
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
};

/**
 * Runs one of our programs and stays connected to it: it ends when this process does.
 * @param {string} file
 * @param {string[]} [args]
 * @param {Record<string, string>} [env] over this process's
 * @returns {{ ready: Promise<{ port?: number, signUp?: string, isFresh?: boolean }>, ended: Promise<number>, stop: () => Promise<void> }}
 *   ready: the program's message that it is; ended: its exit code
 */
export function childProgram(file, args = [], env = {}) {
  const child = spawn(process.execPath, [...nodeArguments, file, ...args], {
    env: { ...nodeEnvironment, ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
  const ready = new Promise((resolve) => child.once("message", resolve));
  return {
    ready,
    ended,
    async stop() {
      child.kill("SIGTERM");
      const overdue = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
      await ended;
      clearTimeout(overdue);
    },
  };
}
