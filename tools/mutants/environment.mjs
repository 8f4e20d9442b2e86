import { TestEnvironment } from "jest-environment-node";
import { createSwitch } from "./switch.mjs";

/**
 * Where an instrumented test file runs: each test with its job's mutant on, or all of them with one.
 * Tests are known by their place in the file: names may repeat.
 */
export default class MutantEnvironment extends TestEnvironment {
  #job = globalThis.keepsakeMutantJob;
  #place = -1;
  /** While no test runs (loading, and the hooks around all of them): "file". */
  #current = "file";

  constructor(config, context) {
    super(config, context);
    const { whole, pairs, reached } = this.#job;
    const active = () => whole ?? pairs?.[this.#current] ?? null;
    this.global.keepsakeMutants = createSwitch(active, (id) => {
      if (pairs || whole) return;
      reached[this.#current] ??= new Set();
      reached[this.#current].add(id);
    });
  }

  handleTestEvent(event) {
    if (event.name === "test_start") {
      this.#place++;
      const { named, pairs } = this.#job;
      if (named && event.test.name in named) pairs[this.#place] = named[event.test.name];
      if (!this.#isWanted()) event.test.mode = "skip";
      this.#current = String(this.#place);
    }
    if (event.name === "test_done") {
      this.#job.durations[this.#current] = event.test.duration ?? 0;
      const [error] = event.test.errors;
      if (error) {
        this.#job.failures.push({ place: this.#current, name: event.test.name, message: messageOf(error) });
      }
      this.#current = "file";
    }
  }

  #isWanted() {
    const { whole, pairs, clean, skipped, failures } = this.#job;
    const place = String(this.#place);
    if ((whole && failures.length > 0) || skipped?.includes(place)) return false;
    return !pairs || place in pairs || clean?.includes(place);
  }
}

/** Circus pairs an error with another for the place where the test was written. */
const messageOf = (thrown) => {
  const error = Array.isArray(thrown) ? (thrown[0] ?? thrown[1]) : thrown;
  return String(error?.message ?? error).slice(0, 500);
};
