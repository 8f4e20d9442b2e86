import JestRunner from "jest-runner";

/** Jest stays up, and runs test files on request from the program that started it (run.mjs): one file at a time. */
export default class MutantRunner extends JestRunner {
  async runTests(tests, watcher, options) {
    const byPath = new Map(tests.map((test) => [test.path, test]));
    process.on("message", async (message) => {
      if (message.end) process.exit(0);
      process.send(await this.#run(byPath.get(message.path), message, watcher, options));
    });
    // Immediately: a running test would delay a normal exit.
    process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
    process.send({ isReady: true });
    await new Promise(() => {});
  }

  async #run(test, wanted, watcher, options) {
    const job = { ...wanted, reached: {}, durations: {}, failures: [] };
    globalThis.keepsakeMutantJob = job;
    const start = performance.now();
    // A separate runner: Jest would keep what this one emitted.
    const runner = new JestRunner(this._globalConfig, this._context);
    let failure = test ? null : "There is no such test file.";
    runner.on("test-file-success", ([, result]) => {
      if (result.testExecError) failure = String(result.testExecError.message ?? result.testExecError);
      else if (result.numFailingTests > 0 || result.failureMessage)
        failure = result.failureMessage ?? "failed";
    });
    runner.on("test-file-failure", ([, error]) => {
      failure = error.stack || error.message || String(error);
    });
    if (test) await runner.runTests([test], watcher, { ...options, serial: true });
    return {
      hasPassed: failure === null,
      failure: failure?.slice(0, 2000) ?? null,
      failures: job.failures,
      pairs: job.pairs,
      durations: job.durations,
      reached: Object.fromEntries(Object.entries(job.reached).map(([place, ids]) => [place, [...ids]])),
      ms: Math.round(performance.now() - start),
      memory: process.memoryUsage().rss,
    };
  }
}
