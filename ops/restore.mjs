// npm run restore -- FOLDER [--key FILE] [--only-database]: restores a backup's album where none exists yet. An encrypted one is
// opened by the private key in FILE. --only-database replaces the rows of an album whose files are all there still: what has
// changed since the backup is lost. See docs/operations.md.
import path from "node:path";
import { parseArgs } from "node:util";
import { runProgram } from "./lib/run-program.mjs";

const { values, positionals } = parseArgs({
  options: { key: { type: "string" }, "only-database": { type: "boolean" } },
  allowPositionals: true,
});
const [folder] = positionals;
const fromHere = (name) => path.resolve(process.env.INIT_CWD ?? "", name);

await runProgram("restore", {
  args: [
    fromHere(folder ?? ""),
    ...(values.key ? ["--key", fromHere(values.key)] : []),
    ...(values["only-database"] ? ["--only-database"] : []),
  ],
  database: { mustBeStopped: true },
  check() {
    if (!folder) throw new Error("Give the backup's folder: npm run restore -- /path/to/the/backup");
  },
});
