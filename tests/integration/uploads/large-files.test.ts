import { createHash, randomBytes } from "node:crypto";
import { truncate } from "node:fs/promises";
import { removeExpiredUploads } from "@/lib/album/uploads/server/chunked-service";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { askProgress, cancelUpload, completeUpload, initUpload, sendRawChunk } from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { setFileLimits } from "@/tests/support/file-limits";
import { clipBytes } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const mebibyte = 1_048_576;
const gibibyte = 1024 * mebibyte;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
});

test.each([
  ["100 MB, the specification's most", 100 * mebibyte, mebibyte, 100],
  ["one byte more", 100 * mebibyte + 1, 8 * mebibyte, 13],
  ["4.2 GB", 4_200_000_000, 8 * mebibyte, 501],
  ["10 GB", 10 * gibibyte, 8 * mebibyte, 1_280],
  ["30 GB", 30 * gibibyte, 16 * mebibyte, 1_920],
  ["50 GB", 50 * gibibyte, 32 * mebibyte, 1_600],
])("%s comes in chunks that grow with its size", async (_, fileSize, chunkBytes, totalChunks) => {
  await setFileLimits({ maxImageBytes: mebibyte, maxVideoBytes: 50 * gibibyte });
  const { status, body } = await initUpload(owner, "film", fileSize, { totalChunks });
  expect([status, body]).toEqual([
    201,
    {
      uploadId: "film",
      received: [],
      totalChunks,
      chunkBytes,
      partBytes: Math.max(chunkBytes, 8 * mebibyte),
    },
  ]);
  for (const wrong of [totalChunks - 1, totalChunks + 1, Math.ceil(fileSize / mebibyte) + 1]) {
    const refused = await initUpload(owner, `other-${wrong}`, fileSize, { totalChunks: wrong });
    expect(refused).toMatchObject({ status: 400, body: { field: "totalChunks" } });
  }
});

test("10 GB is accepted on a default installation, one byte more is not", async () => {
  expect((await initUpload(owner, "film", 10 * gibibyte, { totalChunks: 1_280 })).status).toBe(201);
  const refused = await initUpload(owner, "longer", 10 * gibibyte + 1, { totalChunks: 1_281 });
  expect(refused).toMatchObject({
    status: 413,
    body: { message: "File is too large for upload (max size: 10GB)", field: "fileSize" },
  });
  expectErrorBody(refused);
});

describe("a film of 105 MB", () => {
  const chunk = 8 * mebibyte;
  const content = Buffer.concat([clipBytes(100_000), randomBytes(105 * mebibyte)]).subarray(
    0,
    105 * mebibyte,
  );
  const totalChunks = 14;
  const send = (index: number, bytes = content.subarray(index * chunk, (index + 1) * chunk)) =>
    sendRawChunk(owner, "film", index, bytes);
  const begin = () => initUpload(owner, "film", content.length, { totalChunks });

  test("is assembled from its chunks, in any order, even repeated", async () => {
    await begin();
    const order = [13, 0, 5, 1, 2, 12, 3, 4, 6, 7, 8, 9, 10, 11, 5, 13];
    for (const index of order) expect((await send(index)).status).toBe(200);
    expect((await askProgress(owner, "film")).body.received).toHaveLength(totalChunks);
    const { status, body } = await completeUpload(owner, "film");
    expect(status).toBe(201);
    expect(body).toMatchObject({ bytes: content.length });
    const { bytes } = await call("GET", `/api/media/${body.id}/download`, { cookie: owner.cookie });
    expect(sha256(bytes)).toBe(sha256(content));
    expect((await completeUpload(owner, "film")).status).toBe(200);
  }, 60_000);

  test("accepts no chunk of another length, as JSON, or with other bytes than before", async () => {
    await begin();
    expect((await send(0)).status).toBe(200);
    const changed = Buffer.from(content.subarray(0, chunk));
    changed.writeUInt8((changed.readUInt8(1_000) + 1) % 256, 1_000);
    expect(await send(0, changed)).toMatchObject({ status: 409, body: { code: "chunk_changed" } });
    expect(await send(1, content.subarray(0, mebibyte))).toMatchObject({
      status: 400,
      body: { field: "chunkData" },
    });
    expect((await send(1, content.subarray(0, chunk + 1))).status).toBe(413);
    const json = { uploadId: "film", chunkIndex: 1, chunkData: randomBytes(mebibyte).toString("base64") };
    const asJson = await call("POST", "/api/media/chunked-upload/chunk", { cookie: owner.cookie, json });
    expect(asJson).toMatchObject({ status: 400, body: { field: "chunkData" } });
    expect((await send(14, content.subarray(0, 10))).status).toBe(400);
    expect((await askProgress(owner, "film")).body.received).toEqual([0]);
  });

  test("stays unfinished for a week, and is then removed with everything received", async () => {
    await begin();
    await send(0);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await removeExpiredUploads(inDays(6.9))).toBe(0);
    expect((await askProgress(owner, "film")).body.received).toEqual([0]);
    expect(await removeExpiredUploads(inDays(7.1))).toBe(1);
    expect((await askProgress(owner, "film")).status).toBe(404);
  });

  test("counts as used space from its start", async () => {
    const small = await createOwner({ tier: "free", storageBytes: BigInt(5 * gibibyte - 104 * mebibyte) });
    const begun = await initUpload(small, "film", content.length, { totalChunks });
    expect(begun).toMatchObject({ status: 422, body: { code: "storage_limit" } });
    await cancelUpload(small, "film");
  });
});

test("an item of more than 2 GB is shown, counted and downloaded in part with its size", async () => {
  const bytes = 4_200_000_000;
  const item = await storeMedia(owner, { mediaType: "video", mimeType: "video/mp4", fileName: "film.mp4" });
  await db.$executeRaw`UPDATE "Media" SET bytes = ${bytes} WHERE id = ${item.id}::uuid`;
  // A sparse file takes no room.
  await truncate(getStorage().localPath(item.storagePath) ?? "", bytes);
  const asked = await call("GET", `/api/media/${item.id}`, { cookie: owner.cookie });
  expect(asked.body).toMatchObject({ bytes });
  const family = await db.family.findUniqueOrThrow({ where: { id: owner.familyId } });
  expect(family.storageBytes).toBe(BigInt(bytes));
  const range = { range: `bytes=${bytes - 10}-` };
  const tail = await call("GET", `/api/media/${item.id}/download`, { cookie: owner.cookie, headers: range });
  expect([tail.status, tail.bytes.length, tail.headers.get("content-range")]).toEqual([
    206,
    10,
    `bytes ${bytes - 10}-${bytes - 1}/${bytes}`,
  ]);
});
