import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import type {
  ItemDiagnosisDto,
  MediaDiagnosisDto,
  MediaDiagnosisPageDto,
} from "@/lib/operations/diagnostics/schema";
import { S3Storage } from "@/lib/platform/storage/s3-storage";
import { getStorage } from "@/lib/platform/storage/storage";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { mebibyte } from "@/lib/shared/units";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, type FamilyPerson, storeClip, storeMedia } from "@/tests/support/factories";
import { clipBytes } from "@/tests/support/pictures";
import { replaceStorage } from "@/tests/support/replace-storage";
import { createBucket, missingS3Programs } from "@/tests/support/s3-server";
import { sharedS3Server } from "@/tests/support/shared-s3";
import { withTestStorage } from "@/tests/support/test-storage";

const missing = await missingS3Programs();
if (missing.length > 0) {
  console.warn(`SKIPPED: clips in a bucket need ${missing.join(", ")} (Debian: ceph-mon ceph-osd radosgw).`);
}

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const calls = "/api/admin/diagnostics/media";
const list = async (query = "", as = owner) =>
  (await call<MediaDiagnosisPageDto>("GET", `${calls}${query}`, { cookie: as.cookie })).body;
const rebuild = (id: string) =>
  call<MediaDiagnosisDto>("POST", `${calls}/${id}/rebuild`, { cookie: owner.cookie });
const bytesOf = (item: MediaDiagnosisDto, kind: string) =>
  item.files.find((file) => file.kind === kind)?.bytes;

test("existing files are listed with their size, and missing ones too", async () => {
  const { id, content, storagePath } = await storeMedia(owner);
  const [whole] = (await list()).items;
  expect(whole).toMatchObject({ id, derivatives: "ready" });
  expect(whole && bytesOf(whole, "original")).toBe(content.length);
  expect(whole && bytesOf(whole, "thumbnail")).toBe(`thumbnail of ${id}`.length);
  await getStorage().delete(derivativeKey(owner.familyId, id, "medium"));
  await getStorage().delete(storagePath);
  const [broken] = (await list()).items;
  expect(broken?.files).toEqual([
    { kind: "original", isExpected: true, bytes: null },
    { kind: "thumbnail", isExpected: true, bytes: expect.any(Number) },
    { kind: "medium", isExpected: true, bytes: null },
  ]);
});

test("a Live Photo's clip and its playable version are listed", async () => {
  const { id } = await storeMedia(owner, { playable: "ready" });
  const clip = await storeClip(owner, id);
  const [item] = (await list()).items;
  expect(item && bytesOf(item, "clip")).toBe(clip.content.length);
  expect(item && bytesOf(item, "playable")).toEqual(expect.any(Number));
  await getStorage().delete(clip.storagePath);
  const [broken] = (await list()).items;
  expect(broken?.files).toContainEqual({ kind: "clip", isExpected: true, bytes: null });
});

test("the list can be filtered by kind and problems, page by page, for one's own family only", async () => {
  await storeMedia(await createOwner(), { hasFiles: false });
  await storeMedia(owner, { hasFiles: false, deletedAt: new Date() });
  const { id: photo } = await storeMedia(owner, { hasFiles: false });
  const { id: failed } = await storeMedia(owner, { hasFiles: false, derivatives: "failed" });
  const { id: clip } = await storeMedia(owner, { hasFiles: false, mediaType: "video" });
  const { id: stuck } = await storeMedia(owner, {
    hasFiles: false,
    derivatives: "pending",
    uploadDate: new Date(Date.now() - 3_600_000),
  });
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => id).sort();
  expect(await ids("")).toEqual([photo, failed, clip, stuck].sort());
  expect(await ids("?mediaType=video")).toEqual([clip]);
  expect(await ids("?only=broken")).toEqual([failed, stuck].sort());
  expect((await list("?limit=3")).pagination).toEqual({ total: 4, limit: 3, offset: 0, hasMore: true });
  expect(await ids("?limit=3&offset=3")).toHaveLength(1);
  const refused = await call("GET", `${calls}?only=everything`, { cookie: owner.cookie });
  expect(refused).toMatchObject({ status: 400, body: { field: "only" } });
});

test("pictures are rebuilt from the original", async () => {
  const { id } = await storeMedia(owner, { derivatives: "failed", derivativeError: "It broke." });
  const answer = await rebuild(id);
  expect(answer).toMatchObject({ status: 200, body: { derivatives: "ready", derivativeError: null } });
  expect(bytesOf(answer.body, "thumbnail")).toBeGreaterThan(`thumbnail of ${id}`.length);
});

test("a failed rebuild leaves what was there", async () => {
  const { id } = await storeMedia(owner, { content: Buffer.from("no picture at all") });
  const answer = await rebuild(id);
  expect(answer).toMatchObject({ status: 422, body: { code: "not_rebuilt" } });
  expectErrorBody(answer);
  const row = await db.media.findUniqueOrThrow({ where: { id }, select: { derivatives: true } });
  expect(row.derivatives).toBe("ready");
  const thumbnail = await call("GET", `/api/images/thumbnail/${id}`, { cookie: owner.cookie });
  expect(thumbnail.bytes.toString()).toBe(`thumbnail of ${id}`);
});

test("an unreadable clip is reported, without a word about this machine", async () => {
  const { id } = await storeMedia(owner, { mediaType: "video", content: clipBytes(), playable: "failed" });
  const { status, body } = await call<ItemDiagnosisDto>("GET", `${calls}/${id}`, { cookie: owner.cookie });
  expect(status).toBe(200);
  expect(body.clip).toEqual([
    {
      rendition: "original",
      bytes: expect.any(Number),
      facts: null,
      problem: "The file can't be read as a video.",
    },
  ]);
});

/** A bucket that counts the copies of objects made on this machine. */
class WatchedBucket extends S3Storage {
  copies = 0;
  mostAtOnce = 0;
  /** The size it claims for every object. */
  claimedBytes: number | undefined;
  failure: StorageError | undefined;
  #now = 0;

  override async stat(key: string) {
    const found = await super.stat(key);
    return found && { bytes: this.claimedBytes ?? found.bytes };
  }

  override async withLocalFile<T>(key: string, use: (file: string) => Promise<T>): Promise<T> {
    if (this.failure) throw this.failure;
    this.copies++;
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.#now);
    await sleep(50);
    return super.withLocalFile(key, use).finally(() => this.#now--);
  }
}

(missing.length > 0 ? describe.skip : describe)("a clip in a bucket", () => {
  let bucket: WatchedBucket;
  const look = async (id: string) =>
    call<ItemDiagnosisDto>("GET", `${calls}/${id}`, { cookie: owner.cookie });

  beforeAll(async () => {
    const server = await sharedS3Server();
    const name = "diagnostics";
    await createBucket(server, name);
    bucket = new WatchedBucket({
      bucket: name,
      region: "us-east-1",
      endpoint: server.endpoint,
      accessKeyId: server.accessKeyId,
      secretAccessKey: server.secretAccessKey,
      scratchFolder: path.join(process.env.DATA_DIR ?? "", "scratch"),
    });
    replaceStorage(bucket);
  });
  beforeEach(() => {
    Object.assign(bucket, { copies: 0, mostAtOnce: 0, claimedBytes: undefined, failure: undefined });
  });
  afterAll(() => replaceStorage());

  test("is copied to be read, one at a time, unless it has more than 200 MB", async () => {
    const { id } = await storeMedia(owner, { mediaType: "video", content: clipBytes(), playable: "ready" });
    const answers = await Promise.all([look(id), look(id)]);
    for (const { body } of answers) expect(body.clip).toHaveLength(2);
    expect([bucket.copies, bucket.mostAtOnce]).toEqual([4, 1]);
    bucket.claimedBytes = 200 * mebibyte;
    expect((await look(id)).body.clip[0]?.problem).toBe("The file can't be read as a video.");
    bucket.claimedBytes++;
    const bytes = bucket.claimedBytes;
    const problem = "Too large to read from the bucket here.";
    expect((await look(id)).body.clip).toEqual([
      { rendition: "original", bytes, facts: null, problem },
      { rendition: "playable", bytes, facts: null, problem },
    ]);
    expect(bucket.copies).toBe(6);
  });

  test("isn't reported as broken while the bucket is out of reach, but as missing when it has just been deleted", async () => {
    const { id } = await storeMedia(owner, { mediaType: "video", content: clipBytes(), playable: "failed" });
    bucket.failure = new StorageError("unavailable", "The bucket is out of reach");
    expect((await look(id)).status).toBe(503);
    bucket.failure = new StorageError("missing", "Deleted");
    expect(await look(id)).toMatchObject({
      status: 200,
      body: { clip: [{ facts: null, problem: "The file is missing." }] },
    });
  });
});
