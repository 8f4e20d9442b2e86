import { randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { MediaDetailDto, MediaItemDto } from "@/lib/album/media/schema";
import { deriveMedia, enqueueDerive } from "@/lib/album/media/server/derivatives-service";
import { joinLivePhoto } from "@/lib/album/media/server/live-photo-service";
import { databasePool, db } from "@/lib/db";
import { probeVideo } from "@/lib/platform/video/probe";
import { storeAlbum } from "@/tests/support/album-calls";
import { type Answer, call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { alsoIn, createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { expectInvariants } from "@/tests/support/invariants";
import { type LivePart, liveClips, livePhoto } from "@/tests/support/live-photos";
import { motionJpeg } from "@/tests/support/motion-photos";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { workOffQueue } from "@/tests/support/work-off-queue";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

let clips: Awaited<ReturnType<typeof liveClips>>;
let owner: FamilyPerson;
beforeAll(async () => {
  clips = await liveClips();
});
afterAll(() => clips.remove());
// Each test has its own album, so that no photo finds another test's clip, and an empty queue, so that none waits for
// another's film.
beforeEach(async () => {
  await databasePool().query("DELETE FROM graphile_worker._private_jobs");
  owner = await createOwner({ tier: "premium" });
});

type Uploaded = MediaItemDto & { duplicate?: { existingId: string; fileName: string } };

function upload(content: Buffer, fileName: string, as = owner, change = {}): Promise<Answer<Uploaded>> {
  const fileType = /\.mov$/i.test(fileName) ? "video" : "image";
  const fileData = content.toString("base64");
  const json = { fileName, fileType, year: 2024, month: 7, fileData, ...change };
  return call<Uploaded>("POST", "/api/media", { cookie: as.cookie, json });
}

async function uploadNew(content: Buffer, fileName: string, as = owner, change = {}): Promise<string> {
  const { status, body } = await upload(content, fileName, as, change);
  expect(status).toBe(201);
  return body.id;
}

const get = <T = Record<string, unknown>>(url: string, as = owner) =>
  call<T>("GET", url, { cookie: as.cookie });
const detailOf = async (id: string, as = owner) => (await get<MediaDetailDto>(`/api/media/${id}`, as)).body;
const album = async (as = owner) =>
  (await get<{ items: MediaItemDto[]; pagination: { total: number } }>("/api/media/month/2024/7", as)).body;
const originals = (as = owner) => storedKeys(`families/${as.familyId}/originals/`);
const derived = (as = owner) => storedKeys(`families/${as.familyId}/derived/`);
const storageBytes = async (as = owner) =>
  Number((await db.family.findUniqueOrThrow({ where: { id: as.familyId } })).storageBytes);

/** Requesting a photo for the first time makes its small pictures, as the queue would. */
async function look(id: string, as = owner): Promise<void> {
  expect((await get(`/api/images/thumbnail/${id}`, as)).status).toBe(200);
}

/** Uploads both parts, the second once the first one's previews exist. */
async function uploadBoth(
  parts: {
    photo?: LivePart;
    clip?: LivePart;
    seconds?: number;
    names?: [string, string];
    as?: FamilyPerson;
  } = {},
): Promise<{ photoId: string; videoId: string; photo: Buffer; clip: Buffer }> {
  const { photo: photoFacts = {}, clip: clipFacts = {}, seconds, as = owner } = parts;
  const [photoName, clipName] = parts.names ?? ["IMG_1234.JPG", "IMG_1234.MOV"];
  const photo = await livePhoto(photoFacts);
  const clip = await clips.make(clipFacts, seconds);
  const photoId = await uploadNew(photo, photoName, as);
  await look(photoId, as);
  const videoId = await uploadNew(clip, clipName, as);
  await deriveMedia(videoId);
  return { photoId, videoId, photo, clip };
}

/** The row of a video that waits for its photo and already has a preview. */
async function storeVideo(identifier: string | null = null, values = {}, as = owner): Promise<string> {
  const { id } = await storeMedia(as, {
    mediaType: "video",
    fileName: "IMG_1234.MOV",
    durationMs: 2_000,
    takenAt: new Date("2024-07-03T14:05:01Z"),
    content: randomBytes(3_000),
    ...values,
  });
  await db.mediaFacts.create({
    data: { mediaId: id, familyId: as.familyId, contentIdentifier: identifier },
    select: { mediaId: true },
  });
  return id;
}

type Values = { identifier?: string } & Parameters<typeof storeMedia>[1];

const isClipOf = async (videoId: string, photoId: string) =>
  (await db.mediaClip.count({ where: { id: videoId, mediaId: photoId } })) === 1 &&
  (await db.media.count({ where: { id: videoId } })) === 0;
const areTwo = async (videoId: string, photoId: string) =>
  (await db.media.count({ where: { id: { in: [videoId, photoId] } } })) === 2 &&
  (await db.mediaClip.count({ where: { OR: [{ id: videoId }, { mediaId: photoId }] } })) === 0;

const apple = randomUUID().toUpperCase();
const named: LivePart = { identifier: apple };

describe.each([
  [
    "by Apple's identifier, whatever the names and times",
    named,
    { ...named, takenAt: "2023-01-01 00:00:00" },
    "RANDOM.MOV",
  ],
  ["by name, batch and time", {}, {}, "img_1234.mov"],
] as [string, LivePart, LivePart, string][])(
  "the parts of a Live Photo find each other %s",
  (_, photoFacts, clipFacts, clipName) => {
    test.each(["photo", "clip"])("with the %s first: one item, which plays, and two files", async (first) => {
      const photo = await livePhoto(photoFacts);
      const clip = await clips.make(clipFacts);
      const files = {
        photo: { content: photo, fileName: "IMG_1234.JPG" },
        clip: { content: clip, fileName: clipName },
      };
      const order = first === "photo" ? (["photo", "clip"] as const) : (["clip", "photo"] as const);
      const ids: Record<string, string> = {};
      for (const part of order) {
        ids[part] = await uploadNew(files[part].content, files[part].fileName);
        await deriveMedia(ids[part]);
      }
      await workOffQueue();
      const { photo: photoId = "", clip: clipId = "" } = ids;

      const { items, pagination } = await album();
      expect([items.map(({ id }) => id), pagination.total]).toEqual([[photoId], 1]);
      expect(items[0]).toMatchObject({
        mediaType: "image",
        fileName: "IMG_1234.JPG",
        playable: "ready",
        durationMs: null,
      });
      expect((await detailOf(photoId)).clip).toEqual({
        fileName: clipName,
        bytes: clip.length,
        durationMs: expect.any(Number),
      });
      expect((await get(`/api/media/${clipId}`)).status).toBe(404);

      const played = await get(`/api/video/stream/${photoId}`);
      expect([played.status, played.headers.get("content-type")]).toEqual([200, "video/mp4"]);
      const file = path.join(process.env.DATA_DIR ?? "", `${photoId}.mp4`);
      await writeFile(file, played.bytes);
      const { durationMs, original } = await probeVideo(file);
      expect(Math.round(durationMs / 1000)).toBe(2);
      expect([original.latitude, original.contentIdentifier]).toEqual([null, null]);

      const photoFile = await get(`/api/media/${photoId}/download`);
      expect(photoFile.bytes.equals(photo)).toBe(true);
      const clipFile = await get(`/api/media/${photoId}/download?part=clip`);
      expect(clipFile.bytes.equals(clip)).toBe(true);
      expect(clipFile.headers.get("content-disposition")).toContain(clipName);
      expect(clipFile.headers.get("content-type")).toBe("video/quicktime");

      expect(await storageBytes()).toBe(photo.length + clip.length);
      expect((await originals()).sort()).toEqual(
        [`${photoId}.jpg`, `${clipId}.mov`]
          .map((name) => `families/${owner.familyId}/originals/${name}`)
          .sort(),
      );
      expect((await derived()).filter((key) => key.includes(clipId))).toEqual([]);
    });
  },
);

test("both in one batch become one item, whatever order the queue processes them in", async () => {
  const pairs = await Promise.all(
    Array.from({ length: 2 }, async (_, index) => {
      const identifier = index % 2 === 0 ? randomUUID() : undefined;
      const time = `2024-07-03 14:1${index}:0`;
      return {
        photo: await livePhoto({ identifier, takenAt: `${time}3` }),
        clip: await clips.make({ identifier, takenAt: `${time}1` }),
        name: `IMG_${index}`,
      };
    }),
  );
  await Promise.all(
    pairs.flatMap(({ photo, clip, name }) => [
      uploadNew(clip, `${name}.MOV`),
      uploadNew(photo, `${name}.JPG`),
    ]),
  );
  await workOffQueue();
  const { items, pagination } = await album();
  expect(pagination.total).toBe(2);
  expect(items.every(({ mediaType, playable }) => mediaType === "image" && playable === "ready")).toBe(true);
  const joined = await db.mediaClip.findMany({
    where: { familyId: owner.familyId },
    select: { fileName: true, media: { select: { fileName: true } } },
  });
  for (const { fileName, media } of joined) expect(fileName.slice(0, 5)).toBe(media.fileName.slice(0, 5));
});

test("both processed at the same moment by several workers are joined once", async () => {
  for (let round = 0; round < 8; round++) {
    const identifier = randomUUID().toUpperCase();
    const videoId = await storeVideo(identifier);
    const { id: photoId } = await storeMedia(owner, { content: await livePhoto({ identifier }) });
    await db.mediaFacts.create({
      data: { mediaId: photoId, familyId: owner.familyId, contentIdentifier: identifier },
      select: { mediaId: true },
    });
    const sides = [
      { id: photoId, mediaType: "image" as const },
      { id: videoId, mediaType: "video" as const },
    ];
    const outcomes = await Promise.all(
      [...sides, ...sides].map((side) => joinLivePhoto(side, async () => {})),
    );
    expect(outcomes.filter((pair) => pair !== null)).toEqual([{ photoId, videoId }]);
    expect(await isClipOf(videoId, photoId)).toBe(true);
  }
});

test.each([
  ["another name", { fileName: "IMG_1235.MOV" }],
  ["another time", { takenAt: new Date("2024-07-03T14:05:05.001Z") }],
  ["no time", { takenAt: null }],
  ["more than five seconds", { durationMs: 5_001 }],
  ["an unknown length", { durationMs: null }],
  ["another batch", { uploadDate: new Date(Date.now() - 16 * 60_000) }],
  ["another identifier", { identifier: randomUUID().toUpperCase() }],
])("a video with %s is not the photo's clip", async (_, { identifier, ...values }: Values) => {
  const photo = { identifier: identifier && apple, takenAt: "2024-07-03 14:05:02" };
  const wrong = await storeVideo(identifier ?? null, values);
  const photoId = await uploadNew(await livePhoto(photo), "IMG_1234.JPG");
  await look(photoId);
  expect(await areTwo(wrong, photoId)).toBe(true);

  const right = await storeVideo(null);
  await joinLivePhoto({ id: right, mediaType: "video" }, async () => {});
  expect(await isClipOf(right, photoId)).toBe(true);
});

test.each([
  [9_999, true],
  [10_001, false],
])("a video with the identifier and %d ms: its clip is %s", async (durationMs, isClip) => {
  const videoId = await storeVideo(apple, { durationMs, fileName: "a.mov", takenAt: null });
  const photoId = await uploadNew(await livePhoto(named), "IMG_1.jpg");
  await look(photoId);
  expect(await isClipOf(videoId, photoId)).toBe(isClip);
});

test("of two clips, the one with the identifier is taken, otherwise the one taken closest in time", async () => {
  const byName = await storeVideo();
  const byIdentifier = await storeVideo(apple, { fileName: "other.mov", takenAt: null });
  const one = await uploadNew(await livePhoto(named), "IMG_1234.JPG");
  await look(one);
  expect(await isClipOf(byIdentifier, one)).toBe(true);
  expect(await db.media.count({ where: { id: byName } })).toBe(1);

  const nearer = await storeVideo(null, { takenAt: new Date("2024-07-03T14:05:03Z") });
  const two = await uploadNew(await livePhoto({ takenAt: "2024-07-03 14:05:04" }), "IMG_1234.JPG");
  await look(two);
  expect(await isClipOf(nearer, two)).toBe(true);
  expect(await db.media.count({ where: { id: byName } })).toBe(1);
});

test("another family's clip, and another person's, stay theirs", async () => {
  const stranger = await createOwner({ tier: "premium" });
  const cousin = await createMember(owner.familyId);
  const elsewhere = await alsoIn(owner, stranger.familyId);
  const others = await Promise.all([stranger, cousin, elsewhere].map((as) => storeVideo(apple, {}, as)));
  const photoId = await uploadNew(await livePhoto(named), "IMG_1234.JPG");
  await look(photoId);
  expect(await db.media.count({ where: { id: { in: [...others, photoId] } } })).toBe(4);
  const own = await storeVideo(apple);
  await joinLivePhoto({ id: own, mediaType: "video" }, async () => {});
  expect(await isClipOf(own, photoId)).toBe(true);
});

type Touch = (id: string) => Promise<unknown>;
const inFamily = () => ({ familyId: owner.familyId, userId: owner.userId });
const touches: [string, Touch][] = [
  ["a heart", (mediaId) => db.heart.create({ data: { ...inFamily(), mediaId } })],
  ["a comment", (mediaId) => db.comment.create({ data: { ...inFamily(), mediaId, text: "Look!" } })],
  [
    "someone tagged",
    async (mediaId) => {
      const { id: memberId } = await db.familyMember.findFirstOrThrow({ where: inFamily() });
      return db.mediaTag.create({ data: { familyId: owner.familyId, mediaId, memberId } });
    },
  ],
  ["a description", (id) => db.media.update({ where: { id }, data: { description: "The waves #sea" } })],
  ["its month's cover", (id) => db.media.update({ where: { id }, data: { featured: true } })],
  [
    "a place in a basket",
    (mediaId) => db.basketItem.create({ data: { ...inFamily(), mediaId, quantity: 1 } }),
  ],
  [
    "a notification",
    (mediaId) =>
      db.notification.create({
        data: { ...inFamily(), mediaId, kind: "tagged", title: "You", message: "", url: "/" },
      }),
  ],
  [
    "a report that was decided",
    (mediaId) =>
      db.contentReport.create({
        data: { familyId: owner.familyId, mediaId, reason: "?", decision: "restore", decidedAt: new Date() },
      }),
  ],
  [
    "a place on an album's cover",
    async (mediaId) => {
      const albumId = await storeAlbum(owner, {}, [mediaId]);
      return db.albumItem.updateMany({ where: { albumId, mediaId }, data: { isCover: true } });
    },
  ],
  [
    "the family's welcome",
    (welcomeMediaId) => db.family.update({ where: { id: owner.familyId }, data: { welcomeMediaId } }),
  ],
  ["a place in the trash", (id) => db.media.update({ where: { id }, data: { deletedAt: new Date() } })],
];

test.each(touches)("a video with %s stays a video", async (_, touch) => {
  const videoId = await storeVideo(apple);
  await touch(videoId);
  const photoId = await uploadNew(await livePhoto(named), "IMG_1234.JPG");
  await look(photoId);
  expect(await areTwo(videoId, photoId)).toBe(true);
});

test("a photo in the trash gets no clip; a hearted one does, and keeps its hearts", async () => {
  const photoId = await uploadNew(await livePhoto(named), "IMG_1234.JPG");
  await look(photoId);
  await call("DELETE", `/api/media/${photoId}`, { cookie: owner.cookie });
  const videoId = await uploadNew(await clips.make(named), "IMG_1234.MOV");
  await deriveMedia(videoId);
  expect(await areTwo(videoId, photoId)).toBe(true);

  await call("POST", `/api/media/${photoId}/restore`, { cookie: owner.cookie });
  await call("POST", "/api/hearts", { cookie: owner.cookie, json: { mediaId: photoId } });
  await joinLivePhoto({ id: photoId, mediaType: "image" }, async () => {});
  expect(await isClipOf(videoId, photoId)).toBe(true);
  expect(await detailOf(photoId)).toMatchObject({ heartCount: 1 });
});

test("a video that becomes its photo's clip leaves its place in albums to the photo", async () => {
  const videoId = await storeVideo();
  const albumId = await storeAlbum(owner, { order: "hand" }, [videoId]);
  const photoId = await uploadNew(await livePhoto(named), "IMG_1234.JPG");
  await deriveMedia(photoId);
  expect(await isClipOf(videoId, photoId)).toBe(true);
  const path = `/api/albums/${albumId}`;
  expect((await get(path)).body).toMatchObject({ itemCount: 1, cover: { id: photoId } });
  expect((await get<{ items: MediaItemDto[] }>(`${path}/items`)).body.items).toMatchObject([{ id: photoId }]);
});

test("a first that the video shows becomes its photo's, and so does who doesn't want to see it again", async () => {
  const videoId = await storeVideo(apple);
  const photoId = await uploadNew(await livePhoto(named), "IMG_1234.JPG");
  const other = await createMember(owner.familyId);
  const member = await db.familyMember.findFirstOrThrow({ where: inFamily(), select: { id: true } });
  const { id: noteId } = await db.growingNote.create({
    data: {
      ...{ familyId: owner.familyId, memberId: member.id, mediaId: videoId },
      ...{ kind: "first", text: "First steps", day: new Date("2024-07-03") },
    },
    select: { id: true },
  });
  // One of them has hidden both parts.
  const hidden = [owner, other].map(({ userId }) => ({ userId, familyId: owner.familyId, mediaId: videoId }));
  await db.hiddenMemory.createMany({ data: [...hidden, { ...inFamily(), mediaId: photoId }] });
  await look(photoId);
  expect(await isClipOf(videoId, photoId)).toBe(true);
  expect(await db.growingNote.findUnique({ where: { id: noteId } })).toMatchObject({ mediaId: photoId });
  const hiders = await db.hiddenMemory.findMany({ where: { mediaId: photoId }, select: { userId: true } });
  expect(hiders.map(({ userId }) => userId).sort()).toEqual([owner.userId, other.userId].sort());
});

test("a description that applies to a whole batch isn't lost, and doesn't keep the parts apart", async () => {
  const change = { description: "Holidays #sea" };
  const videoId = await uploadNew(await clips.make(named), "IMG_1.MOV", owner, change);
  const photoId = await uploadNew(await livePhoto(named), "IMG_1.JPG", owner, change);
  for (const id of [videoId, photoId]) await deriveMedia(id);
  expect(await isClipOf(videoId, photoId)).toBe(true);
  expect(await detailOf(photoId)).toMatchObject({ description: "Holidays #sea", hashtags: ["#sea"] });
});

test("a Motion Photo keeps the clip inside it, and a photo its first clip", async () => {
  const inner = await clips.make();
  const photoId = await uploadNew(await motionJpeg(inner), "IMG_1234.JPG");
  await look(photoId);
  await db.media.update({ where: { id: photoId }, data: { takenAt: new Date("2024-07-03T14:05:02Z") } });
  const videoId = await uploadNew(await clips.make(), "IMG_1234.MOV");
  await deriveMedia(videoId);
  expect(await areTwo(videoId, photoId)).toBe(true);
  expect((await get(`/api/media/${photoId}/download?part=clip`)).status).toBe(404);

  const joined = await uploadBoth({ photo: named, clip: named, names: ["a.jpg", "a.mov"] });
  const second = await uploadNew(await clips.make(named), "b.mov");
  await deriveMedia(second);
  expect(await isClipOf(joined.videoId, joined.photoId)).toBe(true);
  expect(await db.media.count({ where: { id: second } })).toBe(1);
});

test("uploaded again, each part is a duplicate of the one item; in the trash neither is", async () => {
  const { photoId, photo, clip } = await uploadBoth({ photo: named, clip: named });
  const again = async (content: Buffer, fileName: string) => {
    const { status, body } = await upload(content, fileName);
    return [status, body.duplicate?.existingId, body.duplicate?.fileName];
  };
  expect(await again(clip, "copy.mov")).toEqual([409, photoId, "IMG_1234.JPG"]);
  expect(await again(photo, "copy.jpg")).toEqual([409, photoId, "IMG_1234.JPG"]);
  expect((await originals()).length).toBe(2);
  expect(await storageBytes()).toBe(photo.length + clip.length);

  const stored = await db.mediaClip.findFirstOrThrow({ where: { mediaId: photoId } });
  const known = (as: FamilyPerson) =>
    call("POST", "/api/media/known", { cookie: as.cookie, json: { sha256: [stored.sha256] } });
  expect((await known(owner)).body).toEqual({
    known: [{ sha256: stored.sha256, id: photoId, year: 2024, month: 7 }],
  });
  const stranger = await createOwner();
  expect((await known(stranger)).body).toEqual({ known: [] });

  await call("DELETE", `/api/media/${photoId}`, { cookie: owner.cookie });
  expect((await known(owner)).body).toEqual({ known: [] });
  const video = await uploadNew(clip, "copy.mov");
  await deriveMedia(video);
  // Both exist once the photo is back, so nothing that anyone said about either is lost.
  expect((await call("POST", `/api/media/${photoId}/restore`, { cookie: owner.cookie })).status).toBe(200);
  expect(await db.media.count({ where: { id: { in: [video, photoId] }, deletedAt: null } })).toBe(2);
});

test("uploading the same clip while it is being joined leaves no second one", async () => {
  const clip = await clips.make(named);
  const videoId = await uploadNew(clip, "a.mov");
  const photoId = await uploadNew(await livePhoto(named), "a.jpg");
  await Promise.all([workOffQueue(), ...Array.from({ length: 4 }, () => upload(clip, "again.mov"))]);
  expect(await isClipOf(videoId, photoId)).toBe(true);
  const { bytes } = await db.mediaClip.findFirstOrThrow({ where: { id: videoId } });
  expect(await db.media.count({ where: { familyId: owner.familyId, bytes, mediaType: "video" } })).toBe(0);
});

test("the clip of a photo goes to the trash and comes back with it, and is erased with it", async () => {
  const { photoId, videoId, photo, clip } = await uploadBoth({ photo: named, clip: named });
  await workOffQueue();
  await call("DELETE", `/api/media/${photoId}`, { cookie: owner.cookie });
  for (const url of [`/api/media/${photoId}/download?part=clip`, `/api/video/stream/${photoId}`]) {
    expect((await get(url)).status).toBe(404);
  }
  expect(await storageBytes()).toBe(photo.length + clip.length);
  await call("POST", `/api/media/${photoId}/restore`, { cookie: owner.cookie });
  expect((await get(`/api/media/${photoId}/download?part=clip`)).bytes.equals(clip)).toBe(true);
  expect((await detailOf(photoId)).playable).toBe("ready");

  await call("DELETE", `/api/media/${photoId}`, { cookie: owner.cookie });
  expect((await call("DELETE", `/api/media/trash/${photoId}`, { cookie: owner.cookie })).status).toBe(204);
  expect([await originals(), await derived(), await storageBytes()]).toEqual([[], [], 0]);
  expect(await db.mediaClip.count({ where: { id: videoId } })).toBe(0);
});

test("after thirty days in the trash, both files are removed", async () => {
  const { purgeTrash } = await import("@/lib/album/media/server/service");
  const { photoId } = await uploadBoth({ photo: named, clip: named });
  const deletedAt = new Date(Date.now() - 31 * 86_400_000);
  await db.media.update({ where: { id: photoId }, data: { deletedAt } });
  await purgeTrash();
  await workOffQueue();
  expect([await originals(), await derived(), await storageBytes()]).toEqual([[], [], 0]);
});

test("completing the clip's upload again returns the photo", async () => {
  const { initUpload, sendRawChunk, completeUpload } = await import("@/tests/support/chunks");
  const clip = await clips.make(named);
  await initUpload(owner, "clip-1", clip.length, { fileName: "IMG_1.MOV", description: "" });
  await sendRawChunk(owner, "clip-1", 0, clip);
  const first = await completeUpload(owner, "clip-1");
  expect(first.status).toBe(201);
  const photoId = await uploadNew(await livePhoto(named), "IMG_1.JPG");
  for (const id of [first.body.id, photoId]) await deriveMedia(id);
  const again = await completeUpload(owner, "clip-1");
  expect([again.status, again.body.id]).toEqual([200, photoId]);
  expect((await originals()).length).toBe(2);
});

test("another family doesn't find the clip, a stranger has to sign in, and a child gets it without its place", async () => {
  const { photoId, clip } = await uploadBoth({ photo: named, clip: named });
  const url = `/api/media/${photoId}/download?part=clip`;
  const other = await createOwner();
  expect((await get(url, other)).status).toBe(404);
  expect((await call("GET", url)).status).toBe(401);
  expect((await get(url.replace("clip", "sound"))).body).toMatchObject({ field: "part" });
  const child = await createMember(owner.familyId, "member", { isChild: true });
  expect(clip.includes("+51.5")).toBe(true);
  for (const answer of [await get(url, child), await get(`${url}&place=without`)]) {
    expect(answer.status).toBe(200);
    expect(answer.bytes.includes("+51.5")).toBe(false);
    expect(answer.headers.get("content-disposition")).toContain("IMG_1234.MOV");
  }
  expect((await get(url)).bytes.equals(clip)).toBe(true);
});

test("the storage used by people and years includes the clips, and a recount finds the same", async () => {
  const { recountStorage } = await import("@/lib/operations/maintenance/server/recount-service");
  const { photo, clip } = await uploadBoth({ photo: named, clip: named });
  const bytes = photo.length + clip.length;
  const { body: people } = await get<{ storageBytes: number; uploadCount: number }[]>("/api/users");
  expect(people[0]).toMatchObject({ storageBytes: bytes, uploadCount: 1 });
  const { body: board } = await get("/api/admin/dashboard");
  expect(board).toMatchObject({
    media: { photos: 1, videos: 0 },
    storage: { bytes },
    storageByYear: [{ year: 2024, bytes, items: 1 }],
  });
  await db.family.update({ where: { id: owner.familyId }, data: { storageBytes: 7n } });
  expect(await recountStorage(owner.familyId)).toMatchObject({ storageBytesBefore: 7, storageBytes: bytes });
});

test("remaking previews leaves the clip alone", async () => {
  const { photoId, videoId } = await uploadBoth({ photo: named, clip: named });
  await db.media.update({ where: { id: photoId }, data: { derivatives: "pending", deriveAttempts: 0 } });
  await enqueueDerive(photoId);
  await workOffQueue();
  expect(await detailOf(photoId)).toMatchObject({ derivatives: "ready", playable: "ready" });
  expect(await isClipOf(videoId, photoId)).toBe(true);
});

// Checks all the albums above once; after each test it would reread the files of all earlier ones.
test("afterwards every count is right, and every file that belongs to a row exists", async () => {
  await expectInvariants();
});
