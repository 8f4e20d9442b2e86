import path from "node:path";
import { childProgram } from "./child-program.mjs";
import { runsOnModernNode } from "./node-version.mjs";
import { prepare } from "./prepare.mjs";
import { prepareSettings } from "./settings.mjs";
import { withDatabase } from "./with-database.mjs";

const root = path.resolve(import.meta.dirname, "..", "..");

/**
 * Runs one of our one-off programs against the album's database, and ends with its exit code.
 * @param {string} name of the program
 * @param {{ args?: string[], database?: { mustExist?: boolean, mustBeStopped?: boolean }, check?: () => void }} options
 * check: throws an error with a readable message when it was called incorrectly
 */
export async function runProgram(name, { args = [], database = {}, check = () => {} }) {
  if (!(await runsOnModernNode(root))) return;
  const running = { program: undefined };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
    process.on(signal, () => void running.program?.stop());
  let code = 1;
  try {
    check();
    process.chdir(root);
    const { dataDir } = prepareSettings(root);
    const programs = await prepare(root, [name]);
    code = await withDatabase(dataDir, database, () => {
      running.program = childProgram(programs[name], args);
      return running.program.ended;
    });
  } catch (error) {
    console.error(`\n${error.message}\n`);
  }
  process.exit(code);
}
