const columns = ["injected", "runs", "held", "seconds", "verdict", "command"];
const titles = {
  injected: "injected",
  runs: "asked for",
  held: "what was run and held",
  seconds: "seconds",
  verdict: "",
  command: "again",
};

const cellsOf = (row) => columns.map((name) => (name === "seconds" ? row.seconds.toFixed(0) : row[name]));

/** @param {import("./faults.mjs").FaultRow[]} rows */
export function asText(rows) {
  return rows
    .map(
      (row) =>
        `${row.verdict.padEnd(7)} ${row.seconds.toFixed(0).padStart(5)} s  ${row.injected}: ${row.held}`,
    )
    .join("\n");
}

/**
 * @param {import("./faults.mjs").FaultRow[]} rows
 * @param {{ date: string, machine: string, load: string, versions: string }} machine
 * @param {string} command
 */
export function asMarkdown(rows, machine, command) {
  const lines = [columns.map((name) => titles[name]), columns.map(() => "---"), ...rows.map(cellsOf)];
  return [
    "# Faults",
    "",
    `Run ${machine.date} UTC by \`${command}\`. Machine: ${machine.machine}. Load when it ended: ${machine.load}.`,
    `${machine.versions}.`,
    "",
    "After each fault the invariants are checked in the database and the storage themselves",
    "(`tests/support/invariants.ts`): every acknowledged upload reads back with its SHA-256; no row without its file;",
    "counters and bytes match what is stored; prints ordered never exceed those granted, one order a month; an upload is in",
    "the family it was begun in; a revoked session stays revoked. `npm run faults -- --write docs/faults.md` writes this",
    "page; `npm test` runs a few of each. Each test's title says how often it was done in this run.",
    "",
    ...lines.map((line) => `| ${line.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`),
    "",
  ].join("\n");
}
