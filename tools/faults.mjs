// npm run faults: injects every fault of the list below as often as quality asks for, and prints what survived.
// npm run faults -- s3 kill                  selected ones
// npm run faults -- --few                    a few of each, as npm test does
// npm run faults -- --write docs/faults.md   the report as a page
// Takes an hour or two. Root may fill a disk (a tmpfs); S3 needs Debian's ceph-mon, ceph-osd and radosgw.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { generate } from "../ops/lib/build.mjs";
import { ensureInstalled } from "../ops/lib/install.mjs";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { root } from "../ops/lib/root.mjs";
import { faults, injectFault, notRun } from "./lib/faults.mjs";
import { ensureSystemPrograms } from "./lib/system-programs.mjs";

process.chdir(root);

async function run({ values, positionals }) {
  const unknown = positionals.find((name) => !Object.hasOwn(faults, name));
  if (unknown) throw new Error(`There is no fault ${unknown}. There are: ${Object.keys(faults).join(", ")}`);
  await ensureInstalled(root);
  ensureSystemPrograms();
  await generate(root);
  const { asMarkdown, asText } = await import("./lib/fault-table.mjs");
  const { describeMachine } = await import("./bench/table.mjs");
  const names = positionals.length > 0 ? positionals : Object.keys(faults);
  const given = process.argv.slice(2);
  const command = ["npm run faults", ...(given.length > 0 ? ["--", ...given] : [])].join(" ");
  const rows = [];
  for (const [at, name] of names.entries()) {
    console.error(`${name} ...`);
    rows.push(...(await injectFault(root, name, { isFull: !values.few })));
    // After each: an hour-long run that is interrupted has reported something.
    const page = asMarkdown(
      [...rows, ...names.slice(at + 1).flatMap(notRun)],
      describeMachine(root),
      command,
    );
    if (values.write) writeFileSync(path.resolve(root, values.write), page);
  }
  console.log(`\n${asText(rows)}`);
  if (rows.some(({ verdict }) => verdict === "BROKEN")) process.exitCode = 1;
}

if (await runsOnModernNode(root)) {
  const given = parseArgs({
    options: { few: { type: "boolean" }, write: { type: "string" } },
    allowPositionals: true,
  });
  try {
    await run(given);
  } catch (error) {
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
