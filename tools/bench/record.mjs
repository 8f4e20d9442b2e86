import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { asChart } from "./chart.mjs";
import { asGrowthPlot } from "./growth-plot.mjs";
import { asMarkdownTable } from "./table.mjs";

/**
 * The latest measurement, figure by figure: each may be from a different day.
 * @typedef {object} Measured
 * @property {string} title
 * @property {string} date UTC
 * @property {string} machine
 * @property {string} versions
 * @property {string} load of the machine when it ended
 * @property {import("./row.mjs").Row[]} rows
 */

const notesMark = "<!-- Below this line is written by hand; the program keeps it. -->";

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** What is below the mark in the existing page. */
function notesOf(file) {
  if (!existsSync(file)) return "";
  const [, notes = ""] = readFileSync(file, "utf8").split(notesMark);
  return notes.trim();
}

function asPage(record, notes) {
  const all = Object.values(record).flatMap(({ rows }) => rows);
  const count = (verdict) => all.filter((row) => row.verdict === verdict).length;
  const sections = Object.entries(record).flatMap(
    ([name, { title, date, machine, load, versions, rows }]) => [
      `## ${title}`,
      "",
      `\`npm run bench -- ${name}\`, ${date} UTC. ${machine}; load when it ended: ${load}. ${versions}.`,
      "",
      ...asMarkdownTable(rows),
      "",
      ...(rows.some(({ plot }) => plot)
        ? ["![Calls a second as the album grows](images/growth.svg)", ""]
        : []),
    ],
  );
  return [
    "# Performance",
    "",
    "A figure is a ratio to a limit measured in the same run, or an absolute target; the limit is what the same work takes",
    "without Keepsake. `npm run bench -- --write docs` measures everything and writes this page, [performance.json](performance.json)",
    "and the chart. With the names of figures it measures only those and keeps the others' last results; `--quick` is a",
    "small version to check that it works.",
    "",
    `Of ${all.filter(({ target }) => target).length} figures with a target ${count("met")} are met, ${count("NOT met")} are not, ${count("not measured")} could not be measured.`,
    "",
    "![How much of each target is used](images/performance.svg)",
    "",
    ...sections,
    notesMark,
    "",
    ...(notes ? [notes, ""] : []),
  ].join("\n");
}

/**
 * Replaces what was measured before with what was measured now, and writes the page and its chart.
 * @param {string} folder docs
 * @param {Record<string, Measured>} measured by the figure's name
 * @param {string[]} order names, in the page's order
 */
export function saveRecord(folder, measured, order) {
  mkdirSync(path.join(folder, "images"), { recursive: true });
  const [json, page] = ["performance.json", "performance.md"].map((name) => path.join(folder, name));
  const known = { ...readJson(json), ...measured };
  const record = Object.fromEntries(order.flatMap((name) => (known[name] ? [[name, known[name]]] : [])));
  writeFileSync(json, `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(page, asPage(record, notesOf(page)));
  const rows = Object.values(record).flatMap((figure) => figure.rows);
  const plots = rows.flatMap(({ plot }) => (plot ? [plot] : []));
  const images = path.join(folder, "images");
  writeFileSync(path.join(images, "performance.svg"), asChart(rows));
  if (plots.length > 0) writeFileSync(path.join(images, "growth.svg"), asGrowthPlot(plots));
}
