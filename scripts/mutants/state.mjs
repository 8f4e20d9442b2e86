import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What a run has found so far, in a file that the next one goes on from. */
export function openState(file) {
  const state = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { coverage: {}, verdicts: {} };
  return {
    ...state,
    save() {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify({ coverage: state.coverage, verdicts: state.verdicts }));
      renameSync(`${file}.new`, file);
    },
  };
}
