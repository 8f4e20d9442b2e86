import { readFileSync } from "node:fs";
import { commands } from "@/cli/commands";
import { exitCodes } from "@/cli/failures";

const text = readFileSync("docs/command-line.md", "utf8");
const names = ["albums", "export", "import", "list", "main", "options", "output", "sign-in", "upload"];
const sources = names.map((name) => readFileSync(`cli/${name}.ts`, "utf8"));
const all = (pattern: RegExp, within: string) => [...within.matchAll(pattern)].map(([, found = ""]) => found);
const distinct = (names: string[]) => [...new Set(names)].sort();
const part = (heading: string) => text.split(/^## /m).find((one) => one.startsWith(heading)) ?? "";

test("every command, option, exit code and event is documented, and nothing else", () => {
  expect(distinct(all(/^keepsake (\w+)/gm, text))).toEqual(Object.keys(commands).sort());
  const options = Object.values(commands).flatMap((one) => Object.keys(one.options));
  const documented = all(/(?<![\w-])--([a-z][a-z-]*)/g, text).filter(
    (name) => !["silent", "help"].includes(name),
  );
  expect(distinct(documented)).toEqual(distinct([...options, "json"]));
  expect(all(/^\| (\d+) \|/gm, part("Exit codes")).map(Number)).toEqual(Object.values(exitCodes));
  const events = distinct(all(/event: "(\w+)"|report\(context, "\w+"/g, sources.join("")).filter(Boolean));
  const listed = all(/^\| `(\w+)`/gm, part("JSON"));
  expect(distinct([...listed, "account"])).toEqual(distinct([...events, "event", "login", "account"]));
});

test("the help of a command names its options", () => {
  for (const [name, { help, options }] of Object.entries(commands)) {
    const named = distinct(all(/^ {2}--([a-z-]+)/gm, help));
    expect([name, named]).toEqual([name, Object.keys(options).sort()]);
  }
});
