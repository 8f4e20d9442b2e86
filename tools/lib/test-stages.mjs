import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPages } from "../../ops/lib/build.mjs";
import { freePort } from "../../ops/lib/free-port.mjs";
import { checkDependencies } from "./dependencies.mjs";
import { hasProgram } from "./system-programs.mjs";
import { v8Flags } from "./v8-flags.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped?: number }} Result
 * @typedef {{ root: string, more: string[] }} Run `more`: further arguments for the stage's program
 */

const check = (isGood) => ({ passed: isGood ? 1 : 0, failed: isGood ? 0 : 1 });

/** Runs a program from one of the packages under this Node, showing its output. */
function runs(root, file, args, { env = {}, flags = [] } = {}) {
  const child = spawn(process.execPath, [...flags, path.join(root, "node_modules", file), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: "inherit",
  });
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

const lint = async ({ root }) =>
  check(await runs(root, "@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]));

async function types({ root }) {
  // Next writes the types of its routes and files; tsc needs them.
  await runs(root, "next/dist/bin/next", ["typegen"], { env: { NEXT_TELEMETRY_DISABLED: "1" } });
  return check(await runs(root, "typescript/bin/tsc", ["--noEmit", "--incremental", "false"]));
}

const deadCode = async ({ root }) => check(await runs(root, "knip/bin/knip.js", ["--no-progress"]));

/**
 * @param {string} project of jest.config.mjs
 * @param {string[]} [flags] of Node
 */
function jest(project, flags) {
  return async ({ root, more }) => {
    const folder = mkdtempSync(path.join(tmpdir(), "keepsake-jest-"));
    const report = path.join(folder, "report.json");
    const options = `${process.env.NODE_OPTIONS ?? ""} --experimental-vm-modules --disable-warning=ExperimentalWarning`;
    const output = ["--json", `--outputFile=${report}`, "--passWithNoTests", ...more];
    const isGood = await runs(root, "jest/bin/jest.js", ["--selectProjects", project, ...output], {
      env: { NODE_OPTIONS: options.trim() },
      flags,
    });
    const result = existsSync(report) ? jestResult(JSON.parse(readFileSync(report, "utf8"))) : check(isGood);
    rmSync(folder, { recursive: true, force: true });
    // A failure outside any test, such as a broken setup, counts too.
    return isGood || result.failed > 0 ? result : { ...result, failed: 1 };
  };
}

const jestResult = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests,
});

async function build({ root }) {
  try {
    await buildPages(root);
    return check(true);
  } catch (error) {
    console.error(error.message);
    return check(false);
  }
}

/** The album and, on the ports after its own, what it talks to: see playwright.config.ts. */
const serversOfTests = 6;

async function endToEnd({ root, more }) {
  if (!hasProgram("chromium")) return { passed: 0, failed: 0 };
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-e2e-"));
  const report = path.join(folder, "report.json");
  const isGood = await runs(root, "@playwright/test/cli.js", ["test", ...more], {
    env: {
      E2E_PORT: String(await freePort({ count: serversOfTests })),
      E2E_DATA_DIR: path.join(folder, "data"),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  });
  const stats = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).stats : undefined;
  rmSync(folder, { recursive: true, force: true });
  if (!stats) return check(isGood);
  const { expected, unexpected, flaky, skipped } = stats;
  if (flaky > 0) console.log(`${flaky} of them passed only at the second try`);
  return { passed: expected + flaky, failed: isGood ? unexpected : Math.max(unexpected, 1), skipped };
}

/** Stages that run none of our code. */
export const readingStages = ["lint", "types", "dead-code", "dependencies"];

/** Cheapest first. @type {Record<string, (run: Run) => Promise<Result>>} */
export const stages = {
  lint,
  types,
  "dead-code": deadCode,
  dependencies: checkDependencies,
  unit: jest("unit"),
  components: jest("components"),
  integration: jest("integration", v8Flags),
  build,
  e2e: endToEnd,
};
