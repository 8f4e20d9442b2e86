// npm test: every check, from a fresh checkout.
// npm test -- unit lint              only those stages (see tools/lib/test-stages.mjs)
// npm test -- integration -- media   what follows the second -- goes to the stage's program
import { generate } from "../ops/lib/build.mjs";
import { ensureInstalled } from "../ops/lib/install.mjs";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { root } from "../ops/lib/root.mjs";
import { ensureSystemPrograms } from "./lib/system-programs.mjs";

process.chdir(root);
/** These end the browser or the database they started themselves. */
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

function chosenStages(stages) {
  const given = process.argv.slice(2);
  const end = given.includes("--") ? given.indexOf("--") : given.length;
  const names = given.slice(0, end);
  const unknown = names.find((name) => !stages[name]);
  if (unknown) throw new Error(`There is no stage ${unknown}, only ${Object.keys(stages).join(", ")}`);
  return { names: names.length > 0 ? names : Object.keys(stages), more: given.slice(end + 1) };
}

async function runInTurn(names, run) {
  for (const name of names) await run(name);
}

async function test() {
  await ensureInstalled(root);
  const { readingStages, stages } = await import("./lib/test-stages.mjs");
  const { names, more } = chosenStages(stages);
  if (names.includes("integration") || names.includes("e2e")) ensureSystemPrograms();
  await generate(root);

  const sum = { passed: 0, failed: 0 };
  const lines = [];
  async function run(name) {
    console.log(`\n== ${name}`);
    const start = performance.now();
    const { passed, failed, skipped = 0 } = await stages[name]({ root, more });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const counted = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
    lines.push(`${name.padEnd(12)} ${counted}, ${seconds} s`);
    sum.passed += passed;
    sum.failed += failed;
  }
  // The compiler uses one core: whatever else only reads the sources runs alongside it.
  const reading = names.filter((name) => readingStages.includes(name));
  await Promise.all([
    reading.includes("types") && run("types"),
    runInTurn(
      reading.filter((name) => name !== "types"),
      run,
    ),
  ]);
  await runInTurn(
    names.filter((name) => !readingStages.includes(name)),
    run,
  );
  console.log(`\n${lines.join("\n")}\n\n${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

if (await runsOnModernNode(root)) {
  try {
    await test();
  } catch (error) {
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
