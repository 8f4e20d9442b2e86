import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { type ArchiveDto, maxArchives } from "@/lib/album/archives/schema";
import { removeExpiredArchives } from "@/lib/album/archives/server/service";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { storeAlbum } from "@/tests/support/album-calls";
import { call, requestOf, respond } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import {
  alsoIn,
  createMember,
  createOwner,
  type FamilyPerson,
  removeMember,
  storeClip,
  storeMedia,
} from "@/tests/support/factories";
import { placedJpeg } from "@/tests/support/placed-pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let member: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ name: "The Okafors" });
  member = await createMember(owner.familyId);
});

type Values = Parameters<typeof storeMedia>[1];
const keep = (values: Values = {}, as = owner) => storeMedia(as, { content: randomBytes(5_000), ...values });
const make = (json: object, as: FamilyPerson | null = owner) =>
  call<ArchiveDto & { field?: string; code?: string }>("POST", "/api/media/archives", {
    ...(as ? { cookie: as.cookie } : {}),
    json,
  });
const fetchZip = (url: string, as: FamilyPerson | null = owner, headers: Record<string, string> = {}) =>
  call("GET", url, { ...(as ? { cookie: as.cookie } : {}), headers });
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("a selection is one ZIP with the originals under their names, exactly as long as announced", async () => {
  const kept = [
    await keep({ fileName: "beach.jpg" }),
    await keep({ fileName: "Beach.JPG" }, member),
    await keep({ fileName: "../../evil\u202egnp.exe" }),
  ];
  const made = await make({ mediaIds: kept.map(({ id }) => id) });
  expect(made).toMatchObject({
    status: 201,
    body: { count: 3, fileName: "The Okafors - 3 files.zip", refusals: [] },
  });
  expect(made.body.url).toBe(`/api/media/archives/${made.body.id}`);
  const { status, headers, bytes } = await fetchZip(made.body.url);
  expect(status).toBe(200);
  expect(bytes.length).toBe(made.body.bytes);
  expect(headers.get("content-length")).toBe(String(made.body.bytes));
  expect(headers.get("content-type")).toBe("application/zip");
  expect(headers.get("accept-ranges")).toBe("bytes");
  expect(headers.get("etag")).toMatch(/^"[0-9a-f]{64}"$/);
  expect(headers.get("content-disposition")).toContain("The Okafors - 3 files.zip");
  const files = await unzip(bytes);
  expect([...files.keys()].map((name) => name.toLowerCase()).sort()).toEqual([
    "beach (2).jpg",
    "beach.jpg",
    "evilgnp.exe.jpg",
  ]);
  expect([...files.values()].map(sha256).sort()).toEqual(kept.map(({ sha256 }) => sha256).sort());
});

test("an album is one ZIP under its title, as the family sees it now, and another family's is not found", async () => {
  const kept = [await keep({ fileName: "a.jpg" }), await keep({ fileName: "b.jpg", year: 2023 })];
  const trashed = await keep({ fileName: "gone.jpg" });
  const albumId = await storeAlbum(
    owner,
    { title: "Sea: 2023/24" },
    [...kept, trashed].map(({ id }) => id),
  );
  await call("DELETE", `/api/media/${trashed.id}`, { cookie: owner.cookie });
  const made = await make({ albumId }, member);
  expect(made).toMatchObject({ status: 201, body: { count: 2, fileName: "The Okafors - Sea 2023 24.zip" } });
  const files = await unzip((await fetchZip(made.body.url, member)).bytes);
  expect([...files.keys()].sort()).toEqual(["a.jpg", "b.jpg"]);
  const stranger = await createOwner();
  for (const id of [await storeAlbum(stranger, {}, []), randomUUID(), "not-an-id"])
    expect((await make({ albumId: id })).status).toBe(404);
  expect(await make({ albumId, year: 2023 })).toMatchObject({ status: 400, body: { field: "mediaIds" } });
});

test("a year has folders by month, a month has none; the trash and other years are excluded", async () => {
  await keep({ fileName: "a.jpg", year: 2023, month: 7 });
  await keep({ fileName: "a.jpg", year: 2023, month: 8 });
  await keep({ fileName: "b.jpg", year: 2023, month: 8 });
  await keep({ fileName: "old.jpg", year: 2022, month: 8 });
  await keep({ fileName: "gone.jpg", year: 2023, month: 8, deletedAt: new Date() });
  const year = await make({ year: 2023 });
  expect(year.body).toMatchObject({ count: 3, fileName: "The Okafors - 2023.zip" });
  const names = [...(await unzip((await fetchZip(year.body.url)).bytes)).keys()];
  expect(names.sort()).toEqual(["07 July/a.jpg", "08 August/a.jpg", "08 August/b.jpg"]);
  const month = await make({ year: 2023, month: 8 });
  expect(month.body).toMatchObject({ count: 2, fileName: "The Okafors - August 2023.zip" });
  expect([...(await unzip((await fetchZip(month.body.url)).bytes)).keys()].sort()).toEqual([
    "a.jpg",
    "b.jpg",
  ]);
  expect(await make({ year: 2024 })).toMatchObject({ status: 404, body: { code: "not_found" } });
});

test("a Live Photo is two files with the same stem, checksums and all", async () => {
  const [photo, video, plain] = [
    await keep({ fileName: "IMG_1.HEIC.jpg" }),
    await keep({ fileName: "img_1.heic.mov", mediaType: "video", mimeType: "video/quicktime", month: 6 }),
    await keep({ fileName: "b.jpg", month: 8 }),
  ];
  const clip = await storeClip(owner, photo.id, { fileName: "IMG_1.MOV" });
  const mediaIds = [photo, video, plain].map(({ id }) => id);
  const made = await make({ mediaIds });
  expect(made.body).toMatchObject({ count: 4, fileName: "The Okafors - 4 files.zip", refusals: [] });
  for (let time = 0; time < 2; time++) {
    const { bytes } = await fetchZip(made.body.url);
    expect(bytes.length).toBe(made.body.bytes);
    const files = await unzip(bytes);
    expect(Object.fromEntries([...files].map(([name, content]) => [name, sha256(content)]))).toEqual({
      "img_1.heic.mov": video.sha256,
      "IMG_1.HEIC (2).jpg": photo.sha256,
      "IMG_1.HEIC (2).MOV": clip.sha256,
      "b.jpg": plain.sha256,
    });
  }
  const { crc32: known } = await db.mediaClip.findUniqueOrThrow({ where: { id: clip.id } });
  expect((known ?? 0) >>> 0).toBe(crc32(clip.content));

  const other = await createOwner();
  expect((await make({ mediaIds: [clip.id] })).status).toBe(404);
  expect((await fetchZip(made.body.url, other)).status).toBe(404);
  await call("DELETE", `/api/media/${photo.id}`, { cookie: owner.cookie });
  expect((await fetchZip(made.body.url)).body).toMatchObject({ code: "archive_outdated" });
});

test("a year has each Live Photo's clip next to it; one whose clip is lost comes without, and this is stated", async () => {
  const [whole, cut] = [await keep({ fileName: "a.jpg" }), await keep({ fileName: "b.jpg" })];
  await storeClip(owner, whole.id, { fileName: "a.mov" });
  const lost = await storeClip(owner, cut.id, { fileName: "b.mov" });
  await getStorage().delete(lost.storagePath);
  const { body } = await make({ year: 2024 });
  expect(body).toMatchObject({
    count: 3,
    refusals: [
      {
        code: "clip_missing",
        count: 1,
        message: "1 of 2 has lost its clip, so the download has only the photo.",
      },
    ],
  });
  const files = await unzip((await fetchZip(body.url)).bytes);
  expect([...files.keys()].sort()).toEqual(["07 July/a.jpg", "07 July/a.mov", "07 July/b.jpg"]);
});

test("interrupted at 50 random bytes and resumed each time by Range, it is the same ZIP", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 12; at++) ids.push((await keep({ content: randomBytes(randomInt(1, 40_000)) })).id);
  const { body } = await make({ mediaIds: ids });
  const whole = await fetchZip(body.url);
  const etag = whole.headers.get("etag") ?? "";
  await db.media.updateMany({ data: { crc32: null } });
  for (let cut = 0; cut < 50; cut++) {
    const at = randomInt(1, body.bytes);
    const rest = await fetchZip(body.url, owner, { Range: `bytes=${at}-`, "If-Range": etag });
    expect(rest.status).toBe(206);
    expect(rest.headers.get("content-range")).toBe(`bytes ${at}-${body.bytes - 1}/${body.bytes}`);
    const joined = Buffer.concat([whole.bytes.subarray(0, at), rest.bytes]);
    expect([at, sha256(joined)]).toEqual([at, sha256(whole.bytes)]);
    if (cut % 10 === 0) await db.media.updateMany({ data: { crc32: null } });
  }
  expect((await fetchZip(body.url, owner, { Range: "bytes=0-9", "If-Range": '"other"' })).status).toBe(200);
  expect((await fetchZip(body.url, owner, { Range: `bytes=${body.bytes}-` })).status).toBe(416);
  expect((await fetchZip(body.url, owner, { "If-None-Match": etag })).status).toBe(304);
});

test("the same files give the same ZIP, even after someone has moved them; CRC-32s are stored", async () => {
  const { id, content } = await keep({ year: 2023, month: 7 });
  const first = await make({ mediaIds: [id] });
  const before = await fetchZip(first.body.url);
  const stored = await db.media.findUniqueOrThrow({ where: { id }, select: { crc32: true } });
  expect((stored.crc32 ?? 0) >>> 0).toBe(crc32(content));
  await db.media.update({ where: { id }, data: { month: 8, description: "moved" } });
  const second = await make({ mediaIds: [id.toUpperCase(), id] });
  expect(second.body.id).toBe(first.body.id);
  expect(sha256((await fetchZip(second.body.url)).bytes)).toBe(sha256(before.bytes));
});

test("only the requester fetches it, while they belong to the family, for a day", async () => {
  const stranger = await createOwner();
  const admin = await createMember(owner.familyId, "admin");
  const { body } = await make({ mediaIds: [(await keep()).id] }, member);
  expect((await fetchZip(body.url, member)).status).toBe(200);
  for (const person of [owner, admin, stranger]) expect((await fetchZip(body.url, person)).status).toBe(404);
  const elsewhere = await alsoIn(member, stranger.familyId);
  expect((await fetchZip(body.url, elsewhere)).status).toBe(404);
  expect((await fetchZip(body.url, null)).status).toBe(401);
  expect((await fetchZip(`/api/media/archives/${randomUUID()}`, member)).status).toBe(404);
  expect((await fetchZip("/api/media/archives/not-an-id", member)).status).toBe(404);
  await removeExpiredArchives();
  expect(await db.mediaArchive.count()).toBe(1);
  await db.mediaArchive.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
  expect((await fetchZip(body.url, member)).status).toBe(404);
  await removeExpiredArchives();
  expect(await db.mediaArchive.count()).toBe(0);
  const again = await make({ mediaIds: [(await keep()).id] }, member);
  await removeMember(member);
  expect((await fetchZip(again.body.url, member)).status).toBe(403);
});

test("another family's items are treated as nonexistent, alone and among one's own", async () => {
  const stranger = await createOwner();
  const theirs = await keep({}, stranger);
  const own = await keep();
  expect(await make({ mediaIds: [theirs.id] })).toMatchObject({ status: 404, body: { code: "not_found" } });
  expect((await make({ mediaIds: [theirs.id] }, stranger)).status).toBe(201);
  const { body } = await make({ mediaIds: [theirs.id, own.id, "not-an-id"] });
  expect(body).toMatchObject({ count: 1, refusals: [{ code: "not_found", count: 2 }] });
  const files = await unzip((await fetchZip(body.url)).bytes);
  expect([...files.values()].map(sha256)).toEqual([own.sha256]);
});

test("a deletion meanwhile invalidates the ZIP, with a message, instead of breaking it", async () => {
  const [first, second] = [await keep(), await keep()];
  const { body } = await make({ mediaIds: [first.id, second.id] });
  await call("DELETE", `/api/media/${first.id}`, { cookie: owner.cookie, json: {} });
  for (const headers of [{}, { Range: "bytes=100-" }]) {
    expect(await fetchZip(body.url, owner, headers as Record<string, string>)).toMatchObject({
      status: 409,
      body: { code: "archive_outdated" },
    });
  }
  expect((await make({ mediaIds: [first.id, second.id] })).body.count).toBe(1);
});

test("a file lost beforehand is left out and reported; one lost while sending interrupts it", async () => {
  const [lost, there] = [await keep(), await keep()];
  await getStorage().delete(lost.storagePath);
  const { body } = await make({ mediaIds: [lost.id, there.id] });
  expect(body).toMatchObject({
    count: 1,
    refusals: [
      {
        code: "file_missing",
        count: 1,
        message: "1 of 2 has lost its file, so it isn't in the download.",
      },
    ],
  });
  await getStorage().delete(there.storagePath);
  const silenced = jest.spyOn(process.stdout, "write").mockImplementation(() => true);
  const silencedToo = jest.spyOn(process.stderr, "write").mockImplementation(() => true);
  const response = await respond(requestOf("GET", body.url, { cookie: owner.cookie }));
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow();
  silenced.mockRestore();
  silencedToo.mockRestore();
});

test("a child gets each file without its place and without ranges; so does anyone who asks for that", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  const content = await placedJpeg();
  const { id } = await keep({ content });
  const whole = await make({ mediaIds: [id] });
  const isPlain = async (url: string, as: FamilyPerson) => {
    const { status, headers, bytes } = await fetchZip(url, as, { Range: "bytes=5-" });
    const [file] = (await unzip(bytes)).values();
    expect([status, headers.get("content-length")]).toEqual([200, null]);
    expect(headers.get("accept-ranges")).toBe("none");
    return sha256(file ?? Buffer.alloc(0)) !== sha256(content);
  };
  const childs = await make({ mediaIds: [id] }, child);
  expect(await isPlain(childs.body.url, child)).toBe(true);
  expect(await isPlain(`${whole.body.url}?place=without`, owner)).toBe(true);
  const [own] = (await unzip((await fetchZip(whole.body.url)).bytes)).values();
  expect(sha256(own ?? Buffer.alloc(0))).toBe(sha256(content));
});

test("a person has a limited number; one more replaces the oldest, and nobody else's", async () => {
  const theirs = await make({ mediaIds: [(await keep()).id] }, member);
  const urls: string[] = [];
  for (let at = 0; at <= maxArchives; at++) {
    const { id } = await keep({ content: randomBytes(10) });
    urls.push((await make({ mediaIds: [id] })).body.url);
  }
  expect((await fetchZip(urls[0] ?? "")).status).toBe(404);
  expect((await fetchZip(urls[1] ?? "")).status).toBe(200);
  expect((await fetchZip(theirs.body.url, member)).status).toBe(200);
});

test.each([
  [{}, "mediaIds"],
  [{ mediaIds: [] }, "mediaIds"],
  [{ mediaIds: "all" }, "mediaIds"],
  [{ month: 7 }, "mediaIds"],
  [{ mediaIds: [randomUUID()], year: 2023 }, "mediaIds"],
  [{ year: 2023, month: 13 }, "month"],
  [{ year: "2023" }, "year"],
])("%j is refused with its field", async (json, field) => {
  expect(await make(json)).toMatchObject({ status: 400, body: { field } });
  expect(await db.mediaArchive.count()).toBe(0);
});

test("a visitor can't create one", async () => {
  expect((await make({ year: 2024 }, null)).status).toBe(401);
});

test("leaving in the middle leaves no file open", async () => {
  const { id } = await keep({ content: randomBytes(8_000_000) });
  const { body } = await make({ mediaIds: [id] });
  const response = await respond(requestOf("GET", body.url, { cookie: owner.cookie }));
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect((await fetchZip(body.url)).bytes.length).toBe(body.bytes);
});

test("HEAD returns the length and sends nothing", async () => {
  const { body } = await make({ mediaIds: [(await keep()).id] });
  const response = await respond(requestOf("HEAD", body.url, { cookie: owner.cookie }));
  expect([response.status, response.headers.get("content-length")]).toEqual([200, String(body.bytes)]);
  expect((await response.arrayBuffer()).byteLength).toBe(0);
});
