import { randomUUID } from "node:crypto";
import type { EntryPageDto, ImportDto } from "@/lib/album/imports/schema";
import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import { joinLivePhoto } from "@/lib/album/media/server/live-photo-service";
import { db } from "@/lib/db";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { liveClips, livePhoto } from "@/tests/support/live-photos";
import { motionJpeg } from "@/tests/support/motion-photos";
import { cameraPicture, clipBytes, tinyPicture } from "@/tests/support/pictures";
import { plansOf } from "@/tests/support/query-plans";
import {
  act,
  createImport,
  importAll,
  importCall,
  readImport,
  root,
  sendArchive,
  sidecar,
  tgzOf,
  work,
  zipOf,
} from "@/tests/support/takeouts";
import { familyFiles, storedKeys, withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner({ tier: "premium" });
});

const mediaOf = ({ familyId }: FamilyPerson) =>
  db.media.findMany({
    where: { familyId, deletedAt: null },
    select: {
      id: true,
      fileName: true,
      year: true,
      month: true,
      description: true,
      takenAt: true,
      uploaderId: true,
      facts: { select: { latitude: true, longitude: true, contentIdentifier: true } },
      hearts: { select: { userId: true } },
      tags: { select: { memberId: true } },
    },
    orderBy: { fileName: "asc" },
  });
const entriesOf = async (person: FamilyPerson, id: string) =>
  (await importCall<EntryPageDto>(person, "GET", `/${id}/entries?limit=200`)).body.items;

test("a dry run counts the contents and adds nothing; started, each photo is added with its sidecar's data", async () => {
  const year = `${root}/Photos from 2024`;
  const [lake, tower] = [await tinyPicture(), await tinyPicture()];
  const parts = [
    await zipOf({
      [`${year}/lake.jpg`]: lake,
      [`${year}/tower.jpg.supplemental-metadata.json`]: sidecar("tower.jpg", {
        geoData: { latitude: 48.858, longitude: 2.294 },
        people: [{ name: "Ada" }, { name: "Grandma" }],
      }),
      [`${root}/Trip/metadata.json`]: { title: "Our trip", description: "" },
      [`${root}/Trip/lake.jpg`]: lake,
      "Takeout/archive_browser.html": Buffer.from("<html>"),
      [`${year}/notes.txt`]: Buffer.from("text"),
    }),
    await zipOf({
      [`${year}/lake.jpg.supplemental-metadata.json`]: sidecar("lake.jpg", {
        description: "At the #lake",
        favorited: true,
        people: [{ name: "Ada" }],
      }),
      [`${year}/tower.jpg`]: tower,
    }),
  ];
  const dry = await readImport(owner, parts);
  expect(dry.state).toBe("ready");
  expect(dry.report).toMatchObject({
    photos: 2,
    videos: 0,
    repeated: 1,
    favorites: 1,
    described: 1,
    placed: 1,
    firstDay: "2024-07-03",
    lastDay: "2024-07-03",
    bytes: lake.length + tower.length,
    albums: [{ name: "Our trip", count: 1 }],
    people: [
      { name: "Ada", count: 2 },
      { name: "Grandma", count: 1 },
    ],
    left: [{ reason: "not_media", count: 1 }],
  });
  expect(await mediaOf(owner)).toEqual([]);

  const member = await db.familyMember.findFirstOrThrow({
    where: { familyId: owner.familyId },
    select: { id: true },
  });
  const people = [
    { name: "Ada", memberId: member.id },
    { name: "Grandma", memberId: null, isNew: true },
  ];
  expect((await importCall(owner, "PUT", `/${dry.id}/choices`, { people })).status).toBe(200);
  await act(owner, dry.id, "start");
  await work(dry.id);

  const [first, second] = await mediaOf(owner);
  const grandma = await db.familyMember.findFirstOrThrow({
    where: { familyId: owner.familyId, name: "Grandma" },
    select: { id: true },
  });
  // London is an hour ahead of UTC; Paris, where it was taken, is two.
  expect(first).toMatchObject({
    fileName: "lake.jpg",
    year: 2024,
    month: 7,
    description: "At the #lake",
    takenAt: new Date("2024-07-03T13:00:00Z"),
    uploaderId: owner.userId,
    hearts: [{ userId: owner.userId }],
    tags: [{ memberId: member.id }],
  });
  expect(second).toMatchObject({
    fileName: "tower.jpg",
    takenAt: new Date("2024-07-03T14:00:00Z"),
    facts: { latitude: 48.858, longitude: 2.294 },
    hearts: [],
  });
  expect(second?.tags.map(({ memberId }) => memberId).sort()).toEqual([member.id, grandma.id].sort());
  const done = (await importCall(owner, "GET", `/${dry.id}`)).body;
  expect(done).toMatchObject({
    state: "done",
    totalCount: 3,
    doneCount: 3,
    addedCount: 2,
    knownCount: 1,
    leftCount: 1,
  });
  const [album] = await db.album.findMany({
    where: { familyId: owner.familyId },
    select: { title: true, itemCount: true, items: { select: { mediaId: true } } },
  });
  expect(album).toEqual({ title: "Our trip", itemCount: 1, items: [{ mediaId: first?.id }] });
  const states = (await entriesOf(owner, dry.id)).map(({ path, state, mediaId }) => [path, state, mediaId]);
  expect(states).toContainEqual([`${root}/Trip/lake.jpg`, "known", first?.id]);
  // The archives are gone once the queue has run.
  expect(await db.importArchive.count({ where: { importId: dry.id, storagePath: { not: null } } })).toBe(0);
});

test("existing photos are not added again, and gain what they lack", async () => {
  const content = await tinyPicture();
  const known = await storeMedia(owner, { content, description: "" });
  const other = await createMember(owner.familyId);
  const foreign = await storeMedia(other, { content: await tinyPicture(), description: "theirs" });
  const files = {
    [`${root}/Photos from 2024/a.jpg`]: content,
    [`${root}/Photos from 2024/a.jpg.json`]: sidecar("a.jpg", {
      description: "A day at sea",
      favorited: true,
    }),
    [`${root}/Photos from 2024/b.jpg`]: foreign.content,
    [`${root}/Photos from 2024/b.jpg.json`]: sidecar("b.jpg", { description: "mine" }),
  };
  const done = await importAll(owner, [await zipOf(files)]);
  expect(done).toMatchObject({ state: "done", addedCount: 0, knownCount: 2 });
  const items = await mediaOf(owner);
  expect(items).toHaveLength(2);
  expect(items.find(({ id }) => id === known.id)).toMatchObject({
    description: "A day at sea",
    hearts: [{ userId: owner.userId }],
  });
  expect(items.find(({ id }) => id === foreign.id)?.description).toBe("theirs");
});

test("a member's import doesn't describe what others uploaded", async () => {
  const theirs = await storeMedia(owner, { content: await tinyPicture(), description: "" });
  const member = await createMember(owner.familyId);
  const files = {
    [`${root}/Photos from 2024/a.jpg`]: theirs.content,
    [`${root}/Photos from 2024/a.jpg.json`]: sidecar("a.jpg", {
      description: "not mine to say",
      favorited: true,
    }),
  };
  expect(await importAll(member, [await zipOf(files)])).toMatchObject({ knownCount: 1 });
  const [item] = await mediaOf(owner);
  expect(item).toMatchObject({ description: "", hearts: [{ userId: member.userId }] });
});

test("archived, binned and locked photos are skipped unless requested", async () => {
  const files = {
    [`${root}/Photos from 2024/a.jpg`]: await tinyPicture(),
    [`${root}/Photos from 2024/a.jpg.json`]: sidecar("a.jpg", { archived: true }),
    [`${root}/Bin/b.jpg`]: await tinyPicture(),
    [`${root}/Locked Folder/c.jpg`]: await tinyPicture(),
    [`${root}/Locked Folder/c.jpg.json`]: sidecar("c.jpg", { inLockedFolder: true }),
    [`${root}/Photos from 2024/d.jpg`]: await tinyPicture(),
  };
  const first = await importAll(owner, [await zipOf(files)]);
  expect(first).toMatchObject({
    addedCount: 1,
    leftCount: 3,
    report: { archived: 1, trashed: 1, locked: 1 },
  });
  expect((await entriesOf(owner, first.id)).flatMap(({ reason }) => reason ?? []).sort()).toEqual([
    "archived",
    "locked",
    "trashed",
  ]);

  const { id } = await readImport(owner, [await zipOf(files)]);
  await importCall(owner, "PUT", `/${id}/choices`, { takesArchived: true, takesLocked: true, people: [] });
  await act(owner, id, "start");
  await work(id);
  expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({
    addedCount: 2,
    knownCount: 1,
    leftCount: 1,
  });
  expect((await mediaOf(owner)).map(({ fileName }) => fileName)).toEqual(["a.jpg", "c.jpg", "d.jpg"]);
});

test("the camera's date applies unless someone corrected it by more than a time zone", async () => {
  const files = {
    [`${root}/Photos from 2023/camera.jpg`]: await cameraPicture("2023:05:06 07:08:09"),
    [`${root}/Photos from 2023/camera.jpg.json`]: sidecar("camera.jpg", {
      photoTakenTime: { timestamp: String(Date.UTC(2023, 4, 6, 5, 8, 9) / 1000) },
    }),
    [`${root}/Photos from 2024/corrected.jpg`]: await cameraPicture("2023:05:06 07:08:10"),
    [`${root}/Photos from 2024/corrected.jpg.json`]: sidecar("corrected.jpg"),
    [`${root}/Photos from 2022/IMG-20221105-WA0001.jpg`]: await tinyPicture(),
    [`${root}/Photos from 2022/nothing.jpg`]: await tinyPicture(),
  };
  await importAll(owner, [await zipOf(files)]);
  const filed = (await mediaOf(owner)).map(({ fileName, year, month, takenAt }) => [
    fileName,
    `${year}-${month}`,
    takenAt?.toISOString().slice(0, 16) ?? null,
  ]);
  expect(filed).toEqual([
    ["IMG-20221105-WA0001.jpg", "2022-11", "2022-11-05T12:00"],
    ["camera.jpg", "2023-5", "2023-05-06T07:08"],
    ["corrected.jpg", "2024-7", "2024-07-03T13:00"],
    ["nothing.jpg", "2022-0", null],
  ]);
});

test("an admin's album is extended back to the oldest photo; a member's older photos are skipped", async () => {
  const files = {
    [`${root}/Photos from 1987/old.jpg`]: await tinyPicture(),
    [`${root}/Photos from 1987/old.jpg.json`]: sidecar("old.jpg", {
      photoTakenTime: { timestamp: String(Date.UTC(1987, 5, 1) / 1000) },
    }),
    [`${root}/Photos from 2024/new.jpg`]: await tinyPicture(),
  };
  const archive = await zipOf(files);
  const member = await createMember(owner.familyId);
  const theirs = await importAll(member, [archive]);
  expect(theirs).toMatchObject({ addedCount: 1, leftCount: 1, report: { beforeAlbum: 1, firstYear: 1987 } });
  expect((await entriesOf(member, theirs.id)).map(({ reason }) => reason)).toContain("before_album");
  expect((await storedKeys(`families/${owner.familyId}/originals/`)).length).toBe(1);

  expect(await importAll(owner, [archive])).toMatchObject({ addedCount: 1, knownCount: 1 });
  const family = await db.family.findUniqueOrThrow({ where: { id: owner.familyId } });
  expect(family.firstYear).toBe(1987);
});

test("an admin's album is also extended back to photos that only say inside how old they are", async () => {
  const archive = await zipOf({
    "Trip/IMG_1.jpg": await cameraPicture("2012:05:06 07:08:09"),
    "Trip/IMG_2.jpg": await cameraPicture("2009:05:06 07:08:09"),
    "Trip/IMG_3.jpg": await cameraPicture("2015:05:06 07:08:09"),
  });
  const firstYear = async () =>
    (await db.family.findUniqueOrThrow({ where: { id: owner.familyId }, select: { firstYear: true } }))
      .firstYear;
  const report = { undated: 3, beforeAlbum: 0, firstYear: null };
  const member = await createMember(owner.familyId);
  expect(await importAll(member, [archive])).toMatchObject({ addedCount: 0, leftCount: 3, report });
  expect(await firstYear()).toBe(2022);

  expect(await importAll(owner, [archive])).toMatchObject({ addedCount: 3, leftCount: 0, report });
  expect((await mediaOf(owner)).map(({ year, month }) => `${year}-${month}`)).toEqual([
    "2012-5",
    "2009-5",
    "2015-5",
  ]);
  expect(await firstYear()).toBe(2009);
});

test("a ZIP without dates doesn't make the album begin in 1979", async () => {
  const undated = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
  const archive = await zipOf({ "Trip/IMG_1.jpg": await tinyPicture() }, undated);
  // The time and date in the directory.
  archive.writeUInt32LE(0, archive.indexOf("PK\x01\x02") + 12);
  const done = await importAll(owner, [archive]);
  expect(done).toMatchObject({ addedCount: 1, report: { undated: 1, beforeAlbum: 0, firstYear: null } });
  expect(await mediaOf(owner)).toMatchObject([{ year: new Date().getFullYear(), month: 0, takenAt: null }]);
  const family = await db.family.findUniqueOrThrow({ where: { id: owner.familyId } });
  expect(family.firstYear).toBe(2022);
});

test("a TGZ is read in one pass, with names of any length", async () => {
  const name = `${"a long name ".repeat(12)}.jpg`;
  const files = {
    [`${root}/Photos from 2024/b.jpg`]: await tinyPicture(),
    [`${root}/Photos from 2024/b.jpg.json`]: sidecar("b.jpg", { description: "In a tar" }),
    [`${root}/P/${name.slice(0, 60)}.jpg`]: await tinyPicture(),
  };
  const done = await importAll(owner, [await tgzOf(files)], "tgz");
  expect(done).toMatchObject({ state: "done", addedCount: 2, failedCount: 0 });
  expect((await mediaOf(owner)).map(({ description }) => description)).toContain("In a tar");
});

test("both parts of a Live Photo are marked as a pair; a Pixel's clip inside its photo is skipped", async () => {
  const files = {
    [`${root}/Photos from 2024/IMG_1.JPG`]: await tinyPicture(),
    [`${root}/Photos from 2024/IMG_1.JPG.supplemental-metadata.json`]: sidecar("IMG_1.JPG", {
      description: "Waves",
    }),
    [`${root}/Photos from 2024/IMG_1.MP4`]: clipBytes(),
    [`${root}/Photos from 2024/PXL_20240703_120000000.MP.jpg`]: await motionJpeg(clipBytes(4_000)),
    [`${root}/Photos from 2024/PXL_20240703_120000000.MP`]: clipBytes(4_096),
  };
  const done = await importAll(owner, [await zipOf(files)]);
  expect(done).toMatchObject({ addedCount: 3, leftCount: 1, report: { photos: 2, livePhotos: 2 } });
  expect((await entriesOf(owner, done.id)).flatMap(({ reason }) => reason ?? [])).toEqual(["in_photo"]);
  const [photo, clip] = await mediaOf(owner);
  expect(photo?.facts?.contentIdentifier).toBeTruthy();
  expect(clip?.facts?.contentIdentifier).toBe(photo?.facts?.contentIdentifier);
  // The description belongs to the photo; with one of its own, the clip would stay a separate video.
  expect([photo?.description, clip?.description]).toEqual(["Waves", ""]);
});

test("damaged, foreign and hostile files are named with a reason; the others are imported", async () => {
  const good = await tinyPicture();
  const archive = await zipOf({
    [`${root}/Photos from 2024/good.jpg`]: good,
    [`${root}/Photos from 2024/fake.jpg`]: Buffer.from("not a picture, whatever it says"),
    [`${root}/Photos from 2024/broken.jpg`]: Buffer.from("BROKEN-MARKER-BROKEN-MARKER"),
    [`${root}/Photos from 2024/empty.jpg`]: Buffer.alloc(0),
  });
  archive.write("X", archive.indexOf("BROKEN-MARKER"));
  const done = await importAll(owner, [archive]);
  expect(done).toMatchObject({ state: "done", addedCount: 1, failedCount: 1, leftCount: 2 });
  const reasons = (await entriesOf(owner, done.id)).map(({ path, reason }) => [
    path.split("/").at(-1),
    reason,
  ]);
  expect(Object.fromEntries(reasons)).toEqual({
    "good.jpg": null,
    "fake.jpg": "unsupported",
    "broken.jpg": "damaged",
    "empty.jpg": "empty",
  });
  expect((await storedKeys(`families/${owner.familyId}/originals/`)).length).toBe(1);
});

test("the next files of an import are read from an index in their order, and so are those to undo", async () => {
  const pictures = await Promise.all([tinyPicture(), tinyPicture()]);
  const files = pictures.map((content, at) => [`${root}/Photos from 2024/${at}.jpg`, content] as const);
  const { id } = await readImport(owner, [await zipOf(Object.fromEntries(files))]);
  await act(owner, id, "start");
  const running = await plansOf("ImportEntry", () => work(id));
  const next = running.filter((plan) =>
    plan.includes("ImportEntry_importId_state_turn_archiveId_position_id_idx"),
  );
  expect(next.length).toBeGreaterThan(0);
  for (const plan of running) expect(plan).not.toMatch(/Sort Key: .*turn/);
  expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({ state: "done", addedCount: 2 });

  await act(owner, id, "undo");
  const undoing = await plansOf("ImportEntry", () => work(id));
  expect(undoing.some((plan) => plan.includes("ImportEntry_importId_state_id_idx"))).toBe(true);
  for (const plan of undoing) expect(plan).not.toMatch(/Sort Key/);
  expect((await importCall(owner, "GET", `/${id}`)).body.state).toBe("undone");
});

test("an import is undone as a whole: what it added goes to the trash, and nothing else", async () => {
  const before = await storeMedia(owner, { content: await tinyPicture() });
  const files = Object.fromEntries(
    await Promise.all(
      Array.from(
        { length: 5 },
        async (_, at) => [`${root}/Photos from 2024/${at}.jpg`, await tinyPicture()] as const,
      ),
    ),
  );
  const done = await importAll(owner, [
    await zipOf({
      ...files,
      [`${root}/Photos from 2024/known.jpg`]: before.content,
      [`${root}/Mine/0.jpg`]: files[`${root}/Photos from 2024/0.jpg`] as Buffer,
      [`${root}/Mine/1.jpg`]: files[`${root}/Photos from 2024/1.jpg`] as Buffer,
    }),
  ]);
  expect(done).toMatchObject({ addedCount: 5, knownCount: 3 });
  expect(await db.album.count({ where: { familyId: owner.familyId, itemCount: 2 } })).toBe(1);
  expect((await act(owner, done.id, "undo")).state).toBe("undoing");
  expect((await act(owner, done.id, "undo")).state).toBe("undoing");
  await work(done.id);
  expect((await importCall(owner, "GET", `/${done.id}`)).body.state).toBe("undone");
  expect((await mediaOf(owner)).map(({ id }) => id)).toEqual([before.id]);
  expect(await db.media.count({ where: { familyId: owner.familyId, deletedAt: { not: null } } })).toBe(5);
  expect(await db.album.count({ where: { familyId: owner.familyId } })).toBe(0);
  expect((await importCall(owner, "POST", `/${done.id}/start`)).status).toBe(409);
});

describe("a Live Photo of which an undone import added a part", () => {
  let files: Record<"photo" | "clip", { fileName: string; fileType: string; content: Buffer }>;
  beforeEach(async () => {
    const clips = await liveClips();
    files = {
      photo: { fileName: "IMG_1.JPG", fileType: "image", content: await livePhoto() },
      clip: { fileName: "IMG_1.MOV", fileType: "video", content: await clips.make() },
    };
    await clips.remove();
  });

  async function upload(part: "photo" | "clip"): Promise<string> {
    const { content, ...names } = files[part];
    const json = { ...names, year: 2024, month: 7, fileData: content.toString("base64") };
    const { body } = await call<{ id: string }>("POST", "/api/media", { cookie: owner.cookie, json });
    expect(await deriveMedia(body.id)).toBe("ready");
    return body.id;
  }
  async function importBoth(): Promise<string> {
    const { photo, clip } = files;
    const content = [photo, clip].map((file) => [`${root}/P/${file.fileName}`, file.content]);
    return (await importAll(owner, [await zipOf(Object.fromEntries(content))])).id;
  }
  async function undo(id: string): Promise<void> {
    await act(owner, id, "undo");
    await work(id);
    expect((await importCall(owner, "GET", `/${id}`)).body.state).toBe("undone");
  }
  const added = async (importId: string) =>
    (await db.importEntry.findFirstOrThrow({ where: { importId, state: "added" } })).id;
  const shown = () =>
    db.media.findMany({
      where: { familyId: owner.familyId, deletedAt: null },
      select: { id: true, clip: { select: { id: true } } },
    });

  test("stays, with its clip, if its photo was in the album before", async () => {
    const photoId = await upload("photo");
    const id = await importBoth();
    const clipId = await added(id);
    await deriveMedia(clipId);
    await undo(id);
    expect(await shown()).toEqual([{ id: photoId, clip: { id: clipId } }]);
  });

  test("stays if its clip was in the album before, even if it is joined while the import is being undone", async () => {
    const clipId = await upload("clip");
    const id = await importBoth();
    const photoId = await added(id);
    await db.media.update({ where: { id: photoId }, data: { derivatives: "ready" } });
    let undone: Promise<void> = Promise.resolve();
    await joinLivePhoto({ id: clipId, mediaType: "video" }, async () => {
      undone = undo(id);
      await until(async () => {
        const waiting = await db.$queryRaw<unknown[]>`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return waiting.length > 0;
      });
    });
    await undone;
    expect(await shown()).toEqual([{ id: photoId, clip: { id: clipId } }]);
  });

  test("goes to the trash if both were imported", async () => {
    const id = await importBoth();
    for (const { id: mediaId } of await mediaOf(owner)) await deriveMedia(mediaId);
    expect(await shown()).toMatchObject([{ clip: {} }]);
    await undo(id);
    expect(await shown()).toEqual([]);
  });
});

test("paused, nothing is added; resumed, it continues where it was", async () => {
  const files = { [`${root}/Photos from 2024/a.jpg`]: await tinyPicture() };
  const { id } = await readImport(owner, [await zipOf(files)]);
  await act(owner, id, "start");
  expect(await act(owner, id, "pause")).toMatchObject({ state: "paused", reason: "asked" });
  await work(id);
  expect(await mediaOf(owner)).toEqual([]);
  await act(owner, id, "resume");
  await work(id);
  expect((await importCall(owner, "GET", `/${id}`)).body.state).toBe("done");
  expect(await mediaOf(owner)).toHaveLength(1);
});

test("a full plan pauses an import with a message, and what was added stays", async () => {
  const free = await createOwner({ tier: "free", storageBytes: BigInt(5 * 1024 ** 3 - 2_000) });
  const [small, other] = [await tinyPicture(), await tinyPicture()];
  const { id } = await readImport(free, [await zipOf({ [`${root}/P/a.jpg`]: small })]);
  await db.family.update({
    where: { id: free.familyId },
    data: { storageBytes: 5 * 1024 ** 3 },
    select: { id: true },
  });
  await act(free, id, "start");
  await work(id);
  expect((await importCall(free, "GET", `/${id}`)).body).toMatchObject({
    state: "paused",
    reason: "plan_full",
  });
  await db.family.update({ where: { id: free.familyId }, data: { storageBytes: 0 }, select: { id: true } });
  await act(free, id, "resume");
  await work(id);
  expect((await importCall(free, "GET", `/${id}`)).body).toMatchObject({ state: "done", addedCount: 1 });
  expect(other.length).toBeGreaterThan(0);
});

test("a file stored by an interrupted attempt is stored once, and no file is left behind", async () => {
  const content = await tinyPicture();
  const { id } = await readImport(owner, [await zipOf({ [`${root}/P/a.jpg`]: content })]);
  const [entry] = await db.importEntry.findMany({ where: { importId: id }, select: { id: true } });
  const { getStorage } = await import("@/lib/platform/storage/storage");
  async function* half() {
    yield content.subarray(0, 200);
  }
  await getStorage().write(`families/${owner.familyId}/originals/${entry?.id}.jpg`, half(), {
    maxBytes: 1_000,
  });
  await act(owner, id, "start");
  await work(id);
  const [item] = await db.media.findMany({
    where: { familyId: owner.familyId },
    select: { id: true, bytes: true },
  });
  expect(item).toEqual({ id: entry?.id, bytes: BigInt(content.length) });
  expect(await storedKeys(`families/${owner.familyId}/originals/`)).toEqual([
    `families/${owner.familyId}/originals/${entry?.id}.jpg`,
  ]);
});

test("someone who has left the family can't add anything more", async () => {
  const member = await createMember(owner.familyId);
  const { id } = await readImport(member, [await zipOf({ [`${root}/P/a.jpg`]: await tinyPicture() })]);
  await act(member, id, "start");
  await db.membership.deleteMany({ where: { userId: member.userId } });
  await work(id);
  expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({
    state: "paused",
    reason: "not_member",
  });
  expect(await mediaOf(owner)).toEqual([]);
});

test("archives are uploaded in chunks, counted until the import starts, and sent only by their person", async () => {
  const { id } = await createImport(owner);
  const archive = await zipOf({ [`${root}/P/a.jpg`]: await tinyPicture() });
  const init = { fileName: "a.zip", fileSize: archive.length, totalChunks: 1, uploadId: "a" };
  const admin = await createMember(owner.familyId, "admin");
  expect((await importCall(admin, "POST", `/${id}/archives`, init)).status).toBe(404);
  expect(await importCall(owner, "POST", `/${id}/archives`, { ...init, totalChunks: 7 })).toMatchObject({
    status: 400,
    body: { field: "totalChunks" },
  });
  expect(await importCall(owner, "POST", `/${id}/read`)).toMatchObject({
    status: 409,
    body: { code: "no_archives" },
  });
  await sendArchive(owner, id, "one.zip", archive);
  const again = await importCall(owner, "POST", `/${id}/archives/complete`, { uploadId: `${id}-one.zip` });
  expect(again).toMatchObject({
    status: 200,
    body: { archives: [{ fileName: "one.zip", bytes: archive.length }] },
  });
  // It can't be completed as an item.
  const { call } = await import("@/tests/support/call");
  const asItem = await call("POST", "/api/media/chunked-upload/complete", {
    cookie: owner.cookie,
    json: { uploadId: `${id}-one.zip` },
  });
  expect(asItem.status).toBe(404);
  const text = Buffer.from("this is no archive at all");
  await expect(sendArchive(owner, id, "two.zip", text)).rejects.toThrow("unsupported_type");
  expect(familyFiles().some((file) => file.includes(`${owner.familyId}/imports/`))).toBe(true);
});

test("an import is visible to its person and the admins; those of others and other families are not found", async () => {
  const member = await createMember(owner.familyId);
  const other = await createMember(owner.familyId);
  const stranger = await createOwner();
  const child = await createMember(owner.familyId, "member", { isChild: true });
  const { id } = await createImport(member);
  for (const person of [other, stranger]) {
    expect((await importCall(person, "GET", `/${id}`)).status).toBe(404);
    expect((await importCall(person, "POST", `/${id}/read`)).status).toBe(404);
    expect((await importCall(person, "PUT", `/${id}/choices`, { people: [] })).status).toBe(404);
    expect((await importCall(person, "GET", `/${id}/entries`)).status).toBe(404);
    expect((await importCall(person, "DELETE", `/${id}`)).status).toBe(404);
    expect((await importCall<ImportDto[]>(person, "GET", "")).body).toEqual([]);
  }
  expect((await importCall(owner, "GET", `/${id}`)).body).toMatchObject({ id, isOwn: false });
  expect((await importCall(owner, "GET", `/${randomUUID()}`)).status).toBe(404);
  expect((await importCall(child, "POST", "", { timeZone: "UTC" })).status).toBe(403);
  expect((await importCall(owner, "DELETE", `/${id}`)).status).toBe(204);
  expect((await importCall(member, "GET", `/${id}`)).status).toBe(404);
});

test("an import's files are listed by path, page after page, each once", async () => {
  const names = ["c.txt", "a.txt", "e.txt", "b.txt", "d.txt"];
  const files = names.map((name) => [`${root}/Trip/${name}`, Buffer.from(name)] as const);
  const { id } = await readImport(owner, [await zipOf(Object.fromEntries(files))]);
  const page = async (cursor = "") =>
    (await importCall<EntryPageDto>(owner, "GET", `/${id}/entries?state=left&limit=2${cursor}`)).body;
  const pages = [await page()];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) {
    pages.push(await page(`&cursor=${next}`));
  }
  const named = pages.map(({ items }) => items.map(({ path }) => path.split("/").at(-1)));
  expect(named).toEqual([["a.txt", "b.txt"], ["c.txt", "d.txt"], ["e.txt"]]);
  expect(pages[0]?.items[0]).toMatchObject({ state: "left", reason: "not_media", mediaId: null });
});

test("choices name family members, and only admins add new ones", async () => {
  const member = await createMember(owner.familyId);
  const { id } = await readImport(member, [await zipOf({ [`${root}/P/a.jpg`]: await tinyPicture() })]);
  const stranger = await createOwner();
  const foreign = await db.familyMember.findFirstOrThrow({ where: { familyId: stranger.familyId } });
  const chosen = (change: object) =>
    importCall(member, "PUT", `/${id}/choices`, { people: [{ name: "Ada", memberId: null, ...change }] });
  expect((await chosen({ memberId: foreign.id })).status).toBe(422);
  expect((await chosen({ isNew: true })).status).toBe(403);
  expect((await chosen({})).status).toBe(200);
  expect(await importCall(member, "PUT", `/${id}/choices`, { people: "all" })).toMatchObject({
    status: 400,
    body: { field: "people" },
  });
});

test("a smaller copy of a photo is added and shown next to the existing one, to its person and admins only", async () => {
  const before = await storeMedia(owner, { content: await tinyPicture() });
  const files = {
    [`${root}/P/small.jpg`]: await tinyPicture(),
    [`${root}/P/other.jpg`]: await tinyPicture(),
  };
  const member = await createMember(owner.familyId);
  const { id } = await importAll(member, [await zipOf(files)]);
  const [small] = await db.media.findMany({
    where: { familyId: owner.familyId, fileName: "small.jpg" },
    select: { id: true },
  });
  // As the worker measures them later.
  const measures = { familyId: owner.familyId, queuedAt: null, differenceHash: 0x0f1e2d3c4b5a6978n };
  for (const mediaId of [before.id, small?.id ?? ""]) {
    await db.media.update({
      where: { id: mediaId },
      data: { width: 400, height: 300 },
      select: { id: true },
    });
    await db.mediaMeasures.upsert({ where: { mediaId }, create: { mediaId, ...measures }, update: measures });
  }
  const similar = (person: FamilyPerson) =>
    importCall<{ mediaIds: string[] }>(person, "GET", `/${id}/similar`);
  expect((await similar(member)).body).toEqual({ mediaIds: [small?.id], nextCursor: null });
  expect((await similar(owner)).status).toBe(200);
  expect((await similar(await createMember(owner.familyId))).status).toBe(404);
  expect(await db.media.count({ where: { familyId: owner.familyId, deletedAt: null } })).toBe(3);
});

test("abandoned archives are removed after 14 days; what was added stays", async () => {
  const { removeAbandonedImports } = await import("@/lib/album/imports/server/ending-service");
  const archive = await zipOf({ [`${root}/P/a.jpg`]: await tinyPicture() });
  const waiting = await readImport(owner, [archive]);
  const paused = await readImport(owner, [archive]);
  await act(owner, paused.id, "start");
  await act(owner, paused.id, "pause");
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  await removeAbandonedImports(inDays(13));
  expect((await importCall<ImportDto[]>(owner, "GET", "")).body).toHaveLength(2);
  await removeAbandonedImports(inDays(15));
  expect((await importCall(owner, "GET", `/${waiting.id}`)).status).toBe(404);
  expect((await importCall(owner, "GET", `/${paused.id}`)).body).toMatchObject({
    state: "done",
    reason: "archive_gone",
  });
  expect(
    await db.importArchive.count({ where: { familyId: owner.familyId, storagePath: { not: null } } }),
  ).toBe(0);
});
