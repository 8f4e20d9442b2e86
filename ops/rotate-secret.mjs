// npm run rotate-secret [-- --drop-old]: puts a new key before the ones in AUTH_SECRET, or removes the old ones, and
// reseals the database's secrets with the first. The album must be stopped. See docs/operations.md.
import { parseArgs } from "node:util";
import { runProgram } from "./lib/run-program.mjs";

const { values } = parseArgs({
  options: { "drop-old": { type: "boolean" }, reseal: { type: "boolean" } },
});
const action = values["drop-old"] ? "drop-old" : values.reseal ? "reseal" : "add";

await runProgram("rotate-secret", { args: [action], database: { mustExist: true, mustBeStopped: true } });
