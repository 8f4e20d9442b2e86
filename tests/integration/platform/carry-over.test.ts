import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { olderBinaries } from "@/ops/lib/carry-over.mjs";
import { startEmbeddedPostgres } from "@/ops/lib/embedded-postgres.mjs";
import {
  checkedStamp,
  clusterMajor,
  keptCluster,
  swapBack,
  upgradeFolder,
} from "@/ops/lib/postgres-cluster.mjs";
import { runBuilt } from "@/tests/support/backup-programs";
import { until } from "@/tests/support/until";
import { wholeDatabase } from "@/tests/support/whole-database";

const dataDir = path.join(process.env.DATA_DIR ?? "", "carried");
const cluster = path.join(dataDir, "postgres");
const settings = ["fsync=off"];
const older = await olderBinaries(process.cwd(), 17).catch((error: Error) => error);
const carryTest = older instanceof Error ? test.skip : test;
if (older instanceof Error) console.warn(`SKIPPED: carrying over from PostgreSQL 17. ${older.message}`);
const binaries = older instanceof Error ? undefined : older;

/** Every row, and every job with its number of attempts. */
async function contentOf(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: jobs } = await client.query(
    `SELECT t.identifier, j.payload, j.run_at, j.attempts, j.last_error, j.updated_at, j.key, j.priority
     FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id`,
  );
  const { rows } = await client.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  );
  await client.end();
  return { major: rows[0]?.major, rows: await wholeDatabase(url), jobs };
}

async function startedContent(options: { binaries?: typeof binaries } = {}) {
  const { binaries: given } = options;
  const running = await startEmbeddedPostgres({ dataDir, settings, ...(given ? { binaries: given } : {}) });
  return contentOf(running.url).finally(() => running.stop());
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A process that starts Keepsake, with its output so far. */
function startCarrying(): { child: ChildProcess; words: () => string; ended: Promise<number> } {
  // The pooler, if there is one, is in front of a different database.
  const { DIRECT_DATABASE_URL: _, ...environment } = process.env;
  const child = spawn(process.execPath, [path.join("tests", "support", "carry-over-program.mjs")], {
    env: { ...environment, NODE_OPTIONS: "", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const output of [child.stdout, child.stderr]) output?.on("data", (data) => (words += String(data)));
  started.push(child);
  return { child, words: () => words, ended: once(child, "close").then(([code]) => code ?? 1) };
}

let before: Awaited<ReturnType<typeof contentOf>>;
beforeAll(async () => {
  if (!binaries) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const running = await startEmbeddedPostgres({ dataDir, settings, binaries });
  const fixture = path.resolve("tests", "fixtures", "album-0.1.0", "backup");
  const env = { DATABASE_URL: running.url, DATA_DIR: path.join(dataDir, "files") };
  mkdirSync(env.DATA_DIR);
  const restored = await runBuilt("restore", [fixture], env);
  expect([restored.words, restored.code]).toEqual([expect.stringContaining("Restored 208 rows"), 0]);
  const client = new pg.Client({ connectionString: running.url });
  await client.connect();
  await client.query(
    `UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'It broke'
     WHERE id = (SELECT min(id) FROM graphile_worker._private_jobs)`,
  );
  await client.end();
  before = await contentOf(running.url);
  await running.stop();
});

carryTest(
  "an older cluster is refused by everything but a start, and a newer one by everything",
  async () => {
    await expect(startEmbeddedPostgres({ dataDir, settings })).rejects.toThrow(
      "Run npm start: it carries it over",
    );
    const newer = { initdb: "", postgres: "", major: 16 };
    await expect(startEmbeddedPostgres({ dataDir, settings, binaries: newer })).rejects.toThrow(
      "Start the newer Keepsake again",
    );
  },
);

carryTest("a start that is killed during the carry-over changes nothing, at whatever point", async () => {
  const moments: ((words: string) => boolean)[] = [
    // The old database is running and being read.
    (words) => words.includes("Carrying the database over"),
    // The new one is being created.
    (words) => /Rows: \d+ in/.test(words),
    // Rows are being written.
    () => existsSync(path.join(upgradeFolder(dataDir), "postgres", "postmaster.pid")),
  ];
  for (const [at, hasCome] of moments.entries()) {
    const { child, words, ended } = startCarrying();
    await until(() => hasCome(words()));
    if (at === 1) {
      // Meanwhile, a second process can't start.
      const second = startCarrying();
      expect([await second.ended, second.words()]).toEqual([
        1,
        expect.stringContaining("Another Keepsake is running"),
      ]);
    }
    child.kill("SIGKILL");
    await ended;
    expect([at, clusterMajor(dataDir), existsSync(keptCluster(dataDir, 17))]).toEqual([at, 17, false]);
  }
  // A partial new database is not taken for a complete one.
  expect(existsSync(checkedStamp(dataDir))).toBe(false);
  expect(await startedContent({ binaries })).toEqual(before);
});

carryTest(
  "every row and job is carried over from PostgreSQL 17 to 18, and the old folder is kept",
  async () => {
    const { words, ended } = startCarrying();
    expect([await ended, words()]).toEqual([0, expect.stringMatching(/Rows: \d+, each compared/)]);
    expect([clusterMajor(dataDir), existsSync(upgradeFolder(dataDir))]).toEqual([18, false]);
    const after = await startedContent();
    expect(after).toEqual({ ...before, major: 18 });
    expect(after.jobs.some((job) => job.last_error === "It broke")).toBe(true);
    expect(Object.keys(after.rows).length).toBeGreaterThan(60);

    // Killed between the two renames: there is no database until the next start puts the new one in place.
    mkdirSync(upgradeFolder(dataDir));
    renameSync(cluster, path.join(upgradeFolder(dataDir), "postgres"));
    writeFileSync(checkedStamp(dataDir), "");
    expect(await startedContent()).toEqual({ ...before, major: 18 });

    // Rolling back an update restores the old database, which is unchanged.
    expect(swapBack(dataDir, 17)).toBe(true);
    expect(await startedContent({ binaries })).toEqual(before);
    expect(swapBack(dataDir, 17)).toBe(false);
  },
);
