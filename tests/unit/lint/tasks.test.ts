import { globSync, readFileSync } from "node:fs";

const read = (file: string) => readFileSync(file, "utf8");
const registry = read("server/tasks.ts");

/** The declared tasks, with the names of their constants. */
const declared = globSync("{lib,server}/**/*.ts").flatMap((file) =>
  [...read(file).matchAll(/const (\w+) = (?:define|declare)Task\(\s*"([^"]+)"/g)].map(
    ([, constant = "", name = ""]) => ({ constant, name }),
  ),
);

test("a worker handles every task that can be queued, each once", () => {
  expect(declared.length).toBeGreaterThan(25);
  const lists = [...registry.matchAll(/^const \w*[tT]asks = \[[\s\S]*?\];/gm)].flatMap(([list]) =>
    [...list.matchAll(/\b\w+Task\b/g)].map(([constant]) => constant),
  );
  expect(lists.toSorted()).toEqual(declared.map(({ constant }) => constant).toSorted());
});

test("no two tasks have the same name", () => {
  const names = declared.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("jobs are queued through their task, never by name alone", () => {
  const asking = globSync("lib/*/**/server/**/*.ts").filter((file) =>
    /import \{[^}]*\benqueue(?:All)?\b[^}]*\} from "@\/lib\/platform\/queue\/queue"/.test(read(file)),
  );
  expect(asking).toEqual([]);
});
