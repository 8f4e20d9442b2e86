import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import type {
  ItemDiagnosisDto,
  MediaDiagnosisDto,
  MediaDiagnosisPageDto,
} from "@/lib/operations/diagnostics/schema";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectErrorBody } from "@/tests/support/error-body";
import { createOwner, type FamilyPerson, storeClip, storeMedia } from "@/tests/support/factories";
import { clipBytes } from "@/tests/support/pictures";
import { withTestStorage } from "@/tests/support/test-storage";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const path = "/api/admin/diagnostics/media";
const list = async (query = "", as = owner) =>
  (await call<MediaDiagnosisPageDto>("GET", `${path}${query}`, { cookie: as.cookie })).body;
const rebuild = (id: string) =>
  call<MediaDiagnosisDto>("POST", `${path}/${id}/rebuild`, { cookie: owner.cookie });
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
  const refused = await call("GET", `${path}?only=everything`, { cookie: owner.cookie });
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
  const { status, body } = await call<ItemDiagnosisDto>("GET", `${path}/${id}`, { cookie: owner.cookie });
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
