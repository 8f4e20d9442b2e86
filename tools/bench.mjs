// npm run bench: measures the figures of the album and prints them next to what the same work takes without us. Its
// options and figures: npm run bench -- --help
import { mkdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { buildPages, buildPrograms, generate } from "../ops/lib/build.mjs";
import { ensureInstalled } from "../ops/lib/install.mjs";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { root } from "../ops/lib/root.mjs";

process.chdir(root);

/** In the table's order, by the name that selects them. */
const figures = {
  ingest: "ingest",
  import: "import",
  "in-place": "folder-in-place",
  export: "export",
  "round-trip": "round-trip",
  serving: "serving",
  calls: "hot-reads",
  month: "month-page",
  years: "year-counts",
  "on-this-day": "on-this-day",
  "growing-up": "growing-up",
  search: "search",
  clips: "clip-upload",
  "photos-up": "photos-up",
  "json-memory": "json-memory",
  many: "choosing-many",
  home: "first-load",
  scrolling: "long-month",
  "all-photos": "all-photos",
  map: "map",
  book: "book",
  show: "show",
  "cold-start": "cold-start",
  idle: "idle-memory",
  container: "small-container",
  pushes: "pushes",
  video: "video",
  film: "long-film",
  "growing-film": "growing-film",
  sorter: "sorter",
  faces: "faces",
  growth: "growth",
  partitions: "partitions",
  backup: "backup",
  "second-copy": "second-copy",
};

async function prepare({ isQuick, isProfiled, processes }) {
  await ensureInstalled(root);
  await generate(root);
  const programs = await buildPrograms(root, [
    "migrate",
    "serve",
    "cluster",
    "video-timing",
    "film-timing",
    "sorter-arrangement",
    "face-groups",
    "backup",
    "second-copy",
  ]);
  await buildPages(root);
  const folder = path.resolve(process.env.BENCH_DIR || path.join(tmpdir(), "keepsake-bench"));
  // Others can pass through it, as the database's user must.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const profiles = path.join(folder, "profiles");
  const profiling = isProfiled ? ["--cpu-prof", `--cpu-prof-dir=${profiles}`] : [];
  return { root, folder, programs, isQuick, profiling, processes, log: (text) => console.error(text) };
}

/** A figure that can't be measured costs only its own line. */
async function measure(bench, name) {
  const { notMeasured } = await import("./bench/row.mjs");
  const { MissingToolError } = await import("./bench/tools.mjs");
  const figure = await import(`./bench/${figures[name]}.mjs`);
  bench.log(`${name} ...`);
  const { title } = figure;
  try {
    return { title, rows: await figure.measure(bench) };
  } catch (error) {
    if (error instanceof MissingToolError) return { title, rows: [notMeasured(title, error.message)] };
    process.exitCode = 1;
    bench.log(error.stack);
    return { title, rows: [notMeasured(title, `failed: ${error.message.split("\n")[0]}`)] };
  }
}

async function run({ values, positionals }) {
  const unknown = positionals.find((name) => !Object.hasOwn(figures, name));
  if (unknown)
    throw new Error(`There is no figure ${unknown}. There are: ${Object.keys(figures).join(", ")}`);
  const bench = await prepare({
    isQuick: values.quick ?? false,
    isProfiled: values.profile ?? false,
    processes: values.processes ?? "1",
  });
  const { asText, describeMachine } = await import("./bench/table.mjs");
  const { saveRecord } = await import("./bench/record.mjs");
  const measured = {};
  for (const name of positionals.length > 0 ? positionals : Object.keys(figures)) {
    measured[name] = { ...(await measure(bench, name)), ...describeMachine(root) };
    // After each: an hour-long run that is interrupted has measured something.
    if (values.write) saveRecord(path.resolve(root, values.write), measured, Object.keys(figures));
  }
  const { date, machine, versions, load } = describeMachine(root);
  console.log(`\n${date} UTC. ${machine}. Load ${load}\n${versions}\n`);
  console.log(asText(Object.values(measured).flatMap(({ rows }) => rows)));
  if (values.compare) await compare(values.compare, measured);
}

/** Fails when a unit of work takes more CPU time than in the record. */
async function compare(file, measured) {
  const { findRises } = await import("./bench/compare.mjs");
  const rises = findRises(JSON.parse(readFileSync(path.resolve(root, file), "utf8")), measured);
  console.log(
    rises.length > 0 ? `\nMore CPU time:\n${rises.join("\n")}` : "\nNo figure takes more CPU time.",
  );
  if (rises.length > 0) process.exitCode = 1;
}

const options = {
  help: { type: "boolean", short: "h" },
  quick: { type: "boolean" },
  profile: { type: "boolean" },
  processes: { type: "string" },
  write: { type: "string" },
  compare: { type: "string" },
};
const usage = `npm run bench -- [--quick] [--profile] [--processes <number>] [--write <folder>] [--compare <file>] [figure ...]

Measures all figures, or those named, and prints them as a table.
  --quick      a small version, to see that it works
  --profile    writes a CPU profile of the server
  --processes  how many web processes the server has; otherwise one
  --write      also keeps them in this folder: table, JSON and chart
  --compare    fails when a figure takes a tenth more CPU time than in this record, such as docs/performance.json
BENCH_DIR is where test data is made and kept; without it, under the system's temporary folder.

Figures: ${Object.keys(figures).join(", ")}`;

if (await runsOnModernNode(root)) {
  try {
    const given = parseArgs({ options, allowPositionals: true });
    if (given.values.help) console.log(usage);
    else await run(given);
  } catch (error) {
    console.error(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}
