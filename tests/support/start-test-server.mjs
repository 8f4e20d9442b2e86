import { mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { buildPrograms } from "../../ops/lib/build.mjs";
import { childProgram } from "../../ops/lib/child-program.mjs";
import { startEmbeddedPostgres } from "../../ops/lib/embedded-postgres.mjs";
import { partitionFamilies } from "../../tools/lib/partition-families.mjs";
import { startPgBouncer } from "./pgbouncer.mjs";

const templateName = "keepsake_template";
/** Nothing here outlives the tests: no waiting for the disk, no vacuuming of databases that last seconds. */
const settings = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=200",
  "autovacuum=off",
  "max_wal_size=256MB",
];
const minMemoryBytes = 2 * 1024 ** 3;

/**
 * Where PostgreSQL stores its files: in memory if there is room. Every test file has its own database, whose thousand
 * files take a disk longer to create and delete than most test files take for their tests.
 */
function serverParent() {
  const memory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= minMemoryBytes) return memory;
  } catch {
    // Only Linux has it.
  }
  return tmpdir();
}

async function partition(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await partitionFamilies(async (sql) => (await client.query(sql)).rows, { partitions: 4 });
  await client.end();
}

/**
 * One PostgreSQL for a run of the integration tests (or that of TEST_DATABASE_URL), with a migrated database
 * that each test file's own is copied from. With TEST_POOLER=on all files reach theirs through PgBouncer; with
 * TEST_PARTITIONED=on all have the large tables divided by family.
 */
export default async function startTestServer() {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-tests-"));
  const serverFolder = mkdtempSync(path.join(serverParent(), "keepsake-test-server-"));
  const own = process.env.TEST_DATABASE_URL
    ? null
    : await startEmbeddedPostgres({ dataDir: serverFolder, settings });
  const serverUrl = own?.url ?? process.env.TEST_DATABASE_URL;
  const pooler =
    process.env.TEST_POOLER === "on" ? await startPgBouncer(serverUrl, path.join(folder, "pooler")) : null;
  if (pooler) process.env.TEST_POOLER_URL = pooler.urlOf(serverUrl);
  globalThis.keepsakeTestServer = { own, folder, serverFolder, pooler };

  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${templateName} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${templateName}`);
  await client.end();

  const root = path.resolve(import.meta.dirname, "..", "..");
  const { migrate } = await buildPrograms(root, ["migrate"]);
  const template = new URL(serverUrl);
  template.pathname = `/${templateName}`;
  const code = await childProgram(migrate, [], { DATABASE_URL: template.href, AUTH_SECRET: "x".repeat(32) })
    .ended;
  if (code !== 0) throw new Error("The test database could not be migrated.");

  if (process.env.TEST_PARTITIONED === "on") await partition(template.href);

  process.env.TEST_SERVER_URL = serverUrl;
  process.env.TEST_TEMPLATE = templateName;
  process.env.TEST_FOLDER = folder;
  process.env.TEST_SERVER_FOLDER = serverFolder;
}
