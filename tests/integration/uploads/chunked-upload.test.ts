import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import { maxOpenUploads } from "@/lib/album/uploads/schema";
import { removeExpiredUploads } from "@/lib/album/uploads/server/chunked-service";
import { db } from "@/lib/db";
import { forgetProcessWide } from "@/lib/shared/process-wide";
import { call } from "@/tests/support/call";
import {
  askProgress,
  cancelUpload,
  chunkBytes,
  chunkOf,
  completeUpload,
  initUpload,
  sendChunk,
  sendRawChunk,
} from "@/tests/support/chunks";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody, expectRefusal } from "@/tests/support/error-body";
import {
  alsoIn,
  createFamily,
  createMember,
  createOwner,
  createPerson,
  type FamilyPerson,
  join,
  openSession,
  removeMember,
} from "@/tests/support/factories";
import { setFileLimits, withSpecifiedLimits } from "@/tests/support/file-limits";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { stagedFiles, storedKeys, withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let owner: FamilyPerson;
let uploadId: string;
let content: Buffer;
beforeEach(async () => {
  owner = await createOwner();
  // Browsers send the file's name and the time.
  uploadId = `Our film (1) #é.mp4-${Date.now()}-${randomUUID()}`;
  content = clipBytes(2 * chunkBytes + 1234);
});

async function download(id: string, as = owner): Promise<Buffer> {
  return (await call("GET", `/api/media/${id}/download`, { cookie: as.cookie })).bytes;
}

async function sendAll(person: FamilyPerson, bytes = content, id = uploadId): Promise<void> {
  for (let index = 0; index * chunkBytes < bytes.length; index++) {
    expect((await sendChunk(person, id, index, chunkOf(bytes, index))).status).toBe(200);
  }
}

const originals = async () => (await storedKeys("families/")).filter((key) => key.includes("/originals/"));

describe("a file in chunks", () => {
  test("becomes one item with exactly the same bytes, and its chunks are gone", async () => {
    expect(await initUpload(owner, uploadId, content.length)).toMatchObject({
      status: 201,
      body: { uploadId, received: [], totalChunks: 3 },
    });
    await sendAll(owner);
    const { status, body } = await completeUpload(owner, uploadId);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      fileName: "film.mp4",
      mediaType: "video",
      mimeType: "video/mp4",
      bytes: content.length,
      year: 2024,
      month: 7,
      description: "The #regatta",
      uploadedBy: { id: owner.userId },
    });
    expect(sha256(await download(body.id))).toBe(sha256(content));
    expect(await stagedFiles()).toEqual([]);
    expect(await originals()).toEqual([body.storagePath]);
  });

  test("arrives out of order, concurrently, in both formats and several times over", async () => {
    await initUpload(owner, uploadId, content.length);
    await Promise.all([
      sendRawChunk(owner, uploadId, 2, chunkOf(content, 2)),
      sendChunk(owner, uploadId, 0, chunkOf(content, 0)),
      sendRawChunk(owner, uploadId, 0, chunkOf(content, 0)),
      sendChunk(owner, uploadId, 2, chunkOf(content, 2)),
    ]);
    expect((await askProgress(owner, uploadId)).body.received).toEqual([0, 2]);
    expect((await sendChunk(owner, uploadId, 1, chunkOf(content, 1))).body.received).toEqual([0, 1, 2]);
    const { body } = await completeUpload(owner, uploadId);
    expect(sha256(await download(body.id))).toBe(sha256(content));
  });

  test("continues where it was interrupted: beginning again answers what has arrived", async () => {
    await initUpload(owner, uploadId, content.length);
    await sendChunk(owner, uploadId, 1, chunkOf(content, 1));
    expect(await initUpload(owner, uploadId, content.length)).toMatchObject({
      status: 200,
      body: { uploadId, received: [1], totalChunks: 3 },
    });
  });

  test("begun again under the same id for another file is refused", async () => {
    await initUpload(owner, uploadId, content.length);
    for (const change of [{ fileName: "other.mp4" }, { fileSize: content.length - 1 }]) {
      const answer = await initUpload(owner, uploadId, content.length, change);
      expect(answer).toMatchObject({ status: 409, body: { field: "uploadId" } });
      expectErrorBody(answer);
    }
  });

  test("begun eight times at once is begun once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => initUpload(owner, uploadId, content.length)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(await db.upload.count()).toBe(1);
  });
});

describe("a chunk", () => {
  beforeEach(async () => {
    await initUpload(owner, uploadId, content.length);
  });

  test("with other bytes than before is refused, and the first ones stay", async () => {
    await sendAll(owner);
    const other = Buffer.from(chunkOf(content, 1));
    other.writeUInt8((other.readUInt8(99) + 1) % 256, 99);
    const answer = await sendChunk(owner, uploadId, 1, other);
    expect(answer).toMatchObject({ status: 409, body: { field: "chunkData" } });
    expectErrorBody(answer);
    const { body } = await completeUpload(owner, uploadId);
    expect(sha256(await download(body.id))).toBe(sha256(content));
  });

  test("of two with different bytes at once, exactly one is stored", async () => {
    const [one, two] = [randomBytes(chunkBytes), randomBytes(chunkBytes)];
    const answers = await Promise.all([
      sendChunk(owner, uploadId, 1, one),
      sendRawChunk(owner, uploadId, 1, two),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await sendChunk(owner, uploadId, 0, chunkOf(content, 0));
    await sendChunk(owner, uploadId, 2, chunkOf(content, 2));
    const { body } = await completeUpload(owner, uploadId);
    const kept = answers[0]?.status === 200 ? one : two;
    expect(sha256((await download(body.id)).subarray(chunkBytes, 2 * chunkBytes))).toBe(sha256(kept));
  });

  test.each([
    ["shorter than announced", 0, chunkBytes - 1, "chunkData"],
    ["longer than what is left", 2, 1235, "chunkData"],
    ["behind the end", 3, 10, "chunkIndex"],
    ["behind any end", 100, 10, "chunkIndex"],
    ["in front of the start", -1, chunkBytes, "chunkIndex"],
    ["in between", 0.5, chunkBytes, "chunkIndex"],
    ["empty", 0, 0, "chunkData"],
  ])("%s is refused by name", async (_, index, bytes, field) => {
    for (const send of [sendChunk, sendRawChunk]) {
      const answer = await send(owner, uploadId, index, Buffer.alloc(bytes));
      expect(answer).toMatchObject({ status: 400, body: { field } });
      expectErrorBody(answer);
    }
    expect((await askProgress(owner, uploadId)).body.received).toEqual([]);
  });

  test("whose first bytes are neither a picture nor a film ends the upload at once", async () => {
    const answer = await sendChunk(owner, uploadId, 0, Buffer.alloc(chunkBytes, "no film "));
    expect(answer).toMatchObject({ status: 415, body: { code: "unsupported_type" } });
    expect((await askProgress(owner, uploadId)).body.received).toEqual([]);
  });

  test("of a picture over 10 MB is refused at the first one", async () => {
    await setFileLimits({ maxImageBytes: 10 * chunkBytes, maxVideoBytes: 100 * chunkBytes });
    const id = `${uploadId}-picture`;
    await initUpload(owner, id, 11 * chunkBytes, { fileName: "huge.jpg" });
    const first = Buffer.concat([await tinyPicture(), Buffer.alloc(chunkBytes)]).subarray(0, chunkBytes);
    const answer = await sendChunk(owner, id, 0, first);
    expect(answer).toMatchObject({
      status: 413,
      body: { message: "File is too large for upload (max size: 10MB)" },
    });
  });
});

describe("a part of several chunks", () => {
  const runs = 3;
  beforeEach(async () => {
    content = clipBytes(19 * chunkBytes + 77);
    await initUpload(owner, uploadId, content.length);
  });

  const partOf = (from: number, to: number) => content.subarray(from * chunkBytes, to * chunkBytes);
  const received = async () => (await askProgress(owner, uploadId)).body.received;
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

  /** Sends the bytes and then drops the connection. */
  async function breakOff(chunkIndex: number, bytes: Buffer): Promise<number> {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent >= bytes.length) return controller.error(new Error("the phone went away"));
          controller.enqueue(new Uint8Array(bytes.subarray(sent, sent + 65_536)));
          sent += 65_536;
        },
      },
      { highWaterMark: 0 },
    );
    const query = new URLSearchParams({ uploadId, chunkIndex: String(chunkIndex) });
    const { status } = await call("POST", `/api/media/chunked-upload/chunk?${query}`, {
      cookie: owner.cookie,
      body,
      type: "application/octet-stream",
    });
    return status;
  }

  test("is offered by the answer that starts the upload, and by the one that continues it", async () => {
    const begun = await initUpload(owner, uploadId, content.length);
    expect(begun.body.partBytes).toBe(8 * chunkBytes);
    expect((await askProgress(owner, uploadId)).body).toEqual(begun.body);
  });

  test("several in flight in any order, one sent twice at once and one in single chunks, make the same bytes", async () => {
    for (let run = 0; run < runs; run++) {
      const id = `${uploadId} ${run}`;
      content.writeUInt32BE(run, 100);
      await initUpload(owner, id, content.length);
      const calls = [
        () => sendRawChunk(owner, id, 12, partOf(12, 20)),
        () => sendRawChunk(owner, id, 0, partOf(0, 8)),
        () => sendRawChunk(owner, id, 0, partOf(0, 8)),
        () => sendRawChunk(owner, id, 6, partOf(6, 10)),
        () => sendChunk(owner, id, 10, partOf(10, 11)),
        () => sendRawChunk(owner, id, 11, partOf(11, 12)),
      ];
      const answers = await Promise.all(calls.toSorted(() => randomInt(3) - 1).map((send) => send()));
      expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
      const { status, body } = await completeUpload(owner, id);
      expect(status).toBe(201);
      expect(sha256(await download(body.id))).toBe(sha256(content));
    }
  });

  test("sent with nine others at once: two of them have one chunk in memory, the others two, and all arrive", async () => {
    const reserve = jest.spyOn(Buffer, "allocUnsafeSlow");
    const { promise: allBegan, resolve } = Promise.withResolvers<void>();
    let began = 0;
    const answers = Array.from({ length: 10 }, async (_, part) => {
      const bytes = new Uint8Array(partOf(2 * part, 2 * part + 2));
      let isBegun = false;
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            if (!isBegun) {
              isBegun = true;
              return controller.enqueue(bytes.slice(0, 100));
            }
            if (++began === 10) resolve();
            await allBegan;
            controller.enqueue(bytes.slice(100));
            controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      const query = new URLSearchParams({ uploadId, chunkIndex: String(2 * part) });
      const { status } = await call("POST", `/api/media/chunked-upload/chunk?${query}`, {
        cookie: owner.cookie,
        body,
        type: "application/octet-stream",
      });
      return status;
    });
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
    expect(reserve.mock.calls.filter(([bytes]) => bytes === chunkBytes)).toHaveLength(18);
    reserve.mockRestore();
    const { body } = await completeUpload(owner, uploadId);
    expect(sha256(await download(body.id))).toBe(sha256(content));
  });

  test("that is interrupted leaves its whole chunks, and no part of one", async () => {
    expect(await breakOff(4, partOf(4, 9).subarray(0, 3 * chunkBytes + 500_000))).toBe(400);
    expect(await received()).toEqual([4, 5, 6]);
    for (const [from, to] of [
      [7, 15],
      [15, 20],
      [0, 4],
    ] as const) {
      expect((await sendRawChunk(owner, uploadId, from, partOf(from, to))).status).toBe(200);
    }
    const { body } = await completeUpload(owner, uploadId);
    expect(sha256(await download(body.id))).toBe(sha256(content));
  });

  test("is refused if a chunk in it has other bytes than before, and the first ones stay", async () => {
    await sendRawChunk(owner, uploadId, 2, partOf(2, 3));
    const other = Buffer.from(partOf(0, 8));
    other.writeUInt8((other.readUInt8(2 * chunkBytes) + 1) % 256, 2 * chunkBytes);
    const answer = await sendRawChunk(owner, uploadId, 0, other);
    expect(answer).toMatchObject({ status: 409, body: { code: "chunk_changed", field: "chunkData" } });
    expectErrorBody(answer);
    expect(await received()).toEqual([0, 1, 2]);
  });

  test("continues an upload whose chunks were claimed before chunks had a checksum", async () => {
    await sendRawChunk(owner, uploadId, 0, partOf(0, 2));
    await db.uploadChunk.updateMany({ data: { crc32: null } });
    expect((await sendRawChunk(owner, uploadId, 0, partOf(0, 4))).status).toBe(200);
    expect(await db.uploadChunk.count({ where: { crc32: null } })).toBe(0);
    expect(await received()).toEqual([0, 1, 2, 3]);
  });

  test.each([
    ["half a chunk in the middle", 3, 2 * chunkBytes + chunkBytes / 2, [3, 4]],
    ["bytes behind the last chunk", 19, 78, []],
    ["chunks behind the last one", 18, 2 * chunkBytes + 77, [18]],
    ["nothing", 3, 0, []],
  ])("with %s is refused, and only its whole chunks can have been stored", async (_, index, bytes, kept) => {
    const answer = await sendRawChunk(owner, uploadId, index, Buffer.alloc(bytes, content));
    expect(answer).toMatchObject({ status: 400, body: { field: "chunkData" } });
    expectErrorBody(answer);
    expect(await received()).toEqual(kept);
  });

  test("whose first bytes are neither a picture nor a film is refused as a whole", async () => {
    const answer = await sendRawChunk(owner, uploadId, 0, Buffer.alloc(4 * chunkBytes, "no film "));
    expect(answer).toMatchObject({ status: 415, body: { code: "unsupported_type" } });
    expect(await received()).toEqual([]);
  });

  test("cancelled while parts arrive leaves nothing, and no part is stored after it", async () => {
    const [first, cancelled, second] = await Promise.all([
      sendRawChunk(owner, uploadId, 0, partOf(0, 8)),
      cancelUpload(owner, uploadId),
      sendRawChunk(owner, uploadId, 8, partOf(8, 16)),
    ]);
    expect(cancelled.status).toBe(204);
    for (const { status } of [first, second]) expect([200, 404]).toContain(status);
    expect([await db.upload.count(), await db.uploadChunk.count()]).toEqual([0, 0]);
    expect((await sendRawChunk(owner, uploadId, 16, partOf(16, 20))).status).toBe(404);
  });

  test("sent by several people at once gives nobody more room than their plan has", async () => {
    await db.family.update({
      where: { id: owner.familyId },
      data: { storageBytes: 5n * 1024n ** 3n - 20n * 1024n ** 2n },
      select: { id: true },
    });
    expect(await initUpload(owner, `${uploadId} too`, content.length)).toMatchObject({
      status: 422,
      body: { code: "storage_limit" },
    });
    const parts = [0, 8, 16].map((from) => sendRawChunk(owner, uploadId, from, partOf(from, from + 8)));
    expect((await Promise.all(parts)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await completeUpload(owner, uploadId)).status).toBe(201);
    const { storageBytes } = await db.family.findUniqueOrThrow({
      where: { id: owner.familyId },
      select: { storageBytes: true },
    });
    expect(storageBytes).toBe(5n * 1024n ** 3n - 20n * 1024n ** 2n + BigInt(content.length));
  });

  test("partly lost in a power cut is requested again for only the lost piece", async () => {
    for (const from of [0, 8, 16]) await sendRawChunk(owner, uploadId, from, partOf(from, from + 8));
    const staged = (await stagedFiles()).find((name) => name.endsWith(".data")) ?? "";
    const data = await open(path.resolve(process.env.DATA_DIR ?? "", "media", staged), "r+");
    await data.write(Buffer.alloc(4096), 0, 4096, 9 * chunkBytes + 4096);
    await data.close();
    // As after a restart of the server.
    forgetProcessWide("storage");
    expect(await completeUpload(owner, uploadId)).toMatchObject({
      status: 409,
      body: { code: "upload_incomplete" },
    });
    expect(await received()).toEqual([...range(0, 9), ...range(10, 20)]);
    await sendRawChunk(owner, uploadId, 9, partOf(9, 10));
    const { body } = await completeUpload(owner, uploadId);
    expect(sha256(await download(body.id))).toBe(sha256(content));
  });
});

describe("completing", () => {
  beforeEach(async () => {
    await initUpload(owner, uploadId, content.length);
  });

  test("twice answers the same item", async () => {
    await sendAll(owner);
    const first = await completeUpload(owner, uploadId);
    const second = await completeUpload(owner, uploadId);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect((await sendChunk(owner, uploadId, 0, chunkOf(content, 0))).body.received).toEqual([0, 1, 2]);
  });

  test("eight times at once makes one item and stores one file", async () => {
    await sendAll(owner);
    const answers = await Promise.all(Array.from({ length: 8 }, () => completeUpload(owner, uploadId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await originals()).toHaveLength(1);
    expect(await db.media.count()).toBe(1);
  });

  test("with parts missing says so, and the upload continues", async () => {
    await sendChunk(owner, uploadId, 0, chunkOf(content, 0));
    await sendChunk(owner, uploadId, 2, chunkOf(content, 2));
    const answer = await completeUpload<{ code: string }>(owner, uploadId);
    expect(answer).toMatchObject({ status: 409, body: { code: "upload_incomplete" } });
    expectErrorBody(answer);
    expect((await askProgress(owner, uploadId)).body.received).toEqual([0, 2]);
    await sendChunk(owner, uploadId, 1, chunkOf(content, 1));
    expect((await completeUpload(owner, uploadId)).status).toBe(201);
  });

  test("an upload already in the album answers the duplicate and leaves nothing", async () => {
    await sendAll(owner);
    const { body: first } = await completeUpload(owner, uploadId);
    const again = `${uploadId}-again`;
    await initUpload(owner, again, content.length);
    await sendAll(owner, content, again);
    const answer = await completeUpload(owner, again);
    expect(answer).toMatchObject({
      status: 409,
      body: { error: "duplicate_file", duplicate: { existingId: first.id, fileName: "film.mp4" } },
    });
    expect(await originals()).toEqual([first.storagePath]);
    expect(await stagedFiles()).toEqual([]);
    expect((await askProgress(owner, again)).status).toBe(404);
  });

  test("without room answers 422 and leaves nothing", async () => {
    await sendAll(owner);
    await db.family.update({
      where: { id: owner.familyId },
      data: { storageBytes: 5n * 1024n ** 3n },
      select: { id: true },
    });
    expect(await completeUpload(owner, uploadId)).toMatchObject({
      status: 422,
      body: { code: "storage_limit" },
    });
    expect([await originals(), await stagedFiles()]).toEqual([[], []]);
  });

  test("continues after a crash between the file and the row", async () => {
    await sendAll(owner);
    const { id } = await db.upload.findFirstOrThrow({ select: { id: true } });
    const { getStorage } = await import("@/lib/platform/storage/storage");
    const plan = { chunkCount: 3, bytes: content.length };
    await getStorage().assemble(id, plan, `families/${owner.familyId}/originals/${id}.mp4`);
    const { status, body } = await completeUpload(owner, uploadId);
    expect(status).toBe(201);
    expect(sha256(await download(body.id))).toBe(sha256(content));
  });

  test("after a power cut that lost staged bytes requests them again, and then succeeds", async () => {
    await sendAll(owner);
    for (const file of await stagedFiles()) {
      await rm(path.resolve(process.env.DATA_DIR ?? "", "media", file));
    }
    const answer = await completeUpload<{ code: string }>(owner, uploadId);
    expect(answer).toMatchObject({ status: 409, body: { code: "upload_incomplete" } });
    expect((await askProgress(owner, uploadId)).body.received).toEqual([]);
    await sendAll(owner);
    const { status, body } = await completeUpload(owner, uploadId);
    expect(status).toBe(201);
    expect(sha256(await download(body.id))).toBe(sha256(content));
  });

  test("by many people at once never runs out of connections", async () => {
    const people = await Promise.all(Array.from({ length: 24 }, () => createMember(owner.familyId)));
    const files = await Promise.all(
      people.map(async (person) => {
        const bytes = clipBytes(5000);
        await initUpload(person, "film", bytes.length);
        await sendChunk(person, "film", 0, bytes);
        return bytes;
      }),
    );
    const answers = await Promise.all(people.map((person) => completeUpload(person, "film")));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 201));
    for (const [index, { body }] of answers.entries()) {
      expect(sha256(await download(body.id))).toBe(sha256(files[index] as Buffer));
    }
  });
});

describe("whose upload it is", () => {
  test("one id from two people is two uploads", async () => {
    const other = await createMember(owner.familyId);
    const theirs = clipBytes(content.length);
    await initUpload(owner, uploadId, content.length);
    await initUpload(other, uploadId, theirs.length);
    await sendAll(owner);
    expect((await askProgress(other, uploadId)).body.received).toEqual([]);
    await sendAll(other, theirs);
    const [ours, second] = [await completeUpload(owner, uploadId), await completeUpload(other, uploadId)];
    expect(sha256(await download(ours.body.id))).toBe(sha256(content));
    expect(sha256(await download(second.body.id))).toBe(sha256(theirs));
  });

  test("nobody else sees it, not even the family's owner", async () => {
    const member = await createMember(owner.familyId);
    await initUpload(member, uploadId, content.length);
    for (const answer of [
      await askProgress(owner, uploadId),
      await sendChunk(owner, uploadId, 0, chunkOf(content, 0)),
      await completeUpload(owner, uploadId),
      await cancelUpload(owner, uploadId),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: "not_found" } });
    }
  });

  test("it goes into the family that was current when it started, even after a switch", async () => {
    const elsewhere = await createFamily({ name: "The others" });
    await join(owner.userId, elsewhere, "member");
    await initUpload(owner, uploadId, content.length);
    const there = { ...owner, familyId: elsewhere, ...(await openSession(owner.userId, elsewhere)) };
    await sendAll(there);
    const { status, body } = await completeUpload(there, uploadId);
    expect(status).toBe(201);
    expect(await db.media.findMany({ select: { familyId: true } })).toEqual([{ familyId: owner.familyId }]);
    expect((await download(body.id, owner)).length).toBe(content.length);
    expect((await call("GET", `/api/media/${body.id}`, { cookie: there.cookie })).status).toBe(404);
  });

  test("a page of another family than the current one can't start it", async () => {
    const elsewhere = await createFamily({ name: "The others" });
    const start = (familyId: string) =>
      initUpload(owner, uploadId, content.length, {}, { "X-Family-ID": familyId });
    expectRefusal(await start(elsewhere), 409, "family_changed");
    expect(await db.upload.count()).toBe(0);
    expect((await start(owner.familyId)).status).toBe(201);
  });

  test("someone who left the family loses it, and can use its id again in another one", async () => {
    const member = await createMember(owner.familyId);
    await initUpload(member, uploadId, content.length);
    await sendChunk(member, uploadId, 0, chunkOf(content, 0));
    await removeMember(member);
    const elsewhere = await createFamily({ name: "The others" });
    await join(member.userId, elsewhere, "member");
    const there = { ...member, familyId: elsewhere, ...(await openSession(member.userId, elsewhere)) };
    expect((await askProgress(there, uploadId)).status).toBe(404);
    expect((await sendChunk(there, uploadId, 1, chunkOf(content, 1))).status).toBe(404);
    expect((await completeUpload(there, uploadId)).status).toBe(404);
    expect(await initUpload(there, uploadId, content.length)).toMatchObject({
      status: 201,
      body: { received: [] },
    });
    await sendAll(there);
    expect((await completeUpload(there, uploadId)).status).toBe(201);
  });

  test("a stranger who starts one under the same id neither sees it nor takes it away", async () => {
    await initUpload(owner, uploadId, content.length);
    await sendChunk(owner, uploadId, 0, chunkOf(content, 0));
    const stranger = await createOwner();
    expect((await askProgress(stranger, uploadId)).status).toBe(404);
    expect(await initUpload(stranger, uploadId, content.length)).toMatchObject({
      status: 201,
      body: { received: [] },
    });
    expect((await cancelUpload(stranger, uploadId)).status).toBe(204);
    expect((await askProgress(owner, uploadId)).body.received).toEqual([0]);
  });

  test("uploads left behind in a former family take no room for new ones", async () => {
    const member = await createMember(owner.familyId);
    for (let index = 0; index < maxOpenUploads; index++) await initUpload(member, `film ${index}`, 10);
    expect((await initUpload(member, uploadId, 10)).status).toBe(429);
    await removeMember(member);
    const there = await alsoIn(member, await createFamily({ name: "The others" }));
    expect((await initUpload(there, uploadId, 10)).status).toBe(201);
  });

  test("without a family none can be started", async () => {
    expect(await initUpload(await createPerson(), uploadId, 10)).toMatchObject({ status: 403 });
  });
});

describe("cancelling", () => {
  test("frees the space and the id; a second time is not found", async () => {
    await initUpload(owner, uploadId, content.length);
    await sendAll(owner);
    expect(await stagedFiles()).not.toEqual([]);
    expect((await cancelUpload(owner, uploadId)).status).toBe(204);
    expect(await stagedFiles()).toEqual([]);
    expect(await db.uploadChunk.count()).toBe(0);
    expect((await cancelUpload(owner, uploadId)).status).toBe(404);
    expect((await initUpload(owner, uploadId, content.length)).body.received).toEqual([]);
  });

  test("while chunks arrive and it is completed leaves either an item or nothing", async () => {
    for (let round = 0; round < 8; round++) {
      const id = `${uploadId}-${round}`;
      const bytes = clipBytes(chunkBytes + 500);
      await initUpload(owner, id, bytes.length);
      await sendAll(owner, bytes, id);
      const before = await originals();
      const [completed, cancelled, late] = await Promise.all([
        completeUpload(owner, id),
        cancelUpload(owner, id),
        sendChunk(owner, id, 1, chunkOf(bytes, 1)),
      ]);
      expect([200, 201, 404]).toContain(completed.status);
      expect([204, 404]).toContain(cancelled.status);
      expect([200, 404]).toContain(late.status);
      const made = completed.status === 404 ? [] : [completed.body.storagePath];
      expect(await originals()).toEqual([...before, ...made].sort());
    }
  });

  test("happens automatically after 24 hours, with the space freed", async () => {
    await initUpload(owner, uploadId, content.length);
    await sendAll(owner);
    const dayMs = 86_400_000;
    expect(await removeExpiredUploads(new Date(Date.now() + dayMs - 60_000))).toBe(0);
    await db.upload.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
    expect((await askProgress(owner, uploadId)).status).toBe(404);
    expect((await completeUpload(owner, uploadId)).status).toBe(404);
    expect(await removeExpiredUploads()).toBe(1);
    expect([await stagedFiles(), await db.upload.count()]).toEqual([[], 0]);
  });

  test("when automatic, never removes a finished upload's item", async () => {
    await initUpload(owner, uploadId, content.length);
    await sendAll(owner);
    const { body } = await completeUpload(owner, uploadId);
    await removeExpiredUploads(new Date(Date.now() + 2 * 86_400_000));
    expect(await db.upload.count()).toBe(0);
    expect(sha256(await download(body.id))).toBe(sha256(content));
  });
});

describe("the limits", () => {
  withSpecifiedLimits();

  test("100 MB in 100 chunks is accepted, one byte more is not", async () => {
    expect((await initUpload(owner, "largest", 100 * chunkBytes)).status).toBe(201);
    const answer = await initUpload(owner, "larger", 100 * chunkBytes + 1);
    expect(answer).toMatchObject({
      status: 413,
      body: { message: "File is too large for upload (max size: 100MB)" },
    });
    expectErrorBody(answer);
  });

  test("a number of chunks that doesn't match the size is refused", async () => {
    expect(await initUpload(owner, "a", 100 * chunkBytes, { totalChunks: 101 })).toMatchObject({
      status: 400,
      body: { field: "totalChunks" },
    });
    for (const totalChunks of [1, 4, 100]) {
      const answer = await initUpload(owner, "a", content.length, { totalChunks });
      expect(answer).toMatchObject({ status: 400, body: { field: "totalChunks" } });
    }
    expect(await db.upload.count()).toBe(0);
  });

  test("one person's sixth open upload waits, even if all start at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => initUpload(owner, `film-${index}`, 10)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    for (const answer of refused) {
      expectErrorBody(answer);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await initUpload(await createMember(owner.familyId), "film", 10)).status).toBe(201);
    const open = answers.findIndex(({ status }) => status === 201);
    await cancelUpload(owner, `film-${open}`);
    expect((await initUpload(owner, "one more", 10)).status).toBe(201);
  });
});
