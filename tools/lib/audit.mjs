import { spawn } from "node:child_process";

const askMs = 90_000;
const stopping = new Set(["high", "critical"]);

/**
 * @typedef {{ package: string, advisory: string, reason: string, until: string }} AuditException
 * `advisory`: the end of its address (GHSA-...); `until`: the day on which it must be reviewed
 */

/**
 * Asks the registry for known vulnerabilities in what is shipped, by npm's own command.
 * @param {string} root of the project
 * @param {Record<string, string>} [env] more for npm
 * @returns {Promise<{ report: object } | { unanswered: string }>} `unanswered`: why there was no answer
 */
export async function askRegistry(root, env = {}) {
  const args = ["audit", "--omit=dev", "--json", "--fetch-retries=0", "--fetch-timeout=30000"];
  const child = spawn("npm", args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
    timeout: askMs,
  });
  let written = "";
  child.stdout.on("data", (piece) => {
    written += piece;
  });
  const isStarted = await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", () => resolve(true));
  });
  if (!isStarted) return { unanswered: "npm could not be started" };
  try {
    const report = JSON.parse(written);
    if (report.metadata?.vulnerabilities && report.vulnerabilities) return { report };
    const status = report.statusCode ? ` (${report.statusCode})` : "";
    return { unanswered: `the package registry doesn't answer such questions${status}` };
  } catch {
    return { unanswered: "the package registry can't be reached" };
  }
}

/**
 * In continuous integration nobody notices that the audit was skipped, so there it has to be switched off deliberately.
 * @param {Record<string, string | undefined>} env
 */
export function mustBeAnswered({ CI, AUDIT }) {
  return Boolean(CI) && CI !== "false" && AUDIT !== "offline";
}

/** Each vulnerability once, with the package it is in. */
function holesIn(report) {
  const holes = new Map();
  for (const { via } of Object.values(report.vulnerabilities)) {
    for (const hole of via) {
      // A string only names the package that brings in the vulnerability.
      if (typeof hole === "object" && stopping.has(hole.severity))
        holes.set(`${hole.name} ${hole.url}`, hole);
    }
  }
  return [...holes.values()];
}

/**
 * High and critical vulnerabilities are faults, except for exceptions that have not expired.
 * @param {object} report of `npm audit --json`
 * @param {AuditException[]} exceptions
 * @param {string} today as 2026-11-22
 * @returns {string[]} faults
 */
export function faultsOfAudit(report, exceptions, today) {
  return holesIn(report)
    .filter(
      ({ name, url }) =>
        !exceptions.some(
          (one) => one.package === name && String(url).endsWith(`/${one.advisory}`) && one.until >= today,
        ),
    )
    .map(({ name, title, severity, url, range }) => `${name} ${range}: ${severity}, ${title} (${url})`);
}
