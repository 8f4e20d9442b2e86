// npm run backup -- FOLDER [--since EARLIER] [--to age1...]: writes the whole album into a new folder, whether it is
// running or not. With an earlier backup on the same disk, originals in both take up space only once. Encrypted for an
// age public key, it can be opened only with the private one; several can be given. See docs/operations.md.
import path from "node:path";
import { parseArgs } from "node:util";
import { runProgram } from "./lib/run-program.mjs";

const { values, positionals } = parseArgs({
  options: { since: { type: "string" }, to: { type: "string", multiple: true } },
  allowPositionals: true,
});
const [folder] = positionals;
// npm runs a program in the project's folder: names are relative to where the command was given.
const fromHere = (name) => path.resolve(process.env.INIT_CWD ?? "", name);

await runProgram("backup", {
  args: [
    fromHere(folder ?? ""),
    ...(values.since ? ["--since", fromHere(values.since)] : []),
    ...(values.to ?? []).flatMap((recipient) => ["--to", recipient]),
  ],
  database: { mustExist: true },
  check() {
    if (!folder) throw new Error("Give a new folder: npm run backup -- /path/to/a/new/folder");
  },
});
