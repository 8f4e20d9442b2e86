import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ArchiveDto } from "@/lib/album/archives/schema";
import { maxSingleLooks } from "@/lib/album/archives/server/stored-sizes";
import { db } from "@/lib/db";
import { exportIntoFolder } from "@/lib/operations/exports/server/folder-service";
import { DiskStorage } from "@/lib/platform/storage/disk-storage";
import { S3Storage } from "@/lib/platform/storage/s3-storage";
import { noEdits } from "@/lib/shared/picture-edits";
import { call, requestOf, respond } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { prepared } from "@/tests/support/export-calls";
import { createOwner, type FamilyPerson, type StoredMedia, storeMedia } from "@/tests/support/factories";
import { plainPicture, tinyPicture } from "@/tests/support/pictures";
import { replaceStorage } from "@/tests/support/replace-storage";
import { createBucket, missingS3Programs, type S3Access } from "@/tests/support/s3-server";
import { sharedS3Server } from "@/tests/support/shared-s3";
import { importAll, sidecar, tgzOf, zipOf } from "@/tests/support/takeouts";
import { unzip } from "@/tests/support/zip-files";

const missing = await missingS3Programs();
if (missing.length > 0) {
  console.warn(
    `SKIPPED: archives in a bucket need ${missing.join(", ")} (Debian: ceph-mon ceph-osd radosgw).`,
  );
}
const describeWithServer = missing.length > 0 ? describe.skip : describe;

withTestDatabase();
jest.setTimeout(120_000);

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let server: S3Access;
let owner: FamilyPerson;
let name: string;
let bucket: S3Storage;
let disk: DiskStorage;

const open = (changes: Partial<ConstructorParameters<typeof S3Storage>[0]>) =>
  new S3Storage({
    bucket: "album",
    region: "us-east-1",
    endpoint: server.endpoint,
    accessKeyId: server.accessKeyId,
    secretAccessKey: server.secretAccessKey,
    scratchFolder: path.join(process.env.DATA_DIR ?? "", "scratch"),
    ...changes,
  });
const make = (ids: string[]) =>
  call<ArchiveDto & { code?: string }>("POST", "/api/media/archives", {
    cookie: owner.cookie,
    json: { mediaIds: ids },
  });
const fetchZip = (url: string, headers: Record<string, string> = {}) =>
  call("GET", url, { cookie: owner.cookie, headers });
const idsOf = (kept: readonly StoredMedia[]) => kept.map(({ id }) => id);

/** Stores items whose originals are in both places, so that the same row can be read from either. */
async function storeInBoth(sizes: readonly number[]): Promise<StoredMedia[]> {
  replaceStorage(bucket);
  const kept: StoredMedia[] = [];
  for (const bytes of sizes) kept.push(await storeMedia(owner, { content: randomBytes(bytes) }));
  for (const { storagePath, content } of kept) await disk.replace(storagePath, content);
  return kept;
}

async function silently<T>(work: () => Promise<T>): Promise<T> {
  const silenced = [process.stdout, process.stderr].map((stream) =>
    jest.spyOn(stream, "write").mockImplementation(() => true),
  );
  try {
    return await work();
  } finally {
    for (const spy of silenced) spy.mockRestore();
  }
}

describeWithServer("a ZIP of originals in a bucket", () => {
  beforeAll(async () => {
    server = await sharedS3Server();
  }, 120_000);
  afterAll(() => replaceStorage());
  beforeEach(async () => {
    name = `test-${randomUUID()}`;
    await createBucket(server, name);
    bucket = open({ bucket: name });
    disk = new DiskStorage(path.join(process.env.DATA_DIR ?? "", name));
    replaceStorage(bucket);
    for (const storage of [bucket, disk]) await storage.verifyRoot({ expectExisting: false });
    owner = await createOwner();
  });

  test("is byte for byte the same as from originals on a disk", async () => {
    const kept = await storeInBoth([1, 70_000, 2_500_000]);
    const { body } = await make(idsOf(kept));
    const stored = await fetchZip(body.url);
    expect([stored.status, stored.bytes.length]).toEqual([200, body.bytes]);
    replaceStorage(disk);
    await db.media.updateMany({ data: { crc32: null } });
    const onDisk = await fetchZip(body.url);
    expect(sha256(stored.bytes)).toBe(sha256(onDisk.bytes));
    expect(stored.headers.get("etag")).toBe(onDisk.headers.get("etag"));
  });

  test("an import reads its archives in place, in the bucket", async () => {
    const picture = await tinyPicture();
    const files = {
      "Takeout/Google Photos/Photos from 2024/lake.jpg": picture,
      "Takeout/Google Photos/Photos from 2024/lake.jpg.json": sidecar("lake.jpg", {
        description: "At the lake",
      }),
    };
    const zip = await importAll(owner, [await zipOf(files)]);
    const tgz = await importAll(
      owner,
      [await tgzOf({ ...files, "Takeout/other.png": await tinyPicture("png") })],
      "tgz",
    );
    expect([zip, tgz]).toMatchObject([
      { state: "done", addedCount: 1 },
      { state: "done", addedCount: 1, knownCount: 1 },
    ]);
    const item = await db.media.findFirstOrThrow({
      where: { familyId: owner.familyId, fileName: "lake.jpg" },
      select: { description: true, sha256: true },
    });
    expect(item).toEqual({ description: "At the lake", sha256: sha256(picture) });
  });

  test("an export of the whole album works from the bucket: a ZIP that resumes, and a folder", async () => {
    const photo = await storeMedia(owner, {
      content: await plainPicture("jpeg", 40, 30),
      fileName: "lake.jpg",
    });
    const edits = { ...noEdits, quarterTurns: 1, crop: null };
    await db.media.updateMany({ where: { id: photo.id }, data: { edits, editVersion: 1 } });
    const { url, bytes } = await prepared(owner);
    const whole = await fetchZip(url ?? "");
    expect([whole.status, whole.bytes.length]).toEqual([200, bytes]);
    const files = await unzip(whole.bytes);
    expect(sha256(files.get("2024/07 July/lake.jpg") ?? Buffer.alloc(0))).toBe(photo.sha256);
    const middle = Math.floor(whole.bytes.length / 2);
    const rest = await fetchZip(url ?? "", { Range: `bytes=${middle}-` });
    expect(sha256(Buffer.concat([whole.bytes.subarray(0, middle), rest.bytes]))).toBe(sha256(whole.bytes));

    const folder = path.join(process.env.DATA_DIR ?? "", `folder-of-${name}`);
    const { files: count, copied } = await exportIntoFolder(owner.familyId, folder, () => {});
    expect([count, copied]).toEqual([files.size, 1]);
    for (const [file, content] of files) {
      if (file.includes("/"))
        expect([file, await readFile(path.join(folder, file))]).toEqual([file, content]);
    }
  });

  test("interrupted anywhere and resumed by Range, it is the same ZIP", async () => {
    const kept = await storeInBoth([300_000, 1, 1_500_000]);
    const { body } = await make(idsOf(kept));
    const whole = await fetchZip(body.url);
    const etag = whole.headers.get("etag") ?? "";
    const cuts = [1, Math.floor(body.bytes / 2), body.bytes - 1];
    for (let count = 0; count < 10; count++) cuts.push(randomInt(1, body.bytes));
    for (const cut of cuts) {
      await db.media.updateMany({ data: { crc32: null } });
      const rest = await fetchZip(body.url, { Range: `bytes=${cut}-`, "If-Range": etag });
      const joined = Buffer.concat([whole.bytes.subarray(0, cut), rest.bytes]);
      expect([cut, rest.status, sha256(joined)]).toEqual([cut, 206, sha256(whole.bytes)]);
    }
  });

  test("leaves out a lost original and reports it, as on a disk", async () => {
    const kept = await storeInBoth([1_000, 2_000, 3_000]);
    const [lost, cut] = kept;
    const answers = [];
    for (const storage of [bucket, disk]) {
      replaceStorage(storage);
      await storage.delete(lost?.storagePath ?? "");
      await storage.replace(cut?.storagePath ?? "", Buffer.from("cut short"));
      const { status, body } = await make(idsOf(kept));
      answers.push({ status, count: body.count, bytes: body.bytes, refusals: body.refusals });
    }
    expect(answers[0]).toMatchObject({
      status: 201,
      count: 1,
      refusals: [
        {
          code: "file_missing",
          count: 2,
          message: "2 of 3 have lost their files, so they aren't in the download.",
        },
      ],
    });
    expect(answers[1]).toEqual(answers[0]);
  });

  test("leaves out lost originals even among so many that the bucket is listed instead", async () => {
    const kept: StoredMedia[] = [];
    for (let count = 0; count < maxSingleLooks + 2; count++) {
      kept.push(await storeMedia(owner, { content: randomBytes(100), hasFiles: false }));
    }
    const [, ...stored] = kept;
    for (let at = 0; at < stored.length; at += 20) {
      const some = stored.slice(at, at + 20);
      await Promise.all(some.map(({ storagePath, content }) => bucket.replace(storagePath, content)));
    }
    const { body } = await make(idsOf(kept));
    expect(body).toMatchObject({ count: stored.length, refusals: [{ code: "file_missing", count: 1 }] });
  });

  test("breaks off if an original is lost while it is sent", async () => {
    const kept = await storeInBoth([200_000, 200_000]);
    const { body } = await make(idsOf(kept));
    await bucket.delete(kept[1]?.storagePath ?? "");
    await silently(async () => {
      const response = await respond(requestOf("GET", body.url, { cookie: owner.cookie }));
      expect(response.status).toBe(200);
      await expect(response.arrayBuffer()).rejects.toThrow();
    });
  });

  test("is refused, to be retried, while the bucket is unreachable", async () => {
    const [kept] = await storeInBoth([1_000]);
    replaceStorage(open({ endpoint: "http://127.0.0.1:1", maxAttempts: 1 }));
    const answer = await silently(() => make([kept?.id ?? ""]));
    expect(answer).toMatchObject({ status: 503, body: { code: "storage_unavailable" } });
    expect(await db.mediaArchive.count()).toBe(0);
  });

  test("continues after its reader paused longer than the bucket's connection may be idle", async () => {
    const kept = await storeInBoth([30_000_000]);
    const { body } = await make(idsOf(kept));
    const idleTimeoutMs = 500;
    replaceStorage(open({ bucket: name, idleTimeoutMs }));
    const response = await respond(requestOf("GET", body.url, { cookie: owner.cookie }));
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      pieces.push(piece);
      const before = bytes;
      bytes += piece.length;
      const isPausing = [5_000_000, 15_000_000].some((at) => before < at && bytes >= at);
      if (isPausing) await delay(4 * idleTimeoutMs);
    }
    replaceStorage(disk);
    expect(sha256(Buffer.concat(pieces))).toBe(sha256((await fetchZip(body.url)).bytes));
  });

  test("leaves the bucket available to others however many readers pause", async () => {
    const kept = await storeInBoth([30_000_000]);
    const { body } = await make(idsOf(kept));
    const readers = [];
    for (let count = 0; count < 60; count++) {
      const response = await respond(requestOf("GET", body.url, { cookie: owner.cookie }));
      const reader = response.body?.getReader();
      readers.push(reader);
      // The second read returns the first bytes of the original.
      for (const _ of [1, 2]) await reader?.read();
    }
    const found = await Promise.race([bucket.stat(kept[0]?.storagePath ?? ""), delay(30_000, "waits")]);
    await Promise.all(readers.map((reader) => reader?.cancel()));
    expect(found).toEqual({ bytes: 30_000_000 });
  });
});
