import { readFileSync } from "node:fs";
import { namedTests, titlesIn } from "@/tests/support/named-tests";

const parts = ["people", "family life", "prints and plans", "running it", "AI sorter"];
const leftOpen = "left open by the specification";

interface Row {
  line: number;
  section: string;
  what: string;
  shownBy: string;
  state: string;
}

function readRows(): Row[] {
  const lines = readFileSync("docs/coverage.md", "utf8").split("\n");
  return lines.flatMap((text, index) => {
    if (!text.startsWith("|") || /^\| (Section|---) /.test(text)) return [];
    const cells = text.slice(1, -1).split("|");
    const [section = "", what = "", shownBy = "", state = ""] = cells.map((cell) => cell.trim());
    expect([index + 1, cells.length]).toEqual([index + 1, 4]);
    return [{ line: index + 1, section, what, shownBy, state }];
  });
}

const rows = readRows();

/** The specification's sections, then the orders beyond it. */
const covered = [1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 18, 19, 20, 21, 22];

test("the coverage list has rows for every section of the specification and for each order, in order", () => {
  const sections = rows.map(({ section }) => Number.parseInt(section, 10));
  expect(sections).toEqual([...sections].sort((one, other) => one - other));
  expect([...new Set(sections)]).toEqual(covered);
});

test("every row has a subject, what shows it, and its state", () => {
  const incomplete = rows.filter(({ what, shownBy, state }) => {
    if (!what || !shownBy) return true;
    if (state === "later") return !parts.includes(shownBy);
    if (state === "to do") return !shownBy.startsWith("not shown");
    if (state === "open") return shownBy !== leftOpen;
    return !["shown", "otherwise"].includes(state) || namedTests(shownBy) === null;
  });
  expect(incomplete).toEqual([]);
});

test("every test that a row names exists", () => {
  const missing = rows.flatMap(({ line, state, shownBy }) => {
    if (state !== "shown" && state !== "otherwise") return [];
    return (namedTests(shownBy) ?? [])
      .filter(({ file, part }) => !titlesIn(file).some((title) => title.includes(part)))
      .map(({ file, part }) => `line ${line}: ${file} has no test “${part}”`);
  });
  expect(missing).toEqual([]);
});
