import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The tests named in a table cell, as file and part of a title; null where it is in another format. */
export function namedTests(cell: string): { file: string; part: string }[] | null {
  const named = cell.split(/; (?=`)/).map((one) => /^`([^`]+)` “([^”]+)”$/.exec(one));
  if (named.some((match) => match === null)) return null;
  return named.map((match) => ({ file: path.join("tests", match?.[1] ?? ""), part: match?.[2] ?? "" }));
}

const titles = new Map<string, string[]>();

/** The titles of a file's tests: the first argument of `test("…"`, of tests with another name such as `slowTest("…"`, `test.step("…"` and `test.each(…)("…"`. */
export function titlesIn(file: string): string[] {
  const known = titles.get(file);
  if (known) return known;
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  const pattern =
    /(?:\b(?:\w*[tT]est\w*|describe\w*)(?:\.step)?|[\])\w]\))\(\s*(["'`])((?:\\.|(?!\1).)*)\1\s*,/g;
  const found = [...source.matchAll(pattern)].map((match) => (match[2] ?? "").replaceAll("\\", ""));
  titles.set(file, found);
  return found;
}
