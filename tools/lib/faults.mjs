import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** By the name of the file of tests/integration/faults: what goes wrong, and how often at the least. */
export const faults = {
  kill: { injected: "kill -9 at random moments of chunk, complete, single upload", runs: "200" },
  transcode: { injected: "kill -9 while a film is made playable", runs: "50" },
  "large-file": { injected: "kill -9 while 4.2 GB arrive in parts, and are put together", runs: "20" },
  "large-file-full-disk": {
    injected: "the same, and a disk that is full when half of it is there",
    runs: "20",
  },
  "large-file-bucket": { injected: "the same, into a bucket", runs: "20" },
  "disk-full": { injected: "a disk that is full, of the files", runs: "20" },
  "disk-full-database": { injected: "a disk that is full, of the files and the database", runs: "20" },
  database: { injected: "PostgreSQL stopped, or killed, and back, under traffic", runs: "20" },
  s3: {
    injected: "S3 answers 503, late, a reset, half a body, 200 with an error for a body",
    runs: "100 each",
  },
  clock: { injected: "clock a day ahead or behind, end of a month, summer time", runs: "20" },
  "double-submits": { injected: "every writing call again, and at once", runs: "every call x 3" },
  "print-ledger": {
    injected: "two people of a family at the print shop, up to three acts at once",
    runs: "10,000 moments",
  },
  "damaged-pictures": {
    injected: "HEIC, AVIF, WebP, raw, JPEG XL and MP4 with bytes changed, missing, doubled or zeroed",
    runs: "5,000 each",
  },
  "second-copy": {
    injected: "the data folder destroyed at random moments under uploads, and restored from the second copy",
    runs: "20",
  },
  import: { injected: "kill -9 while ten archives of 100 GB are read into the album", runs: "20" },
  "same-upload": { injected: "one file from two clients, one upload id from two people", runs: "100 each" },
};

/**
 * @typedef {object} FaultRow
 * @property {string} injected
 * @property {string} runs that were asked for
 * @property {string} held the test's own words
 * @property {number} seconds
 * @property {"held" | "BROKEN" | "not run"} verdict
 * @property {string} command
 */

/** A file's many tests are combined: a line for each would bury the others. */
const manyTests = 20;

/** @param {{ title: string, status: string, duration?: number }[]} tests of one file, as jest reports them */
export function asRows(name, tests) {
  const { injected, runs } = faults[name];
  const base = { injected, runs, command: `npm run faults -- ${name}` };
  const verdictOf = ({ status }) => ({ passed: "held", failed: "BROKEN" })[status] ?? "not run";
  const secondsOf = ({ duration }) => (duration ?? 0) / 1000;
  const broken = tests.filter((test) => test.status === "failed");
  const row = (test) => ({ ...base, held: test.title, seconds: secondsOf(test), verdict: verdictOf(test) });
  if (tests.length < manyTests) return tests.map(row);
  const seconds = tests.reduce((sum, test) => sum + secondsOf(test), 0);
  const passed = tests.filter((test) => test.status === "passed").length;
  const held = `${passed} of ${tests.length} tests: one effect each, no error of ours, invariants afterwards`;
  return [...broken.map(row), { ...base, held, seconds, verdict: broken.length > 0 ? "BROKEN" : "held" }];
}

/** The line of a fault that is still to come. */
export const notRun = (name) => asRows(name, [{ title: "", status: "pending" }]);

/**
 * Runs one file of faults.
 * @param {string} root of the project
 * @param {keyof typeof faults} name
 * @param {{ isFull: boolean }} options
 * @returns {Promise<FaultRow[]>} a line for each of its tests
 */
export async function injectFault(root, name, { isFull }) {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-faults-"));
  const report = path.join(folder, "report.json");
  const file = `tests/integration/faults/${name}.test.ts`;
  const args = ["--selectProjects", "integration", "--json", `--outputFile=${report}`, "--", file];
  const child = spawn(process.execPath, [path.join(root, "node_modules/jest/bin/jest.js"), ...args], {
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: "--experimental-vm-modules --disable-warning=ExperimentalWarning",
      FAULT_ROUNDS: isFull ? "full" : "few",
    },
    // Standard output is reserved for the table.
    stdio: ["ignore", "ignore", "inherit"],
  });
  await new Promise((resolve) => child.once("exit", resolve));
  const results = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).testResults : [];
  rmSync(folder, { recursive: true });
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  if (tests.length > 0) return asRows(name, tests);
  return asRows(name, [{ title: "the tests did not start", status: "failed" }]);
}
