import { existsSync, readFileSync } from "node:fs";
import { namedTests, titlesIn } from "@/tests/support/named-tests";

const rowsOf = (page: string) =>
  readFileSync(page, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|") && !/^\| (Attack|Setting|What|---)/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
const pages = [
  ["docs/safety.md", 25],
  ["docs/people.md", 10],
] as const;

test.each(pages)("every row of %s names its tests and a command", (page, minRows) => {
  const rows = rowsOf(page);
  expect(rows.length).toBeGreaterThan(minRows);
  const incomplete = rows.filter(([what, figure, shownBy, command]) => {
    return !what || !figure || namedTests(shownBy ?? "") === null || !/^`npm test -- \w+/.test(command ?? "");
  });
  expect(incomplete).toEqual([]);
});

test.each(pages)("every test that a row of %s names exists, and its command runs that file", (page) => {
  const wrong = rowsOf(page).flatMap(([what, , shownBy = "", command = ""]) =>
    (namedTests(shownBy) ?? []).flatMap(({ file, part }) => {
      const isThere = existsSync(file) && titlesIn(file).some((title) => title.includes(part));
      const [, stage = ""] = file.split("/");
      const faults = [];
      if (!isThere) faults.push(`${what}: ${file} has no test “${part}”`);
      if (!command.includes(`npm test -- ${stage} --`))
        faults.push(`${what}: ${command} runs nothing in ${stage}`);
      return faults;
    }),
  );
  expect(wrong).toEqual([]);
});
