import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { db } from "@/lib/db";
import { directDatabaseUrl } from "@/lib/env";
import { knownMigrations, NewerDatabaseError } from "@/prisma/applied-migrations";
import { applyMigrations, createMigration, missingSql } from "@/prisma/migrate";
import { withTestDatabase } from "@/tests/support/database";

withTestDatabase();

const databaseUrl = directDatabaseUrl;
let folder: string;

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), "prisma-")), "migrations");
  await mkdir(folder);
  const lockFile = "migration_lock.toml";
  await writeFile(path.join(folder, lockFile), await readFile(path.join("prisma", "migrations", lockFile)));
});

afterEach(async () => {
  await rm(path.dirname(folder), { recursive: true });
  await db.$executeRaw`DROP TABLE IF EXISTS "Proof"`;
  await db.$executeRaw`DELETE FROM _prisma_migrations WHERE migration_name LIKE '%proof%'`;
});

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, "migration.sql"), sql);
}

/** Writes the migrations that the database already has. */
async function earlierMigrations(): Promise<void> {
  for (const name of await knownMigrations()) {
    await writeMigration(
      name,
      await readFile(path.join("prisma", "migrations", name, "migration.sql"), "utf8"),
    );
  }
}

test("migrating a database that is up to date applies nothing", async () => {
  expect(await applyMigrations(databaseUrl())).toEqual([]);
});

test("starting on an up-to-date database reads no migration", async () => {
  for (const name of await knownMigrations()) await mkdir(path.join(folder, name));
  expect(await applyMigrations(databaseUrl(), folder)).toEqual([]);
  await mkdir(path.join(folder, "20990101000000_proof"));
  await expect(applyMigrations(databaseUrl(), folder)).rejects.toThrow("ENOENT");
});

test("the migrations lead to the schema", async () => {
  expect(await missingSql(databaseUrl())).toBe("");
});

test("a database changed by a newer version is refused with a message, and left alone", async () => {
  await writeMigration("20261121000000_init", "SELECT 1;");
  await writeMigration("20990101000000_proof", 'CREATE TABLE "Proof" (id int);');
  await expect(applyMigrations(databaseUrl(), folder)).rejects.toThrow(NewerDatabaseError);
  const [found] = await db.$queryRaw<{ name: string | null }[]>`SELECT to_regclass('"Proof"')::text AS name`;
  expect(found?.name).toBeNull();
});

test("servers that start together apply a migration once", async () => {
  await earlierMigrations();
  await writeMigration("20990101000000_proof", 'CREATE TABLE "Proof" (id int); -- one; and only one');
  const applied = await Promise.all(Array.from({ length: 4 }, () => applyMigrations(databaseUrl(), folder)));
  expect(applied.flat()).toEqual(["20990101000000_proof"]);
});

test("a failed migration leaves nothing behind and is retried", async () => {
  await earlierMigrations();
  await writeMigration("20990101000000_proof", 'CREATE TABLE "Proof" (id int); SELECT 1 / 0;');
  await expect(applyMigrations(databaseUrl(), folder)).rejects.toThrow("division by zero");
  const [found] = await db.$queryRaw<{ name: string | null }[]>`SELECT to_regclass('"Proof"')::text AS name`;
  expect(found?.name).toBeNull();

  await writeMigration("20990101000000_proof", 'CREATE TABLE "Proof" (id int);');
  expect(await applyMigrations(databaseUrl(), folder)).toEqual(["20990101000000_proof"]);
});

test("a change of the schema becomes a migration, an unchanged schema none", async () => {
  await cp("prisma/migrations/migrated.prisma", path.join(folder, "migrated.prisma"));
  const schema = path.join(folder, "..", "schema");
  await cp("prisma/schema", schema, { recursive: true });
  await writeFile(path.join(schema, "proof.prisma"), "model Proof {\n  id Int @id\n}\n");
  const made = await createMigration(databaseUrl(), "proof", schema, folder);
  expect(made).toMatch(/\d{14}_proof$/);
  const sql = await readFile(path.join(made ?? "", "migration.sql"), "utf8");
  expect(sql.match(/^(CREATE|ALTER|DROP) .*/gm)).toEqual(['CREATE TABLE "Proof" (']);
  expect(await createMigration(databaseUrl(), "again", schema, folder)).toBeNull();
});
