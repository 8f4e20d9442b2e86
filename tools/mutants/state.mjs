import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Which test catches which mutant: committed to the repository, so that a run tries only what is new or has changed.
 */
export const killedFile = path.join(import.meta.dirname, "killed.json");

/**
 * @param {string} root of the project
 * @returns {Record<string, object>} verdicts by the mutants' ids, of those whose test is still there
 */
export function readKilled(root, file = killedFile) {
  const killed = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const verdicts = Object.entries(killed)
    .filter(([, [, by]]) => existsSync(path.join(root, by)))
    .map(([id, [fingerprint, by, test]]) => [id, { state: "killed", fingerprint, by: { file: by, test } }]);
  return Object.fromEntries(verdicts);
}

/** @param {Record<string, object>} verdicts of the last run */
export function writeKilled(verdicts, file = killedFile) {
  const lines = Object.entries(verdicts)
    .filter(([, { state }]) => state === "killed")
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([id, { fingerprint, by }]) =>
        `  ${JSON.stringify(id)}: ${JSON.stringify([fingerprint, by.file, by.test])}`,
    );
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
}

/**
 * What a run has found so far, in a file from which the next one continues.
 * @param {Record<string, object>} known verdicts to begin with where there is no such file
 */
export function openState(file, known = {}) {
  const state = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { coverage: {}, verdicts: { ...known } };
  return {
    ...state,
    save() {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify({ coverage: state.coverage, verdicts: state.verdicts }));
      renameSync(`${file}.new`, file);
    },
  };
}
