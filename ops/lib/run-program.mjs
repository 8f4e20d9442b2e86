import { childProgram } from "./child-program.mjs";
import { runsOnModernNode } from "./node-version.mjs";
import { prepare } from "./prepare.mjs";
import { refuseRootForOtherUser } from "./refuse-root.mjs";
import { root } from "./root.mjs";
import { prepareSettings } from "./settings.mjs";
import { withDatabase } from "./with-database.mjs";

/**
 * Runs one of our one-off programs against the album's database, and ends with its exit code.
 * @param {string} name of the program
 * @param {{ args?: string[], database?: { mustExist?: boolean, mustBeStopped?: boolean }, check?: () => void }} options
 * check: throws an error with a readable message when it was called incorrectly
 */
export async function runProgram(name, { args = [], database = {}, check = () => {} }) {
  await runSteps(name, check, ({ dataDir, run }) => withDatabase(dataDir, database, () => run(args)));
}

/**
 * Like `runProgram`, for a program that is run more than once, or with its own kind of database.
 * @param {string} name of the program
 * @param {() => void} check
 * @param {(tools: { dataDir: string, run: (args: string[], env?: Record<string, string>) => Promise<number> }) =>
 *   Promise<number>} work its exit code is this process's
 */
export async function runSteps(name, check, work) {
  if (!(await runsOnModernNode(root))) return;
  const running = { program: undefined };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
    process.on(signal, () => void running.program?.stop());
  let code = 1;
  try {
    check();
    process.chdir(root);
    refuseRootForOtherUser(root);
    const { dataDir } = prepareSettings(root);
    const programs = await prepare(root, [name]);
    const run = (args, env) => {
      running.program = childProgram(programs[name], args, env);
      return running.program.ended;
    };
    code = await work({ dataDir, run });
  } catch (error) {
    console.error(`\n${error.message}\n`);
  }
  process.exit(code);
}
