import pg from "pg";
import { copyBase, gzipped } from "@/lib/operations/second-copy/server/base-service";
import { openTarget } from "@/lib/operations/second-copy/server/target";
import { beginSecondCopy } from "@/lib/operations/second-copy/server/begin-service";
import { withOwnPostgres } from "@/tests/support/own-postgres";
import { emptyFolder, newKeyFile } from "@/tests/support/second-copies";

const key = await newKeyFile();
const copy = emptyFolder("copy");
process.env.SECOND_COPY = copy;
process.env.SECOND_COPY_KEY = key.recipient;
await withOwnPostgres(process.env.DATA_DIR ?? "", ["fsync=off"]);
jest.setTimeout(180_000);

test("smoke", async () => {
  await beginSecondCopy();
  const c = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await c.connect();
  let t = performance.now();
  await c.query("select pg_backup_start('x', true)");
  console.log("start", performance.now() - t);
  await c.query("select pg_backup_stop(false)");
  console.log("stop", performance.now() - t);
  await c.end();
  for (let i = 0; i < 2; i++) {
    t = performance.now();
    const u = process.cpuUsage();
    await copyBase("abc" + i, { target: openTarget(copy), recipients: [key.recipient], signal: new AbortController().signal }, true);
    console.log("base", performance.now() - t, process.cpuUsage(u));
  }
});
