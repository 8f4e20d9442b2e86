import { randomUUID } from "node:crypto";
import { getStorage } from "@/lib/platform/storage/storage";
import { initUpload } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";
import { withSmallDisk } from "@/tests/support/small-disk";

const disk = await withSmallDisk(48);
if (!disk) console.warn("SKIPPED: a disk of its own needs a tmpfs, which only root may mount.");
// Before the settings are first read: only the files are on that disk.
else process.env.DATA_DIR = disk.folder;
process.env.MIN_FREE_BYTES = String(2 ** 50);
const testWithDisk = disk ? test : test.skip;

withTestDatabase();

testWithDisk("a disk without PostgreSQL can be filled completely", async () => {
  await getStorage().verifyRoot({ expectExisting: false });
  const owner = await createOwner();
  expect((await initUpload(owner, randomUUID(), 1234)).status).toBe(201);
});
