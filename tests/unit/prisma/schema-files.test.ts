import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = "prisma/schema";
/** The wings that store something, in the order in which they may use each other. */
const wings = ["core", "account", "family", "album", "notify", "faces", "shop", "operations"];

const read = (file: string) => readFileSync(path.join(folder, file), "utf8");

test("the schema has one file for each wing, possibly with others named after it, beside its settings", () => {
  const files = readdirSync(folder).filter((file) => file !== "base.prisma");
  const wingOf = (file: string) => file.replace(/(?:-[a-z]+)*\.prisma$/, "");
  expect([...new Set(files.map(wingOf))].sort()).toEqual(wings.toSorted());
  for (const wing of wings) expect(files).toContain(`${wing}.prisma`);
  for (const file of files) expect(read(file)).not.toMatch(/^(generator|datasource) /m);
  expect(read("base.prisma")).not.toMatch(/^(model|enum) /m);
});

test("no file of the schema is longer than 500 lines", () => {
  const long = readdirSync(folder).filter((file) => read(file).split("\n").length > 500);
  expect(long).toEqual([]);
});

test("the migrations contain only SQL, with one base copy", () => {
  const files = readdirSync("prisma/migrations", { recursive: true, encoding: "utf8" });
  const others = files.filter(
    (file) => path.extname(file) !== "" && !/^\d{14}_\w+\/migration\.sql$/.test(file),
  );
  expect(others.sort()).toEqual(["migrated.prisma", "migration_lock.toml"]);
});
