import { randomUUID } from "node:crypto";
import path from "node:path";
import { emptyPlace, fileHashes, runBuilt } from "@/tests/support/backup-programs";
import { withTestDatabase } from "@/tests/support/database";
import { createBucket, missingS3Programs } from "@/tests/support/s3-server";
import { sharedS3Server } from "@/tests/support/shared-s3";

const missing = await missingS3Programs();
const server = missing.length > 0 ? null : await sharedS3Server();
const bucketSettings = (bucket: string) => ({
  S3_ENDPOINT: server?.endpoint ?? "",
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: server?.accessKeyId ?? "",
  S3_SECRET_ACCESS_KEY: server?.secretAccessKey ?? "",
});
// Set before the settings are first read.
if (server) Object.assign(process.env, bucketSettings("album"));

withTestDatabase();
jest.setTimeout(240_000);

const testWithS3 = server ? test : test.skip;

testWithS3(
  "an album in a bucket is backed up, and restored onto a disk and into another bucket alike",
  async () => {
    const { createOwner, storeMedia } = await import("@/tests/support/factories");
    const { getStorage } = await import("@/lib/platform/storage/storage");
    const { wholeDatabase } = await import("@/tests/support/whole-database");
    if (server) for (const bucket of ["album", "elsewhere"]) await createBucket(server, bucket);
    await getStorage().verifyRoot({ expectExisting: false });
    const owner = await createOwner();
    for (let index = 0; index < 6; index++) await storeMedia(owner);
    const rows = await wholeDatabase(process.env.DATABASE_URL ?? "");

    const folder = path.join(process.env.TEST_FOLDER ?? "", `backup-${randomUUID()}`);
    const made = await runBuilt("backup", [folder]);
    expect([made.words, made.code]).toEqual([expect.stringContaining("18 files"), 0]);
    const files = await fileHashes(path.join(folder, "files"));

    const onDisk = await emptyPlace();
    const toDisk = await runBuilt("restore", [folder], { ...onDisk.env, S3_BUCKET: "", S3_ENDPOINT: "" });
    expect([toDisk.words, toDisk.code]).toEqual([expect.stringContaining("18 files"), 0]);
    expect(await fileHashes(path.join(onDisk.env.DATA_DIR, "media"))).toEqual(files);
    expect(await wholeDatabase(onDisk.env.DATABASE_URL)).toEqual(rows);
    await onDisk.remove();

    const inBucket = await emptyPlace();
    const toBucket = await runBuilt("restore", [folder], { ...inBucket.env, ...bucketSettings("elsewhere") });
    expect([toBucket.words, toBucket.code]).toEqual([expect.stringContaining("18 files"), 0]);
    expect(await wholeDatabase(inBucket.env.DATABASE_URL)).toEqual(rows);
    // The second bucket's backup has the same files as the first one's.
    const again = path.join(process.env.TEST_FOLDER ?? "", `backup-${randomUUID()}`);
    const second = await runBuilt("backup", [again], { ...inBucket.env, ...bucketSettings("elsewhere") });
    expect(second.code).toBe(0);
    expect(await fileHashes(path.join(again, "files"))).toEqual(files);
    await inBucket.remove();
  },
);
