/**
 * @typedef {{ rows: object[], isWhole: boolean, minutes: number, kept: number, broken: string[] }} Outcome
 *   `kept`: how many were known to be killed by an earlier run, and have not changed since; `broken`: test files that failed without any mutant
 */

const kinds = {
  where: "a condition of a Prisma query",
  sql: "a condition of an SQL statement",
  fragment: "a use of a condition that several queries share",
  comparison: "a comparison with the actor's id",
  access: "a call's access level",
};

const count = (rows, state) => rows.filter((row) => row.state === state).length;
const oneLine = (text) => text.replaceAll(/\s+/g, " ");
const isAlive = ({ state }) => state !== "killed" && state !== "equivalent";

/** @param {Outcome} outcome */
export function asText({ rows, minutes, broken }) {
  const alive = rows
    .filter(isAlive)
    .map((row) => `${row.state.padEnd(11)} ${row.file}:${row.line}  ${row.id}`);
  return [
    ...broken.map((file) => `${file} fails without a mutant`),
    ...alive,
    `${rows.length} mutants, ${count(rows, "killed")} killed, ${alive.length} survivors, ` +
      `${count(rows, "equivalent")} equivalent, ${minutes.toFixed(0)} minutes`,
  ].join("\n");
}

const escapeCell = (text) => oneLine(text).replaceAll("|", "\\|");
const table = (lines) =>
  lines.map((line) => `| ${line.map((cell) => escapeCell(String(cell))).join(" | ")} |`);

/**
 * @param {Outcome} outcome
 * @param {{ date: string, machine: string, load: string }} machine
 */
export function asMarkdown({ rows, minutes, isWhole, kept }, machine) {
  const alive = rows.filter(isAlive);
  const equivalent = rows.filter(({ state }) => state === "equivalent");
  const counts = Object.entries(kinds).map(([kind, words]) => {
    const own = rows.filter((row) => row.kind === kind);
    return [words, own.length, count(own, "killed"), own.filter(isAlive).length, count(own, "equivalent")];
  });
  const sum = [1, 2, 3, 4].map((at) => counts.reduce((total, line) => total + line[at], 0));
  return [
    "# Mutants",
    "",
    `Run ${machine.date} UTC by \`npm run mutants -- --write docs/mutants.md\`, ${minutes.toFixed(0)} minutes.`,
    ...(isWhole ? [] : ["**Not a whole run**: some sources or test files were left out.", ""]),
    `${kept} verdicts are from earlier runs: their conditions have not changed since. \`--fresh\` tests them all again.`,
    `Machine: ${machine.machine}. Load when it ended: ${machine.load}.`,
    "",
    "Each mutant is the code with one ownership condition dropped, or with one access level weakened to the next below",
    "it. A mutant is killed when an integration test that passes without it fails with it.",
    "",
    ...table([
      ["dropped or weakened", "mutants", "killed", "survivors", "equivalent"],
      Array(5).fill("---"),
      ...counts,
    ]),
    ...table([["sum", ...sum]]),
    "",
    "## Survivors",
    "",
    ...(alive.length === 0
      ? ["None."]
      : table([
          ["where", "what", "state"],
          Array(3).fill("---"),
          ...alive.map((row) => [`${row.file}:${row.line}`, row.text, row.state]),
        ])),
    "",
    "## Equivalent",
    "",
    "No test can distinguish these from the unchanged code. They are kept as a second safeguard (`tools/mutants/equivalents.json`).",
    "",
    ...table([
      ["condition", "why nothing changes without it"],
      Array(2).fill("---"),
      ...equivalent.map(({ id, reason }) => [id, reason]),
    ]),
    "",
  ].join("\n");
}
