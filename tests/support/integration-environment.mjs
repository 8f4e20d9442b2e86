// Runs before a test file's modules load: they read their settings on first use.
import { createECDH, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";

const { TEST_SERVER_URL, TEST_POOLER_URL, TEST_TEMPLATE, TEST_FOLDER } = process.env;
const name = `keepsake_test_${randomUUID().replaceAll("-", "")}`;
const client = new pg.Client({ connectionString: TEST_SERVER_URL });
await client.connect();
// Copies are made in turn: PostgreSQL refuses while another copy is being made from the same template.
await client.query("SELECT pg_advisory_lock(4711)");
await client.query(`CREATE DATABASE ${name} TEMPLATE ${TEST_TEMPLATE} STRATEGY FILE_COPY`);
await client.end();

const url = new URL(TEST_SERVER_URL);
url.pathname = `/${name}`;
const pooled = TEST_POOLER_URL && new URL(url.pathname, TEST_POOLER_URL).href;
const dataDir = path.join(TEST_FOLDER, name);
mkdirSync(dataDir, { mode: 0o700 });

const pushKeys = createECDH("prime256v1");
const pushKey = pushKeys.generateKeys("base64url");
const pushSecret = Buffer.concat([Buffer.alloc(32), pushKeys.getPrivateKey()]).subarray(-32);

Object.assign(process.env, {
  NODE_ENV: "test",
  DATABASE_URL: pooled || url.href,
  ...(pooled ? { DIRECT_DATABASE_URL: url.href } : {}),
  DATA_DIR: dataDir,
  AUTH_SECRET: "a-secret-for-tests-of-32-characters-or-more",
  VAPID_PUBLIC_KEY: pushKey,
  VAPID_PRIVATE_KEY: pushSecret.toString("base64url"),
  RATE_LIMITS: "off",
  // The machine that runs the tests may have a full disk.
  MIN_FREE_BYTES: "0",
  LOG_LEVEL: "silent",
  WORKER_IN_PROCESS: "off",
  RECOGNITION_PROGRAM: path.join("tests", "support", "fake-recognition.mjs"),
});
