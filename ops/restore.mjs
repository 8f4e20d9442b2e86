// npm run restore -- FOLDER: restores a backup's album where none exists yet. See docs/operations.md.
import path from "node:path";
import { runProgram } from "./lib/run-program.mjs";

const [folder] = process.argv.slice(2);

await runProgram("restore", {
  args: [path.resolve(process.env.INIT_CWD ?? "", folder ?? "")],
  database: { mustBeStopped: true },
  check() {
    if (!folder) throw new Error("Give the backup's folder: npm run restore -- /path/to/the/backup");
  },
});
