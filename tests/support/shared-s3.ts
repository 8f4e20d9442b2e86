import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { type S3Access, startS3Server } from "@/tests/support/s3-server";

/**
 * The S3 server of this run of the integration tests. The first file that needs it starts it, which takes longer than
 * most files' tests, and stop-test-server.mjs ends it. Each file has its own buckets.
 * @throws Error when it doesn't start
 */
export async function sharedS3Server(): Promise<S3Access> {
  const { TEST_SERVER_URL, TEST_FOLDER = "" } = process.env;
  const file = path.join(TEST_FOLDER, "s3-server.json");
  const client = new pg.Client({ connectionString: TEST_SERVER_URL });
  await client.connect();
  try {
    // One of the files that run concurrently starts it, and the others wait.
    await client.query("SELECT pg_advisory_lock(4712)");
    if (!existsSync(file)) writeFileSync(file, JSON.stringify(await startS3Server(TEST_FOLDER)));
    return JSON.parse(readFileSync(file, "utf8")) as S3Access;
  } finally {
    await client.end();
  }
}
