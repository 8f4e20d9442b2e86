import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { db } from "@/lib/db";
import { checkDataFolder } from "@/lib/operations/system/server/checks/files-check-service";
import { call } from "@/tests/support/call";
import { initUpload, sendRawChunk } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { expectRefusal } from "@/tests/support/error-body";
import { createOwner, type FamilyPerson } from "@/tests/support/factories";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { stagedFiles, storedKeys, withTestStorage } from "@/tests/support/test-storage";

// Before the settings are first read: the disk that the tests' PostgreSQL is on, and more room than any disk has.
process.env.DATA_DIR = mkdtempSync(path.join(process.env.TEST_SERVER_FOLDER ?? "", "data-"));
process.env.MIN_FREE_BYTES = String(2 ** 50);

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

function expectRefused(answer: Parameters<typeof expectRefusal>[0]): void {
  expectRefusal(answer, 507, "storage_full");
  expect((answer.body as { message: string }).message).toMatch(/disk is almost full.*Nothing was lost/);
}

test("someone who fills PostgreSQL's disk is stopped while the database still has room", async () => {
  const { bavail, bsize } = await statfs(process.env.DATA_DIR ?? "");
  expect(bavail * bsize).toBeLessThan(2 ** 50);
  const json = {
    fileName: "beach.jpg",
    fileType: "image/jpeg",
    fileData: (await tinyPicture()).toString("base64"),
    year: 2024,
    month: 7,
  };
  expectRefused(await call("POST", "/api/media", { cookie: owner.cookie, json }));
  expectRefused(await initUpload(owner, randomUUID(), 1234));
  expect(await db.media.count()).toBe(0);
  expect(await storedKeys("families/")).toEqual([]);
  expect((await call("GET", "/api/auth/me", { cookie: owner.cookie })).status).toBe(200);
});

test("a chunk of an upload started before the disk filled up waits too", async () => {
  const content = clipBytes(1234);
  const uploadId = randomUUID();
  await db.upload.create({
    data: {
      userId: owner.userId,
      familyId: owner.familyId,
      clientUploadId: uploadId,
      fileName: "film.mp4",
      fileSize: content.length,
      totalChunks: 1,
      year: 2024,
      month: 7,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    select: { id: true },
  });
  expectRefused(await sendRawChunk(owner, uploadId, 0, content));
  expect(await stagedFiles()).toEqual([]);
});

test("the doctor says that uploads are refused, and why", async () => {
  expect(await checkDataFolder()).toMatchObject({
    level: "wrong",
    advice: expect.stringContaining("MIN_FREE_BYTES"),
  });
});
