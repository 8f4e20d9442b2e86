import { existsSync, readFileSync } from "node:fs";
import { namedTests, titlesIn } from "@/tests/support/named-tests";

const page = readFileSync("docs/safety.md", "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("|") && !/^\| (Attack|Setting|---)/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );

test("every row names its tests and a command", () => {
  expect(rows.length).toBeGreaterThan(25);
  const incomplete = rows.filter(([what, figure, shownBy, command]) => {
    return !what || !figure || namedTests(shownBy ?? "") === null || !/^`npm test -- \w+/.test(command ?? "");
  });
  expect(incomplete).toEqual([]);
});

test("every test that a row names exists, and its command runs that file", () => {
  const wrong = rows.flatMap(([what, , shownBy = "", command = ""]) =>
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
