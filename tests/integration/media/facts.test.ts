import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import type { MediaFactsDto, MediaItemDto } from "@/lib/album/media/schema";
import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import { derivativeKey } from "@/lib/album/media/server/storage-keys";
import { db } from "@/lib/db";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { chunkBytes, chunkOf, completeUpload, initUpload, sendChunk } from "@/tests/support/chunks";
import { h264, makeClip, remuxClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { expectRefusal } from "@/tests/support/error-body";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { tinyPicture } from "@/tests/support/pictures";
import { shotPicture } from "@/tests/support/shot-pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { unzip } from "@/tests/support/zip-files";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
let folder: string;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
});
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "keepsake-facts-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (person: { cookie: string } | null, id: string) =>
  call<MediaFactsDto>("GET", `/api/media/${id}/facts`, person ? { cookie: person.cookie } : {});
const showPlaces = (person: FamilyPerson, showsPlaces: unknown) =>
  call("PUT", "/api/organization/current", { cookie: person.cookie, json: { showsPlaces } });
const sha1Of = (content: Buffer) => createHash("sha1").update(content).digest("hex");
const crcOf = async (id: string) =>
  (await db.media.findUnique({ where: { id }, select: { crc32: true } }))?.crc32;
const rowOf = (mediaId: string) => db.mediaFacts.findUnique({ where: { mediaId } });

async function upload(content: Buffer): Promise<string> {
  const json = {
    ...{ fileName: "bath.jpg", fileType: "image", year: 2024, month: 7 },
    fileData: content.toString("base64"),
  };
  const { status, body } = await call<MediaItemDto>("POST", "/api/media", { cookie: owner.cookie, json });
  expect(status).toBe(201);
  return body.id;
}

const aPhone = {
  cameraMake: "Apple",
  cameraModel: "iPhone 15 Pro",
  lens: "iPhone 15 Pro back triple camera",
  iso: 64,
  focalLength35mm: 24,
  hasFlashFired: true,
};
const nearBath = {
  name: "Bath, United Kingdom",
  latitude: expect.closeTo(51.375, 4),
  longitude: expect.closeTo(-2.36, 4),
};

test("an upload stores what its photo says, and its checksums", async () => {
  const content = await shotPicture();
  const id = await upload(content);
  expect(await rowOf(id)).toMatchObject({
    ...aPhone,
    familyId: owner.familyId,
    sha1: sha1Of(content),
    latitude: expect.closeTo(51.375, 4),
    longitude: expect.closeTo(-2.36, 4),
    altitudeM: expect.closeTo(33.3, 1),
    orientation: 1,
  });
  expect(await crcOf(id)).toBe(crc32(content) | 0);
});

test("so does an upload in chunks, with checksums once its small pictures are made", async () => {
  const content = Buffer.concat([await shotPicture(), Buffer.alloc(chunkBytes, 7)]);
  const uploadId = randomUUID();
  await initUpload(owner, uploadId, content.length, { fileName: "bath.jpg" });
  for (const index of [0, 1]) await sendChunk(owner, uploadId, index, chunkOf(content, index));
  const { status, body } = await completeUpload(owner, uploadId);
  expect(status).toBe(201);
  await deriveMedia(body.id);
  expect(await rowOf(body.id)).toMatchObject({ ...aPhone, sha1: sha1Of(content) });
  expect(await crcOf(body.id)).toBe(crc32(content) | 0);
});

test("a file that can't be shown still has its checksums", async () => {
  const content = Buffer.concat([(await shotPicture()).subarray(0, 700), Buffer.alloc(chunkBytes, 7)]);
  const { id } = await storeMedia(owner, { content, derivatives: "pending", mediumType: null });
  await db.mediaFacts.create({ data: { mediaId: id, familyId: owner.familyId }, select: { mediaId: true } });
  expect(await deriveMedia(id)).toBe("failed");
  expect((await rowOf(id))?.sha1).toBe(sha1Of(content));
});

test("every adult of the family sees camera and place, as often as they ask", async () => {
  const member = await createMember(owner.familyId, "member");
  const id = await upload(await shotPicture());
  for (const person of [owner, member, member]) {
    const { status, body } = await get(person, id);
    expect([status, body]).toEqual([
      200,
      {
        ...aPhone,
        exposureSeconds: expect.closeTo(1 / 120, 6),
        fNumber: expect.closeTo(1.78, 4),
        focalLengthMm: expect.closeTo(6.765, 3),
        colorSpace: null,
        place: nearBath,
      },
    ]);
  }
});

test("everything is unknown about a photo without metadata", async () => {
  const fresh = await upload(await tinyPicture());
  // Nor is anything known about an older item whose file hasn't been read yet.
  const old = await storeMedia(owner, { hasFiles: false });
  for (const id of [fresh, old.id]) {
    const { status, body } = await get(owner, id);
    expect([status, new Set(Object.values(body))]).toEqual([200, new Set([null])]);
  }
});

test("children, strangers and other families see nothing", async () => {
  const child = await createMember(owner.familyId, "member", { isChild: true });
  const neighbour = await createOwner();
  const id = await upload(await shotPicture());
  expectRefusal(await get(child, id), 403, "forbidden");
  expectRefusal(await get(null, id), 401, "not_signed_in");
  expectRefusal(await get(neighbour, id), 404, "not_found");
  const theirs = await storeMedia(neighbour, { hasFiles: false });
  expect((await get(neighbour, theirs.id)).status).toBe(200);
  expectRefusal(await get(owner, theirs.id), 404, "not_found");
  expectRefusal(await get(owner, "not-an-id"), 404, "not_found");
});

test("nothing is shown about what is in the trash, and it is shown again after a restore", async () => {
  const id = await upload(await shotPicture());
  const { cookie } = owner;
  await call("DELETE", `/api/media/${id}`, { cookie, json: {} });
  expectRefusal(await get(owner, id), 404, "not_found");
  await call("POST", `/api/media/${id}/restore`, { cookie });
  expect((await get(owner, id)).body.place).toEqual(nearBath);
});

test("a family that hides places hides them from everyone, and shows them again", async () => {
  const admin = await createMember(owner.familyId, "admin");
  const member = await createMember(owner.familyId, "member");
  const id = await upload(await shotPicture());
  const answer = await showPlaces(admin, false);
  expect([answer.status, answer.body.shows_places]).toEqual([200, false]);
  for (const person of [owner, admin, member]) {
    expect((await get(person, id)).body).toMatchObject({ ...aPhone, place: null });
    const { body } = await call("GET", "/api/organization/current", { cookie: person.cookie });
    expect(body.shows_places).toBe(false);
  }
  const zip = await call("GET", "/api/user/export", { cookie: owner.cookie });
  const uploads = JSON.parse((await unzip(zip.bytes)).get("uploads.json")?.toString() ?? "null");
  expect(uploads).toMatchObject([
    { id, facts: { ...aPhone, latitude: null, longitude: null, altitudeM: null } },
  ]);
  await showPlaces(owner, true);
  expect((await get(member, id)).body.place).toEqual(nearBath);
});

test("only admins decide, with yes or no, whether their own family's places are shown", async () => {
  const member = await createMember(owner.familyId, "member");
  const neighbour = await createOwner();
  expectRefusal(await showPlaces(member, false), 403, "forbidden");
  expectRefusal(await showPlaces(owner, "no"), 400, "bad_input");
  expect((await showPlaces(neighbour, false)).status).toBe(200);
  for (const again of [1, 2]) expect([again, (await showPlaces(owner, true)).status]).toEqual([again, 200]);
  const families = await db.family.findMany({
    where: { id: { in: [owner.familyId, neighbour.familyId] } },
    select: { id: true, showsPlaces: true },
  });
  expect(new Map(families.map(({ id, showsPlaces }) => [id, showsPlaces]))).toEqual(
    new Map([
      [owner.familyId, true],
      [neighbour.familyId, false],
    ]),
  );
});

test("an export has what the photos say, but a child's doesn't", async () => {
  const id = await upload(await shotPicture());
  const exported = async ({ cookie }: FamilyPerson) => {
    const { bytes } = await call("GET", "/api/user/export", { cookie });
    return JSON.parse((await unzip(bytes)).get("uploads.json")?.toString() ?? "null");
  };
  expect(await exported(owner)).toMatchObject([
    { id, facts: { ...aPhone, latitude: expect.closeTo(51.375, 4), sha1: expect.any(String) } },
  ]);
  const child = await createMember(owner.familyId, "member", { isChild: true });
  await db.media.update({ where: { id }, data: { uploaderId: child.userId }, select: { id: true } });
  expect(await exported(child)).toMatchObject([{ id, facts: null }]);
});

test("neither lists nor small pictures reveal camera or place", async () => {
  const id = await upload(await shotPicture());
  await deriveMedia(id);
  const lists = [
    ...["", "/latest", "/favorites", "/timeline?feed=everything", "/month/2024/7", "/year/2024", `/${id}`],
    "/search?q=iPhone",
  ];
  for (const list of lists) {
    const { status, bytes } = await call("GET", `/api/media${list}`, { cookie: owner.cookie });
    expect([list, status]).toEqual([list, 200]);
    for (const word of ["iPhone 15", "Apple", "51.37", "Bath"]) {
      expect([list, word, bytes.includes(word)]).toEqual([list, word, false]);
    }
  }
  for (const size of ["thumbnail", "medium"] as const) {
    const key = derivativeKey(owner.familyId, id, size);
    const { exif, xmp } = await getStorage().withLocalFile(key, (file) => sharp(file).metadata());
    expect([size, exif, xmp]).toEqual([size, undefined, undefined]);
  }
});

test.each([
  [
    "an iPhone's film",
    "mov",
    {
      "com.apple.quicktime.make": "Apple",
      "com.apple.quicktime.model": "iPhone 15 Pro",
      "com.apple.quicktime.location.ISO6709": "+51.3750-002.3600+033.300/",
    },
    { cameraMake: "Apple", cameraModel: "iPhone 15 Pro", place: nearBath },
  ],
  [
    "an Android phone's film",
    "mp4",
    { location: "+51.3750-002.3600/" },
    { cameraMake: null, cameraModel: null, place: nearBath },
  ],
  [
    "a film that lies",
    "mov",
    {
      "com.apple.quicktime.model": "x".repeat(5_000),
      "com.apple.quicktime.location.ISO6709": "+99.0000-002.3600/",
    },
    { cameraModel: "x".repeat(120), place: null },
  ],
])("%s says with what and where it was taken", async (_, kind, tags, told) => {
  const file = path.join(folder, `${randomUUID()}.mp4`);
  await makeClip(file, { encode: h264 });
  const options = Object.entries(tags).flatMap(([key, value]) => ["-metadata", `${key}=${value}`]);
  const flags = kind === "mov" ? ["-movflags", "use_metadata_tags"] : [];
  const film = await remuxClip(file, `${file}.${kind}`, [...options, ...flags]);
  const content = await readFile(film);
  const id = await upload(content);
  await deriveMedia(id);
  expect((await rowOf(id))?.sha1).toBe(sha1Of(content));
  expect((await get(owner, id)).body).toMatchObject(told);
});
