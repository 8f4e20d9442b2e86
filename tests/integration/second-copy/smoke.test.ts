import { rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { databasePool, db } from "@/lib/db";
import { beginSecondCopy } from "@/lib/operations/second-copy/server/begin-service";
import { copyOnce } from "@/lib/operations/second-copy/server/copy-service";
import { fileHashes, mediaFolder } from "@/tests/support/backup-programs";
import { createOwner, storeMedia } from "@/tests/support/factories";
import { withOwnPostgres } from "@/tests/support/own-postgres";
import { emptyFolder, newKeyFile, restoreElsewhere, withDatabaseOf } from "@/tests/support/second-copies";
import { withTestDatabase } from "@/tests/support/database";
import { withTestStorage } from "@/tests/support/test-storage";

const key = await newKeyFile();
const copy = emptyFolder("copy");
process.env.SECOND_COPY = copy;
process.env.SECOND_COPY_KEY = key.recipient;
await withOwnPostgres(process.env.DATA_DIR ?? "", ["fsync=off"]);
withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });
jest.setTimeout(180_000);

test("smoke", async () => {
  const owner = await createOwner();
  await storeMedia(owner);
  await storeMedia(owner);
  console.log(await beginSecondCopy());
  let t = Date.now();
  await copyOnce();
  console.log("first", Date.now() - t);
  await storeMedia(owner);
  t = Date.now();
  await copyOnce();
  console.log("second", Date.now() - t, await db.secondCopy.findMany(), await fileHashes(copy));
  t = Date.now();
  const r = await restoreElsewhere(["--from", copy, "--key", key.file]);
  console.log("restore", Date.now() - t, r);
  console.log(await fileHashes(mediaFolder(r.dataDir)));
  await withDatabaseOf(r.dataDir, async (url) => {
    const c = new pg.Client({ connectionString: url });
    await c.connect();
    console.log((await c.query('SELECT id, "storagePath", derivatives FROM "Media"')).rows);
    await c.end();
  });
});
