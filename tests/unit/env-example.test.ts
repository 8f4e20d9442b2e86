import { readFileSync } from "node:fs";
import { parseEnvironment } from "@/lib/env";

const example = readFileSync(".env.example", "utf8");
const values = Object.fromEntries(
  example
    .split("\n")
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);

/** Settings that npm start fills in automatically. */
const made = { DATABASE_URL: "postgresql://localhost/keepsake", AUTH_SECRET: "x".repeat(32) };

test(".env.example unchanged means the same as no settings", () => {
  expect(parseEnvironment({ ...values, ...made })).toEqual(parseEnvironment(made));
});

const settings = [...readFileSync("lib/env.ts", "utf8").matchAll(/^ {4}([A-Z][A-Z0-9_]+):/gm)]
  .map(([, name = ""]) => name)
  .filter((name) => name !== "NODE_ENV")
  .sort();

test(".env.example names every setting", () => {
  expect(settings.length).toBeGreaterThan(10);
  expect(Object.keys(values).sort()).toEqual(settings);
});

test("an empty line means the same as none, for every setting", () => {
  const empty = Object.fromEntries(settings.map((name) => [name, ""]));
  expect(parseEnvironment({ ...empty, ...made })).toEqual(parseEnvironment(made));
});

test("the operator's table has a row for every setting", () => {
  const rows = readFileSync("docs/operations.md", "utf8").match(/^\| `[A-Z].*$/gm) ?? [];
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = ""]) => name),
  );
  expect(named.sort()).toEqual(settings);
});
