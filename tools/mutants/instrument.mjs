import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findMutants } from "./find-mutants.mjs";

const generated = /^(?:lib\/generated|lib\/service-worker|app\/_generated)\//;

/** The sources that run on the server, by their path in the project. */
function readSources(root) {
  const files = globSync("{app,lib}/**/*.{ts,tsx}", { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => !generated.test(file) && !file.endsWith(".d.ts"))
    .sort();
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(root, file), "utf8")]));
}

export const fingerprint = (...texts) =>
  createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16);

/**
 * Writes the sources that have mutants, with these in them, where transform.mjs finds them.
 * @param {string} root of the project
 * @param {string} folder
 * @returns {(import("./find-mutants.mjs").Mutant & { fingerprint: string })[]}
 */
export function instrument(root, folder) {
  const sources = readSources(root);
  const { mutants, code } = findMutants(sources);
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of Object.entries(code)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return mutants.map((mutant) => ({ ...mutant, fingerprint: fingerprint(mutant.statement) }));
}
