import pg from "pg";
import { closeDatabase, databasePool } from "@/lib/db";
import { forgetSystemSettings } from "@/lib/features/system-settings/service";

/**
 * For test files that write to the database: every test starts with empty tables, unless the file's tests keep
 * their rows for those that follow. The database is the file's own (integration-environment.mjs), a copy of one
 * with every migration applied.
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

async function emptyTables(): Promise<void> {
  const { rows } = await databasePool().query<{ names: string | null }>(
    `SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') AS names FROM pg_tables
     WHERE (schemaname = 'public' AND tablename <> '_prisma_migrations')
        OR (schemaname = 'graphile_worker' AND tablename IN ('_private_jobs', '_private_job_queues'))`,
  );
  await databasePool().query(`TRUNCATE ${rows[0]?.names} CASCADE`);
  forgetSystemSettings();
}

async function dropDatabase(): Promise<void> {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
  await client.connect();
  await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await client.end();
}
