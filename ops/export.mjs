// npm run export -- FAMILY FOLDER: writes a family's whole album into a folder as files that other programs read, whether
// Keepsake is running or not. Run again, it adds what is new. See docs/operations.md.
import path from "node:path";
import { runProgram } from "./lib/run-program.mjs";

const [family, folder] = process.argv.slice(2);

await runProgram("export", {
  // npm runs a program in the project's folder: names are relative to where the command was given.
  args: [family ?? "", path.resolve(process.env.INIT_CWD ?? "", folder ?? "")],
  database: { mustExist: true },
  check() {
    if (!family || !folder)
      throw new Error('Give a family and a folder: npm run export -- "The Okafors" /path/to/a/folder');
  },
});
