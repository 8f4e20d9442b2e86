import pg from "pg";
import { forgetSystemSettings } from "@/lib/core/system-settings/server/service";
import { closeDatabase, databasePool } from "@/lib/db";

/**
 * For test files that write to the database: every test starts with empty tables, unless the file keeps its tests' rows
 * for later ones. The database is the file's own (integration-environment.mjs), a copy of one with every migration
 * applied.
 */
export function withTestDatabase({ keepsRows = false }: { keepsRows?: boolean } = {}): void {
  afterEach(async () => {
    if (!keepsRows) await emptyTables();
  });
  afterAll(async () => {
    await closeDatabase();
    await dropDatabase();
  });
}

let emptying: string | undefined;

/**
 * Deletes instead of truncating, which would recreate every table's files and invalidate every prepared statement,
 * costing more than most tests. Most tables were never written to: an empty file needs no statement planned. The lock
 * waits for unfinished writes; in replica mode PostgreSQL neither checks foreign keys nor runs triggers.
 */
async function emptyTables(): Promise<void> {
  const pool = databasePool();
  if (!emptying) {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE (schemaname = 'public' AND tablename <> '_prisma_migrations')
          OR (schemaname = 'graphile_worker' AND tablename IN ('_private_jobs', '_private_job_queues'))`,
    );
    const names = rows.map(({ name }) => name);
    emptying = [
      "BEGIN",
      "SET LOCAL session_replication_role = replica",
      `LOCK TABLE ${names.join(", ")} IN SHARE ROW EXCLUSIVE MODE`,
      `DO $$ DECLARE name text; BEGIN
         FOREACH name IN ARRAY ARRAY[${names.map((name) => `'${name}'`).join(", ")}] LOOP
           IF pg_relation_size(name) > 0 THEN EXECUTE 'DELETE FROM ' || name; END IF;
         END LOOP;
       END $$`,
      "COMMIT",
    ].join(";\n");
  }
  const client = await pool.connect();
  try {
    await client.query(emptying);
    client.release();
  } catch (error) {
    // A connection whose transaction failed is of no use to the next test.
    client.release(true);
    throw error;
  }
  forgetSystemSettings();
}

async function dropDatabase(): Promise<void> {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
  await client.connect();
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await client.end();
}
