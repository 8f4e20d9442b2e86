import { readFileSync } from "node:fs";
import path from "node:path";
import { askRegistry, faultsOfAudit, mustBeAnswered } from "./audit.mjs";
import { checkLicences, installedPackages } from "./licences.mjs";

/**
 * The stage "dependencies": known vulnerabilities, and licences.
 * @param {{ root: string }} run
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function checkDependencies({ root }) {
  const exceptions = JSON.parse(
    readFileSync(path.join(root, "tools", "lib", "dependency-exceptions.json"), "utf8"),
  );
  const result = { passed: 0, failed: 0, skipped: 0 };
  const count = (faults, what) => {
    for (const fault of faults) console.error(`${what}: ${fault}`);
    if (faults.length > 0) result.failed += 1;
    else result.passed += 1;
  };

  const packages = installedPackages(root);
  const { faults, unused } = checkLicences(packages, exceptions.licences);
  count(faults, "Not an allowed licence");
  // Another system's binaries may need an exception that this one's don't.
  for (const name of unused) console.log(`An exception that nothing needs here: ${name}`);
  console.log(`Licences of ${packages.length} packages looked at`);

  const isOffline = process.env.AUDIT === "offline";
  const answer = isOffline ? { unanswered: "AUDIT=offline" } : await askRegistry(root);
  if ("report" in answer) {
    count(
      faultsOfAudit(answer.report, exceptions.audit, new Date().toISOString().slice(0, 10)),
      "Known hole",
    );
  } else if (mustBeAnswered(process.env)) {
    count([`${answer.unanswered}. Where there is no registry to ask, set AUDIT=offline.`], "Not looked up");
  } else {
    console.log(`SKIPPED: known holes in packages were NOT looked up: ${answer.unanswered}.`);
    result.skipped += 1;
  }
  return result;
}
