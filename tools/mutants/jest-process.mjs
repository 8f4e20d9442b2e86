import { fork } from "node:child_process";
import { createWriteStream } from "node:fs";
import path from "node:path";

/** The memory a Jest process can use before it is replaced: modules of finished test files are not all released. */
const maxMemory = 1_800 * 2 ** 20;
const maxStartMs = 120_000;

/** Test files in a Jest that stays up (runner.mjs); one that hangs or grows is replaced. */
export class JestProcess {
  #child = null;
  #root;
  #env;

  constructor(root, env) {
    this.#root = root;
    this.#env = env;
  }

  /**
   * @param {{ path: string, whole?: string, pairs?: Record<string, string>, named?: Record<string, string>, clean?: string[],
   *   skipped?: string[] }} job `whole`: the mutant for all tests; `pairs`: one for each test, by its place; `named`: more
   *   of them by the tests' names; without these, none; `clean`: tests to run without
   * @param {number} limitMs
   * @returns {Promise<object>} what runner.mjs answers; `{ hasPassed: false, isTimeout: true }` after the limit
   */
  async run(job, limitMs) {
    const child = await this.#started();
    child.send(job);
    const result = await this.#answer(child, limitMs);
    if (!result || result.memory > maxMemory) await this.end();
    return (
      result ?? {
        hasPassed: false,
        isTimeout: true,
        failure: "time limit",
        failures: [],
        durations: {},
        reached: {},
        ms: limitMs,
      }
    );
  }

  async end() {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async #started() {
    if (this.#child?.connected) return this.#child;
    const log = createWriteStream(path.join(this.#env.KEEPSAKE_MUTANTS_FOLDER, "..", "jest.log"), {
      flags: "a",
    });
    const config = path.join(import.meta.dirname, "jest.config.mjs");
    this.#child = fork(
      path.join(this.#root, "node_modules/jest/bin/jest.js"),
      ["--config", config, "--runInBand"],
      {
        cwd: this.#root,
        env: { ...process.env, ...this.#env, CI: "" },
        execArgv: ["--experimental-vm-modules", "--disable-warning=ExperimentalWarning"],
        stdio: ["ignore", "pipe", "pipe", "ipc"],
      },
    );
    this.#child.stdout.pipe(log, { end: false });
    this.#child.stderr.pipe(log, { end: false });
    const ready = await this.#answer(this.#child, maxStartMs);
    if (!ready?.isReady) throw new Error("Jest did not start: .mutants/jest.log says why.");
    return this.#child;
  }

  /** @returns {Promise<object | null>} null when none came, or the process ended */
  #answer(child, limitMs) {
    return new Promise((resolve) => {
      const done = (answer) => {
        clearTimeout(timer);
        child.off("message", done);
        child.off("exit", gone);
        resolve(answer);
      };
      const gone = () => done(null);
      const timer = setTimeout(gone, limitMs);
      child.once("message", done);
      child.once("exit", gone);
    });
  }
}
