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
import { emptyFolder, newKeyFile } from "@/tests/support/second-copies";
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

async function album() {
  const owner = await createOwner();
  const { id } = await storeMedia(owner, { description: "Gran's garden" });
  await storeMedia(owner);
  return { owner, id };
}

const rowsOf = async (url = process.env.DATABASE_URL ?? "") => {
  const { SecondCopy: _, SecondCopyFile: __, Media: ___, ...prints } = await wholeDatabase(url);
  return prints;
};
const originalsOf = async (familyId: string, dataDir?: string) =>
  Object.values(await fileHashes(`${mediaFolder(dataDir)}/families/${familyId}/originals`)).sort();

test("an album in another PostgreSQL is copied into a folder, and a passphrase restores it", async () => {
  const { owner } = await album();
  const env = { SECOND_COPY: emptyFolder("copy"), SECOND_COPY_PASSPHRASE: "three blue boats at dawn" };
  const begun = await runBuilt("second-copy", ["--begin"], env);
  expect([begun.code, begun.words]).toEqual([0, expect.stringContaining("has begun")]);
  const copied = await runBuilt("second-copy", ["--now"], env);
  expect([copied.code, copied.words]).toEqual([0, expect.stringMatching(/^\d+ seconds? old/m)]);
  const before = { rows: await rowsOf(), files: await originalsOf(owner.familyId) };

  const there = await anotherMachine();
  const from = ["--from", env.SECOND_COPY];
  const wrong = await runBuilt("restore", from, {
    ...there,
    SECOND_COPY_PASSPHRASE: "three blue boats at dusk",
  });
  expect([wrong.code, wrong.words]).toEqual([1, expect.stringContaining("passphrase doesn't open the copy")]);
  const { code, words } = await runBuilt("restore", ["--from", "SECOND_COPY"], { ...env, ...there });
  expect([code, words]).toEqual([0, expect.stringContaining("with 2 originals")]);
  const after = {
    rows: await rowsOf(there.DATABASE_URL),
    files: await originalsOf(owner.familyId, there.DATA_DIR),
  };
  expect(after).toEqual(before);
});

bucketTest(
  "an album is copied into a bucket, under a prefix, and restored to the moment before",
  async () => {
    const { endpoint, accessKeyId, secretAccessKey } = await sharedS3Server();
    await createBucket({ endpoint, accessKeyId, secretAccessKey }, "second-copies");
    const { owner, id } = await album();
    const key = await newKeyFile();
    const env = {
      SECOND_COPY: "s3://second-copies/okafors",
      SECOND_COPY_KEY: key.recipient,
      SECOND_COPY_S3_ENDPOINT: endpoint,
      SECOND_COPY_S3_ACCESS_KEY_ID: accessKeyId,
      SECOND_COPY_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    expect(await runBuilt("second-copy", ["--begin"], env)).toMatchObject({ code: 0 });
    expect(await runBuilt("second-copy", ["--now"], env)).toMatchObject({ code: 0 });
    const before = { rows: await rowsOf(), files: await originalsOf(owner.familyId) };
    const between = new Date();

    // An hour later, the file and its row are gone; the first copy still has both.
    const { storagePath } = await db.media.findUniqueOrThrow({
      where: { id },
      select: { storagePath: true },
    });
    await db.media.delete({ where: { id }, select: { id: true } });
    await getStorage().delete(storagePath);
    await db.secondCopy.updateMany({ data: { baseAt: new Date(Date.now() - 3_700_000) } });
    await delay(20);
    expect(await runBuilt("second-copy", ["--now"], env)).toMatchObject({ code: 0 });

    const restore = async (...more: string[]) => {
      const there = await anotherMachine();
      const args = ["--from", env.SECOND_COPY, "--key", key.file, ...more];
      const { code, words } = await runBuilt("restore", args, { ...env, ...there });
      const files = await originalsOf(owner.familyId, there.DATA_DIR);
      return { code, words, rows: await rowsOf(there.DATABASE_URL), files };
    };
    const then = await restore("--at", between.toISOString());
    expect([then.code, then.words]).toEqual([0, expect.stringContaining("with 2 originals")]);
    expect({ rows: then.rows, files: then.files }).toEqual(before);
    const latest = await restore();
    expect([latest.code, latest.words]).toEqual([0, expect.stringContaining("with 1 original.")]);
  },
);
