import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { knownMigrations, requireKnownMigrations } from "./applied-migrations";
import type { SchemaFile } from "./schema-engine";

/** Taken for the whole of a migration, so that servers that start together take turns. */
const migrationLockKey = 7_301_993;
/** The engine requires a schema even if it only runs SQL. */
const anySchema = [{ path: "schema.prisma", content: 'datasource db { provider = "postgresql" }' }];
/** One file next to the migrations: the schema they lead to, which the next one is compared with. */
const migratedSchema = "migrated.prisma";
/** Loaded only when there is something to migrate: the database is usually up to date at a start. */
const loadSchemaEngine = () => import("./schema-engine");
const noFilters = { externalTables: [], externalEnums: [] };

/** The files of a schema's folder, in the order of their names. */
async function readSchema(folder: string): Promise<SchemaFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".prisma")).sort();
  return Promise.all(
    names.map(async (name) => ({ path: name, content: await readFile(path.join(folder, name), "utf8") })),
  );
}

/** @param folder of migrations, one folder each with its migration.sql, as the Prisma CLI has them */
async function readMigrations(folder: string, names: readonly string[]): Promise<MigrationList> {
  const lockFile = "migration_lock.toml";
  return {
    baseDir: path.resolve(folder),
    lockfile: { path: lockFile, content: await readFile(path.join(folder, lockFile), "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(path.join(folder, name, "migration.sql"), "utf8"),
          },
        },
      })),
    ),
  };
}

/**
 * Migrations that failed or were killed. PostgreSQL runs a script completely or not at all, so they left nothing behind
 * and can run again; the engine would refuse for ever. (A migration must therefore contain no COMMIT, and nothing like
 * CREATE INDEX CONCURRENTLY, which can't be undone.)
 */
async function unfinishedMigrations(client: pg.Client): Promise<string[]> {
  const table = await client.query<{ name: string | null }>(
    "SELECT to_regclass('_prisma_migrations') AS name",
  );
  if (!table.rows[0]?.name) return [];
  const { rows } = await client.query<{ migration_name: string }>(
    "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL",
  );
  return rows.map((row) => row.migration_name);
}

/**
 * Brings a database to the newest schema.
 * @param folder the migrations, `prisma/migrations` under the working directory by default
 * @param only these of them, for a database that is to be as an older version left it
 * @returns the names of the migrations that were applied now; empty when there was nothing to do
 * @throws when a migration fails; PostgreSQL has then undone that one, and the next call tries again. With a readable
 * message when the database is newer than the migrations
 */
export async function applyMigrations(
  databaseUrl: string,
  folder = "prisma/migrations",
  only?: readonly string[],
): Promise<string[]> {
  const known = await knownMigrations(folder);
  const wanted = only ? known.filter((name) => only.includes(name)) : known;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [migrationLockKey]);
    const applied = await requireKnownMigrations(client, known);
    const unfinished = await unfinishedMigrations(client);
    if (unfinished.length === 0 && wanted.every((name) => applied.includes(name))) return [];
    const migrationsList = await readMigrations(folder, wanted);
    const { withSchemaEngine } = await loadSchemaEngine();
    return await withSchemaEngine(databaseUrl, anySchema, async (engine) => {
      for (const migrationName of unfinished) await engine.markMigrationRolledBack({ migrationName });
      const applied = await engine.applyMigrations({ migrationsList, filters: noFilters });
      return applied.appliedMigrationNames;
    });
  } finally {
    await client.end();
  }
}

/**
 * The SQL that leads from the migrations' schema to the current schema; empty when every change has a migration.
 * Schemas are compared, not databases, so that the hand-written parts of migrations (triggers, partial indexes, checks)
 * are left alone.
 * @param databaseUrl any database: the engine requires a connection and does nothing with it
 * @param schema folder of the schema's files
 */
export async function missingSql(
  databaseUrl: string,
  schema = "prisma/schema",
  folder = "prisma/migrations",
): Promise<string> {
  const to = await readSchema(schema);
  const migrated = path.join(folder, migratedSchema);
  const from = existsSync(migrated) && { path: migratedSchema, content: await readFile(migrated, "utf8") };
  const { withSchemaEngine } = await loadSchemaEngine();
  return withSchemaEngine(databaseUrl, to, async (engine) => {
    const { stdout } = await engine.diff({
      from: from ? { tag: "schemaDatamodel", files: [from] } : { tag: "empty" },
      to: { tag: "schemaDatamodel", files: to },
      script: true,
      exitCode: null,
      filters: noFilters,
    });
    return stdout?.includes("This is an empty migration") ? "" : (stdout ?? "");
  });
}

/**
 * Writes the next migration from `missingSql`, to be read and completed by hand before it is committed.
 * @param name of the change, in snake_case
 * @returns the new folder, or null when nothing is missing
 */
export async function createMigration(
  databaseUrl: string,
  name: string,
  schema = "prisma/schema",
  folder = "prisma/migrations",
): Promise<string | null> {
  const sql = await missingSql(databaseUrl, schema, folder);
  if (sql === "") return null;
  const now = new Date().toISOString().replaceAll(/[-:T]/g, "").slice(0, 14);
  // Migrations are ordered by name: a clock that was once ahead must not put this one before the newest.
  const newest = (await knownMigrations(folder)).at(-1)?.slice(0, 14) ?? "";
  const stamp = now > newest ? now : String(Number(newest) + 1);
  const directory = path.join(folder, `${stamp}_${name}`);
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, "migration.sql"), sql);
  const files = await readSchema(schema);
  await writeFile(path.join(folder, migratedSchema), files.map(({ content }) => content).join("\n"));
  return directory;
}
