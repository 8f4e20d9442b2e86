import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { partitionedTables } from "@/tools/lib/partition-families.mjs";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const sources = globSync("{lib,server,ops}/**/*.ts", { cwd: root })
  .filter((file) => !file.startsWith("lib/generated/"))
  .map((file) => readFileSync(path.join(root, file), "utf8"));

const insertion = new RegExp(
  `INSERT INTO "(?:${partitionedTables.join("|")})"[^;\`]*?ON CONFLICT[^\\n\`]*`,
  "g",
);

test("inserts into tables that can be partitioned name no conflict key", () => {
  const insertions = sources.flatMap((text) => text.match(insertion) ?? []);
  expect(insertions.length).toBeGreaterThan(4);
  const naming = insertions.filter((sql) => /ON CONFLICT\s*\(/.test(sql));
  expect(naming).toEqual([]);
});
