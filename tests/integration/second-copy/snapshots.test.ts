import { setTimeout as delay } from "node:timers/promises";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import {
  anotherMachine,
  fileHashes,
  mediaFolder,
  runBuilt,
  withOtherMachines,
} from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";
import { createBucket, missingS3Programs } from "@/tests/support/s3-server";
import { emptyFolder } from "@/tests/support/second-copies";
import { sharedS3Server } from "@/tests/support/shared-s3";
import { withTestStorage } from "@/tests/support/test-storage";
import { wholeDatabase } from "@/tests/support/whole-database";

withTestDatabase();
withTestStorage();
withOtherMachines();
jest.setTimeout(180_000);

const missing = await missingS3Programs();
const bucketTest = missing.length === 0 ? test : test.skip;
if (missing.length > 0) console.warn(`SKIPPED: the second copy in a bucket needs ${missing.join(", ")}.`);

const passphrase = "three blue boats at dawn";

/** An album in somebody else's PostgreSQL is copied, changed, and restored to both moments. */
async function copyAndRestore(settings: Record<string, string>): Promise<void> {
  const env = { ...settings, SECOND_COPY_PASSPHRASE: passphrase };
  const owner = await createOwner();
  const { id } = await storeMedia(owner, { description: "Gran's garden" });
  await storeMedia(owner);
  const begun = await runBuilt("second-copy", ["--begin"], env);
  expect([begun.code, begun.words]).toEqual([0, expect.stringContaining("has begun")]);
  const first = await runBuilt("second-copy", ["--now"], env);
  expect([first.code, first.words]).toEqual([0, expect.stringContaining("old")]);
  const rows = async (url: string) => {
    const { SecondCopy: _, SecondCopyFile: __, Media: ___, ...prints } = await wholeDatabase(url);
    return prints;
  };
  const before = {
    rows: await rows(process.env.DATABASE_URL ?? ""),
    files: Object.values(await fileHashes(`${mediaFolder()}/families/${owner.familyId}/originals`)).sort(),
  };
  const between = new Date();
  await delay(20);

  // The file goes with its row; the copy of an hour later has neither, and the first still both.
  const { storagePath } = await db.media.findUniqueOrThrow({ where: { id }, select: { storagePath: true } });
  await db.media.delete({ where: { id }, select: { id: true } });
  await getStorage().delete(storagePath);
  await db.secondCopy.updateMany({ data: { baseAt: new Date(Date.now() - 3_700_000) } });
  expect(await runBuilt("second-copy", ["--now"], env)).toMatchObject({ code: 0 });

  const restore = async (...more: string[]) => {
    const there = await anotherMachine();
    const from = ["--from", settings.SECOND_COPY ?? "", ...more];
    const unpacked = await runBuilt("restore", [...from, "--unpack", "--foreign"], { ...env, ...there });
    expect([unpacked.code, unpacked.words]).toEqual([3, ""]);
    const ended = await runBuilt("restore", from, { ...env, ...there });
    const folder = `${mediaFolder(there.DATA_DIR)}/families/${owner.familyId}/originals`;
    return {
      ...ended,
      rows: await rows(there.DATABASE_URL),
      files: Object.values(await fileHashes(folder)).sort(),
    };
  };
  const then = await restore("--at", between.toISOString());
  expect([then.code, then.words]).toEqual([0, expect.stringContaining("with 2 originals")]);
  expect({ rows: then.rows, files: then.files }).toEqual(before);
  const latest = await restore();
  expect([latest.code, latest.words]).toEqual([0, expect.stringContaining("with 1 originals")]);

  const wrong = await runBuilt("restore", ["--from", settings.SECOND_COPY ?? "", "--unpack"], {
    ...env,
    SECOND_COPY_PASSPHRASE: "three blue boats at dusk",
  });
  expect([wrong.code, wrong.words]).toEqual([
    1,
    expect.stringContaining("The passphrase doesn't open the copy"),
  ]);
}

test("an album in another PostgreSQL is copied into a folder and restored to the moment before", async () => {
  await copyAndRestore({ SECOND_COPY: emptyFolder("copy") });
});

bucketTest("an album is copied into a bucket, under a prefix, and restored from it", async () => {
  const { endpoint, accessKeyId, secretAccessKey } = await sharedS3Server();
  const server = { endpoint, accessKeyId, secretAccessKey };
  await createBucket(server, "second-copies");
  await copyAndRestore({
    SECOND_COPY: "s3://second-copies/okafors",
    SECOND_COPY_S3_ENDPOINT: endpoint,
    SECOND_COPY_S3_ACCESS_KEY_ID: accessKeyId,
    SECOND_COPY_S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
});
