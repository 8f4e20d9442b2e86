// npm run second-copy               how old the second copy is
// npm run second-copy -- --begin    begins it in SECOND_COPY, once, or continues it after a restore
// npm run second-copy -- --now      copies what isn't there yet and waits for it. See docs/operations.md.
import { parseArgs } from "node:util";
import { runProgram } from "./lib/run-program.mjs";

const { values } = parseArgs({ options: { begin: { type: "boolean" }, now: { type: "boolean" } } });

await runProgram("second-copy", {
  args: Object.keys(values).map((name) => `--${name}`),
  database: { mustExist: true },
});
