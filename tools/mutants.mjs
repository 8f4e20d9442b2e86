// npm run mutants: drops every condition that says whose a row is, and weakens every access level, one at a time, and
// asks whether the integration tests notice. Continues where the last run was interrupted (.mutants/).
// npm run mutants -- --only lib/album/media     those of these sources
// npm run mutants -- --ids "uploaderId"            those whose id holds this text; --kind where|sql|...
// npm run mutants -- --tests hashtags              only with the test files that match
// npm run mutants -- --fresh                       from the beginning, those that are known to be killed too
// npm run mutants -- --write docs/mutants.md       the report, and which test kills which (tools/mutants/killed.json)
// npm run mutants -- --list
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { generate } from "../ops/lib/build.mjs";
import { ensureInstalled } from "../ops/lib/install.mjs";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { root } from "../ops/lib/root.mjs";
import { ensureSystemPrograms } from "./lib/system-programs.mjs";

process.chdir(root);
/** The database that was started then ends on its own. */
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

async function run(values) {
  await ensureInstalled(root);
  ensureSystemPrograms();
  await generate(root);
  if (values.list) {
    const { instrument } = await import("./mutants/instrument.mjs");
    const mutants = instrument(root, path.join(root, ".mutants", "sources"));
    for (const { line, id } of mutants) console.log(`${line}\t${id}`);
    return;
  }
  const { runMutants } = await import("./mutants/run.mjs");
  const { asMarkdown, asText } = await import("./mutants/report.mjs");
  const { describeMachine } = await import("./bench/table.mjs");
  const outcome = await runMutants(root, {
    only: values.only,
    ids: values.ids,
    kind: values.kind,
    tests: values.tests,
    processes: Number(values.processes),
    isFresh: values.fresh,
    say: (line) => console.log(line),
  });
  console.log(`\n${asText(outcome)}`);
  if (values.write) {
    writeFileSync(path.resolve(root, values.write), asMarkdown(outcome, describeMachine(root)));
    const { readKilled, writeKilled } = await import("./mutants/state.mjs");
    writeKilled({
      ...(outcome.isWhole ? {} : readKilled(root)),
      ...Object.fromEntries(outcome.rows.map((row) => [row.id, row])),
    });
  }
  if (outcome.rows.some(({ state }) => state !== "killed" && state !== "equivalent")) process.exitCode = 1;
}

if (await runsOnModernNode(root)) {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      ids: { type: "string", multiple: true },
      kind: { type: "string" },
      tests: { type: "string" },
      processes: { type: "string", default: "2" },
      fresh: { type: "boolean" },
      list: { type: "boolean" },
      write: { type: "string" },
    },
  });
  try {
    await run(values);
  } catch (error) {
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
