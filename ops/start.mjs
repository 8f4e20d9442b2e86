// npm start: everything from a fresh checkout to a running album. See README.md.
//   --demo      also makes a demo family
//   --worker    runs only the background work, against DATABASE_URL
//   --prepare   does everything but serve
//   --build     installs and builds, and leaves the database alone
import { parseArgs } from "node:util";
import { carryOver, needsCarryOver } from "./lib/carry-over.mjs";
import { childProgram } from "./lib/child-program.mjs";
import { startEmbeddedPostgres } from "./lib/embedded-postgres.mjs";
import { runsOnModernNode } from "./lib/node-version.mjs";
import { prepare } from "./lib/prepare.mjs";
import { refuseRootForOtherUser } from "./lib/refuse-root.mjs";
import { root } from "./lib/root.mjs";
import { prepareSettings, readDataDir } from "./lib/settings.mjs";
import { summary } from "./lib/summary.mjs";

process.chdir(root);

const stop = new AbortController();
const running = { database: undefined, program: undefined };

/** @returns {Promise<number>} exit code */
async function start(options) {
  // For DATABASE_URL. With a database elsewhere, root only adds files, and a network share can belong to anyone.
  readDataDir(root);
  if (!options.build && !process.env.DATABASE_URL) refuseRootForOtherUser(root);
  const { dataDir } = prepareSettings(root);
  if (options.worker && !process.env.DATABASE_URL) {
    throw new Error("A worker needs DATABASE_URL, the database of its server.");
  }
  if (process.env.DIRECT_DATABASE_URL && !process.env.DATABASE_URL) {
    throw new Error("DIRECT_DATABASE_URL is of use only with DATABASE_URL.");
  }
  const server = options.worker ? "worker" : "cluster";
  const parts = options.worker ? [server] : [server, "serve"];
  const names = ["migrate", "carry-over", ...parts, ...(options.demo ? ["demo"] : [])];
  const programs = await prepare(root, names, { pages: !options.worker, signal: stop.signal });
  if (options.build) return 0;

  const ownsDatabase = !process.env.DATABASE_URL;
  if (ownsDatabase) {
    if (await needsCarryOver(dataDir)) {
      await carryOver({ root, dataDir, program: programs["carry-over"], signal: stop.signal });
    }
    running.database = await startEmbeddedPostgres({ dataDir, onExit: fail });
    process.env.DATABASE_URL = running.database.url;
  }
  if ((await runToEnd(programs.migrate)) !== 0) return 1;
  if (options.demo && (await runToEnd(programs.demo)) !== 0) return 1;
  if (options.prepare || stop.signal.aborted) return 0;

  running.program = childProgram(programs[server]);
  void running.program.ready.then(({ port, signUp, isFresh }) => {
    if (port) console.log(summary({ port, dataDir, ownsDatabase, signUp, isFresh }));
  });
  const code = await running.program.ended;
  return stop.signal.aborted ? 0 : code || 1;
}

async function runToEnd(file) {
  if (stop.signal.aborted) return 0;
  running.program = childProgram(file);
  return running.program.ended;
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
  stop.abort();
  void running.program?.stop();
}

for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
  process.on(signal, () => {
    stop.abort();
    void running.program?.stop();
  });
}

if (await runsOnModernNode(root)) {
  const { values } = parseArgs({
    options: {
      demo: { type: "boolean" },
      worker: { type: "boolean" },
      prepare: { type: "boolean" },
      build: { type: "boolean" },
    },
  });
  let code = 1;
  try {
    code = await start(values);
  } catch (error) {
    if (stop.signal.aborted) code = 0;
    else console.error(`\n${error.message}\n`);
  }
  // The program has ended by now; PostgreSQL is stopped last.
  await running.database?.stop();
  process.exit(process.exitCode || code);
}
