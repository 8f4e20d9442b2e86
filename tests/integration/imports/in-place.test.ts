import { randomBytes } from "node:crypto";
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { maxSingleLooks } from "@/lib/album/archives/server/stored-sizes";
import type { ImportDto } from "@/lib/album/imports/schema";
import { removeAbandonedImports } from "@/lib/album/imports/server/ending-service";
import { lookAtFolders } from "@/lib/album/imports/server/in-place-service";
import { deriveMedia, transcodeMedia } from "@/lib/album/media/server/derivatives-service";
import { purgeTrash } from "@/lib/album/media/server/service";
import { databasePool, db } from "@/lib/db";
import { checkOriginal } from "@/lib/operations/integrity/server/original-check";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { h264, makeClip } from "@/tests/support/clips";
import { withTestDatabase } from "@/tests/support/database";
import { storeFamilyMember } from "@/tests/support/faces";
import {
  createMember,
  createOwner,
  type FamilyPerson,
  storeClip,
  storeMedia,
} from "@/tests/support/factories";
import { memberOf, reasonsOf } from "@/tests/support/imported-items";
import { liveClips, livePhoto } from "@/tests/support/live-photos";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { storeSystemSettings } from "@/tests/support/system-settings";
import { act, createImport, importCall, readImport, sidecar, work, zipOf } from "@/tests/support/takeouts";
import { storedKeys, withTestStorage } from "@/tests/support/test-storage";

withTestDatabase({ keepsRows: true });
withTestStorage({ keepsFiles: true });

const nas = path.resolve(
  process.env.DATA_DIR ?? "",
  "..",
  `${path.basename(process.env.DATA_DIR ?? "")}-nas`,
);
// Set before anything reads it.
process.env.IMPORT_FOLDERS = nas;
const folder = path.basename(nas);

let owner: FamilyPerson;
beforeEach(async () => {
  await rm(nas, { recursive: true, force: true });
  await mkdir(nas, { recursive: true });
  owner = await createOwner({ tier: "premium" });
  // Only one person can be the operator.
  await db.user.updateMany({ where: { isOperator: true }, data: { isOperator: false } });
  await db.user.update({ where: { id: owner.userId }, data: { isOperator: true }, select: { id: true } });
});
afterAll(() => rm(nas, { recursive: true, force: true }));

async function put(name: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(path.join(nas, name)), { recursive: true });
  await writeFile(path.join(nas, name), bytes);
}

/** Everything that a write would change. */
async function listed(): Promise<string[]> {
  const names = [".", ...(await readdir(nas, { recursive: true }))].sort();
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs, ctimeMs, mode } = await stat(path.join(nas, name));
      return `${name} ${size} ${mtimeMs} ${ctimeMs} ${mode}`;
    }),
  );
}

const read = async (id: string) => (await importCall(owner, "GET", `/${id}`)).body;

/** Leaves the folder in place and adds everything in it. */
async function watch(): Promise<ImportDto> {
  const { id } = await createImport(owner, { folder, isInPlace: true });
  await act(owner, id, "read");
  await work(id);
  await act(owner, id, "start");
  await work(id);
  return read(id);
}

/** Looks again and adds what it finds. */
async function look(id: string): Promise<ImportDto> {
  await act(owner, id, "look");
  await work(id);
  await work(id);
  return read(id);
}

const items = () =>
  db.media.findMany({
    where: { familyId: owner.familyId, deletedAt: null },
    select: {
      id: true,
      fileName: true,
      description: true,
      sha256: true,
      storagePath: true,
      derivatives: true,
    },
    orderBy: { fileName: "asc" },
  });
async function onlyItem() {
  const [item, ...others] = await items();
  if (!item || others.length > 0) throw new Error(`${others.length + 1} items`);
  return item;
}
const download = (id: string) => call("GET", `/api/media/${id}/download`, { cookie: owner.cookie });
async function downloaded(id: string): Promise<Buffer> {
  const { status, bytes } = await download(id);
  if (status !== 200) throw new Error(`Downloading answered ${status}`);
  return bytes;
}
const say = (id: string, description: string) =>
  call("PATCH", `/api/media/${id}`, { cookie: owner.cookie, json: { description } });

test("a folder's photos and clips are shown in place; nothing is copied, and nothing written there", async () => {
  const [lake, clip] = [await tinyPicture(), clipBytes(5_000)];
  await put("Photos from 2024/lake.jpg", lake);
  await put(
    "Photos from 2024/lake.jpg.json",
    Buffer.from(JSON.stringify(sidecar("lake.jpg", { description: "At the lake" }))),
  );
  await put("Trip/film.mp4", clip);
  await put("Trip/old.zip", await zipOf({ "a.jpg": await tinyPicture() }));
  const before = await listed();
  const done = await watch();
  expect(done).toMatchObject({ state: "done", isInPlace: true, addedCount: 2, leftCount: 1 });
  const [film, photo] = await items();
  expect(photo).toMatchObject({ fileName: "lake.jpg", description: "At the lake" });
  if (!film || !photo) throw new Error("Both should be there");
  expect(await downloaded(photo.id)).toEqual(lake);
  expect(await downloaded(film.id)).toEqual(clip);
  const part = await call("GET", `/api/media/${film.id}/download`, {
    cookie: owner.cookie,
    headers: { range: "bytes=10-19" },
  });
  expect(part.bytes).toEqual(clip.subarray(10, 20));
  expect(await deriveMedia(photo.id)).toBe("ready");
  expect((await call("GET", `/api/images/thumbnail/${photo.id}`, { cookie: owner.cookie })).status).toBe(200);
  const originals = await storedKeys(`families/${owner.familyId}/originals/`);
  expect(originals).toEqual([]);
  expect(await db.secondCopyFile.count({ where: { key: photo.storagePath } })).toBe(0);
  expect(await listed()).toEqual(before);
  const album = await db.album.findFirst({ where: { familyId: owner.familyId }, select: { title: true } });
  expect(album).toEqual({ title: "Trip" });
});

test("a clip that only says inside when it was taken is filed under that month", async () => {
  await mkdir(path.join(nas, "Trip"));
  await makeClip(path.join(nas, "Trip/film.mp4"), {
    encode: [...h264, "-metadata", "creation_time=2024-07-03T14:05:00Z"],
  });
  await put("Trip/noise.mp4", clipBytes());
  await put("Trip/VID_20230506_070809.mp4", clipBytes());
  for (const name of await readdir(path.join(nas, "Trip"))) {
    await utimes(path.join(nas, "Trip", name), new Date(), new Date(2025, 2, 1));
  }
  expect(await watch()).toMatchObject({ addedCount: 3, failedCount: 0 });
  const filed = await db.media.findMany({
    where: { familyId: owner.familyId },
    select: { fileName: true, year: true, month: true, takenAt: true },
    orderBy: { year: "asc" },
  });
  expect(filed).toEqual([
    { fileName: "VID_20230506_070809.mp4", year: 2023, month: 5, takenAt: new Date("2023-05-06T07:08:09Z") },
    { fileName: "film.mp4", year: 2024, month: 7, takenAt: new Date("2024-07-03T14:05:00Z") },
    { fileName: "noise.mp4", year: 2025, month: 0, takenAt: null },
  ]);
});

test("new files are added, unchanged ones aren't read again, and the family is notified only of the new ones", async () => {
  await put("a.jpg", await tinyPicture());
  await put("b.jpg", await tinyPicture());
  const { id, lookedAt } = await watch();
  expect(await look(id)).toMatchObject({ state: "done", addedCount: 2, knownCount: 0, totalCount: 2 });
  await put("c.jpg", await tinyPicture());
  const after = await look(id);
  expect(after).toMatchObject({ state: "done", addedCount: 3, knownCount: 0, totalCount: 3, doneCount: 3 });
  expect(Date.parse(after.lookedAt ?? "")).toBeGreaterThan(Date.parse(lookedAt ?? ""));
  expect((await items()).map(({ fileName }) => fileName)).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
  const told = await db.activityEntry.findMany({
    where: { familyId: owner.familyId, action: "import.done" },
    select: { detail: true },
    orderBy: { id: "asc" },
  });
  expect(told.map(({ detail }) => detail)).toEqual([{ added: 2 }, { added: 1 }]);
});

test("a renamed folder's photos stay the same photos, with what was said and done here", async () => {
  const bytes = await tinyPicture();
  await put("2019/beach.jpg", bytes);
  await put("2019/clip.mp4", clipBytes(6_000));
  const { id } = await watch();
  const photo = (await items()).find(({ fileName }) => fileName === "beach.jpg");
  if (!photo) throw new Error("No photo");
  await say(photo.id, "Our first day #beach");
  await call("POST", "/api/hearts", { cookie: owner.cookie, json: { mediaId: photo.id } });
  await rename(path.join(nas, "2019"), path.join(nas, "Holidays 2019"));
  expect(await look(id)).toMatchObject({ state: "done", addedCount: 2, knownCount: 0, totalCount: 2 });
  const now = await items();
  expect(now).toHaveLength(2);
  expect(now.find(({ id: one }) => one === photo.id)).toMatchObject({ description: "Our first day #beach" });
  expect(await downloaded(photo.id)).toEqual(bytes);
  expect(await db.heart.count({ where: { mediaId: photo.id } })).toBe(1);
  // As if nothing had been moved.
  expect(await look(id)).toMatchObject({ addedCount: 2, knownCount: 0, totalCount: 2 });
});

test("a missing file leaves its photo and pictures, and is found again wherever it reappears", async () => {
  const bytes = await tinyPicture();
  await put("garden.jpg", bytes);
  await put("other.jpg", await tinyPicture());
  const { id } = await watch();
  const photo = (await items())[0];
  if (!photo) throw new Error("No photo");
  await deriveMedia(photo.id);
  await rm(path.join(nas, "garden.jpg"));
  await look(id);
  expect((await items()).map(({ id: one }) => one)).toContain(photo.id);
  expect((await download(photo.id)).status).toBe(404);
  expect((await call("GET", `/api/images/thumbnail/${photo.id}`, { cookie: owner.cookie })).status).toBe(200);
  await put("found/again.jpg", bytes);
  await look(id);
  expect(await downloaded(photo.id)).toEqual(bytes);
  expect(await items()).toHaveLength(2);
});

test("one of two identical files is enough", async () => {
  const bytes = await tinyPicture();
  await put("a.jpg", bytes);
  await put("copy of a.jpg", bytes);
  const { id } = await watch();
  const photo = await onlyItem();
  await rm(path.join(nas, "a.jpg"));
  await look(id);
  expect(await downloaded(photo.id)).toEqual(bytes);
});

test("a changed file changes its photo, which keeps its comments; one that was only touched doesn't", async () => {
  await put("house.jpg", await tinyPicture());
  const { id } = await watch();
  const photo = await onlyItem();
  await say(photo.id, "The old house");
  await utimes(path.join(nas, "house.jpg"), new Date(), new Date(2020, 1, 1));
  expect(await look(id)).toMatchObject({ addedCount: 1, knownCount: 0 });
  expect(await onlyItem()).toMatchObject({ id: photo.id, sha256: photo.sha256 });
  const changed = await tinyPicture("png");
  await put("house.jpg", changed);
  expect(await look(id)).toMatchObject({ addedCount: 1, knownCount: 0 });
  const now = await onlyItem();
  expect(now).toMatchObject({ id: photo.id, description: "The old house", derivatives: "pending" });
  expect(await downloaded(photo.id)).toEqual(changed);
  expect(await deriveMedia(photo.id)).toBe("ready");
});

test("a Live Photo still plays after another program changed its photo", async () => {
  const clips = await liveClips();
  await put("IMG_1.JPG", await livePhoto());
  await put("IMG_1.MOV", await clips.make());
  await clips.remove();
  const { id } = await watch();
  for (const item of await items()) await deriveMedia(item.id);
  const photo = await onlyItem();
  await transcodeMedia(photo.id);
  const play = () => call("GET", `/api/video/stream/${photo.id}`, { cookie: owner.cookie });
  const clip = await play();
  expect(clip.status).toBe(200);
  const changed = await livePhoto();
  await put("IMG_1.JPG", changed);
  await look(id);
  expect((await play()).bytes).toEqual(clip.bytes);
  expect(await deriveMedia(photo.id)).toBe("ready");
  expect(await downloaded(photo.id)).toEqual(changed);
  expect((await play()).bytes).toEqual(clip.bytes);
});

test("after an update, Live Photos that no longer played are prepared again, and no other photo", async () => {
  const [live, playing, still] = [
    await storeMedia(owner),
    await storeMedia(owner, { playable: "ready" }),
    await storeMedia(owner),
  ];
  for (const { id } of [live, playing]) await storeClip(owner, id);
  const file = "prisma/migrations/20261129030754_clips_of_changed_photos/migration.sql";
  await databasePool().query(await readFile(file, "utf8"));
  const states = await db.media.findMany({
    where: { familyId: owner.familyId },
    select: { id: true, playable: true },
  });
  expect(new Map(states.map(({ id, playable }) => [id, playable]))).toEqual(
    new Map([
      [live.id, "pending"],
      [playing.id, "ready"],
      [still.id, "none"],
    ]),
  );
});

test("archived, binned and locked photos that were left out stay out, whether they are new or touched later", async () => {
  await put("a.jpg", await tinyPicture());
  await put("Archive/b.jpg", await tinyPicture());
  const { id } = await watch();
  expect(await read(id)).toMatchObject({ addedCount: 1, leftCount: 1 });
  await utimes(path.join(nas, "Archive/b.jpg"), new Date(), new Date(2020, 1, 1));
  await put("Locked Folder/c.jpg", await tinyPicture());
  await put("Bin/d.jpg", await tinyPicture());
  const after = await look(id);
  expect(after).toMatchObject({ state: "done", addedCount: 1, leftCount: 3, totalCount: 1, doneCount: 1 });
  expect(await reasonsOf(owner, after)).toEqual({
    "Archive/b.jpg": "archived",
    "Bin/d.jpg": "trashed",
    "Locked Folder/c.jpg": "locked",
  });
  expect((await items()).map(({ fileName }) => fileName)).toEqual(["a.jpg"]);
});

/** Does something as a user other than root, who can read every file. */
async function withoutRoot(work: () => Promise<unknown>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  // So that this user gets as far as the folder.
  if (isRoot) await chmod(path.dirname(nas), 0o711);
  if (isRoot) process.seteuid?.(56_800);
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
const countRuns = () =>
  db.activityEntry.count({ where: { familyId: owner.familyId, action: "import.done" } });

test("a file that this server isn't allowed to read is added once it is; until then, looks leave it as it is", async () => {
  await put("Closed/a.jpg", await tinyPicture());
  const { id } = await watch();
  await put("Closed/b.jpg", await tinyPicture());
  await put("c.jpg", await tinyPicture());
  // Only names can be read in the folder.
  await chmod(path.join(nas, "Closed"), 0o744);
  await chmod(path.join(nas, "c.jpg"), 0o600);
  await withoutRoot(() => look(id));
  const before = await read(id);
  expect(before).toMatchObject({ state: "done", addedCount: 1, leftCount: 1, failedCount: 1 });
  expect(await reasonsOf(owner, before)).toEqual({ "Closed/b.jpg": "damaged", "c.jpg": "damaged" });
  const runs = await countRuns();
  await withoutRoot(() => work(id));
  expect(await read(id)).toMatchObject({ state: "done", addedCount: 1, leftCount: 1, failedCount: 1 });
  expect(await countRuns()).toBe(runs);
  await chmod(path.join(nas, "Closed"), 0o755);
  await chmod(path.join(nas, "c.jpg"), 0o644);
  // Without anyone asking.
  await work(id);
  await work(id);
  expect(await read(id)).toMatchObject({ state: "done", addedCount: 3, leftCount: 0, failedCount: 0 });
});

test("files that were too large or older than the album are added once it takes them", async () => {
  const megabyte = 1_048_576;
  const maxImageBytes = megabyte;
  await storeSystemSettings({ maxImageBytes, maxVideoBytes: megabyte });
  await put("a.jpg", await tinyPicture());
  await put("film.mp4", clipBytes(2 * megabyte));
  // A photo in spite of its name.
  await put("scan.mp4", Buffer.concat([await tinyPicture(), Buffer.alloc(megabyte)]));
  const { id } = await watch();
  const { familyId, userId } = owner;
  // A member can't extend the album.
  await createMember(familyId, "owner");
  await db.membership.updateMany({ where: { familyId, userId }, data: { role: "member" } });
  await put("old.jpg", await tinyPicture());
  await utimes(path.join(nas, "old.jpg"), new Date(), new Date(2019, 6, 3));
  await look(id);
  const reasons = { "film.mp4": "too_large", "old.jpg": "before_album", "scan.mp4": "too_large" };
  const after = await look(id);
  expect(after).toMatchObject({ state: "done", addedCount: 1, leftCount: 3 });
  expect(await reasonsOf(owner, after)).toEqual(reasons);
  await db.family.update({ where: { id: familyId }, data: { firstYear: 2019 }, select: { id: true } });
  expect(await look(id)).toMatchObject({ state: "done", addedCount: 2, leftCount: 2 });
  await storeSystemSettings({ maxImageBytes, maxVideoBytes: 2 * megabyte });
  const runs = await countRuns();
  await work(id);
  await work(id);
  expect(await read(id)).toMatchObject({ state: "done", addedCount: 3, leftCount: 1 });
  await work(id);
  expect(await countRuns()).toBe(runs + 1);
  await storeSystemSettings({});
});

test("files that aren't photos or videos keep their reasons, and looks don't read them", async () => {
  await put("a.jpg", await tinyPicture());
  await put("Trip/old.zip", await zipOf({ "b.jpg": await tinyPicture() }));
  await put("IMG_1.AAE", Buffer.from("<plist/>"));
  await put("notes.pdf", Buffer.from("%PDF"));
  const { id } = await watch();
  const runs = await countRuns();
  const reasons = { "IMG_1.AAE": "aae", "Trip/old.zip": "nested", "notes.pdf": "not_media" };
  await utimes(path.join(nas, "Trip/old.zip"), new Date(), new Date(2020, 1, 1));
  const after = await look(id);
  expect(after).toMatchObject({ state: "done", addedCount: 1, leftCount: 3, totalCount: 1 });
  expect(await reasonsOf(owner, after)).toEqual(reasons);
  expect(await countRuns()).toBe(runs);
});

test("a folder goes on tagging someone whose two entries become one", async () => {
  const member = await createMember(owner.familyId);
  const photo = async (name: string) => {
    await put(name, await tinyPicture());
    await put(
      `${name}.json`,
      Buffer.from(JSON.stringify(sidecar(name, { people: [{ name: "Nana" }, { name: "Ada" }] }))),
    );
  };
  await photo("before.jpg");
  const { id } = await createImport(owner, { folder, isInPlace: true });
  await act(owner, id, "read");
  await work(id);
  const ada = await memberOf(owner);
  const people = [
    { name: "Nana", memberId: await memberOf(member) },
    { name: "Ada", memberId: ada },
  ];
  expect((await importCall(owner, "PUT", `/${id}/choices`, { people })).status).toBe(200);
  await act(owner, id, "start");
  await work(id);
  const nana = await storeFamilyMember(owner.familyId, "Nana");
  const merged = await call("PUT", `/api/family-members/${nana}`, {
    cookie: owner.cookie,
    json: { userId: member.userId },
  });
  expect(merged.status).toBe(200);
  await photo("later.jpg");
  expect(await look(id)).toMatchObject({ state: "done", addedCount: 2 });
  for (const { fileName, tags } of await db.media.findMany({
    where: { familyId: owner.familyId },
    select: { fileName: true, tags: { select: { memberId: true } } },
  })) {
    expect([fileName, tags.map(({ memberId }) => memberId).sort()]).toEqual([fileName, [nana, ada].sort()]);
  }
});

/** A photo with its file's name as its description, which must stay with its bytes. */
async function putPhotos(...names: string[]) {
  const photos = new Map<string, Buffer>();
  for (const name of names) {
    photos.set(name, await tinyPicture());
    await put(name, photos.get(name) ?? Buffer.alloc(0));
  }
  const watched = await watch();
  for (const { id, fileName } of await items()) await say(id, fileName);
  const idOf = new Map((await items()).map(({ id, description }) => [description, id]));
  return {
    id: watched.id,
    bytesOf: (name: string) => photos.get(name) ?? Buffer.alloc(0),
    itemOf: (name: string) => idOf.get(name) ?? "",
  };
}
/** Renames files as a program does that renumbers them: none is overwritten. */
async function renameAll(moves: Record<string, string>): Promise<void> {
  for (const from of Object.keys(moves)) await rename(path.join(nas, from), path.join(nas, `.${from}`));
  for (const [from, to] of Object.entries(moves)) {
    await rename(path.join(nas, `.${from}`), path.join(nas, to));
    // The photos are as long as each other: only their dates say that they changed places.
    await utimes(path.join(nas, to), new Date(), new Date(2024, 1, 1));
  }
}

test("a file that is overwritten with a copy of another leaves both photos, and finds its own bytes again", async () => {
  const { id, bytesOf, itemOf } = await putPhotos("a.jpg", "b.jpg");
  await put("b.jpg", bytesOf("a.jpg"));
  expect(await look(id)).toMatchObject({ state: "done", reason: null, addedCount: 2, knownCount: 1 });
  expect((await items()).map(({ description }) => description)).toEqual(["a.jpg", "b.jpg"]);
  expect(await downloaded(itemOf("a.jpg"))).toEqual(bytesOf("a.jpg"));
  // Not the other photo's bytes.
  expect((await download(itemOf("b.jpg"))).status).toBe(404);
  await rm(path.join(nas, "a.jpg"));
  await put("c.jpg", bytesOf("b.jpg"));
  expect(await look(id)).toMatchObject({ state: "done", addedCount: 2, knownCount: 1 });
  expect(await downloaded(itemOf("a.jpg"))).toEqual(bytesOf("a.jpg"));
  expect(await downloaded(itemOf("b.jpg"))).toEqual(bytesOf("b.jpg"));
  await act(owner, id, "undo");
  await work(id);
  expect(await items()).toEqual([]);
});

test("two files that swap their names stay the same photos", async () => {
  const { id, bytesOf, itemOf } = await putPhotos("a.jpg", "b.jpg");
  await renameAll({ "a.jpg": "b.jpg", "b.jpg": "a.jpg" });
  expect(await look(id)).toMatchObject({ state: "done", reason: null, addedCount: 2 });
  await look(id);
  expect(await items()).toHaveLength(2);
  for (const name of ["a.jpg", "b.jpg"]) expect(await downloaded(itemOf(name))).toEqual(bytesOf(name));
});

test("files that are renumbered stay the same photos, and one in between is a new photo", async () => {
  const { id, bytesOf, itemOf } = await putPhotos("1.jpg", "2.jpg", "3.jpg");
  await renameAll({ "1.jpg": "2.jpg", "2.jpg": "3.jpg", "3.jpg": "4.jpg" });
  const first = await tinyPicture();
  await put("1.jpg", first);
  expect(await look(id)).toMatchObject({ state: "done", reason: null, addedCount: 4 });
  const after = await items();
  expect(after.map(({ description }) => description).sort()).toEqual(["", "1.jpg", "2.jpg", "3.jpg"]);
  for (const name of ["1.jpg", "2.jpg", "3.jpg"]) {
    expect(await downloaded(itemOf(name))).toEqual(bytesOf(name));
  }
  expect(await downloaded(after.find(({ description }) => description === "")?.id ?? "")).toEqual(first);
});

test("a name that is used again once its file has moved is a new photo, and a second look changes nothing", async () => {
  const { id, bytesOf, itemOf } = await putPhotos("a.jpg");
  await put("copy of a.jpg", bytesOf("a.jpg"));
  await look(id);
  await rm(path.join(nas, "a.jpg"));
  await look(id);
  expect(await downloaded(itemOf("a.jpg"))).toEqual(bytesOf("a.jpg"));
  const rows = () =>
    db.$queryRaw`
      SELECT m.id, m.xmin::text, e.xmin::text AS entry FROM "Media" m JOIN "ImportEntry" e ON e."mediaId" = m.id
      WHERE m."familyId" = ${owner.familyId}::uuid ORDER BY m.id, e.id`;
  const before = await rows();
  await look(id);
  expect(await rows()).toEqual(before);
  const other = await tinyPicture("png");
  await put("a.jpg", other);
  expect(await look(id)).toMatchObject({ state: "done", reason: null, addedCount: 2 });
  const added = (await items()).find(({ description }) => description === "");
  expect(await downloaded(added?.id ?? "")).toEqual(other);
  expect(await downloaded(itemOf("a.jpg"))).toEqual(bytesOf("a.jpg"));
});

test("a photo removed from the album stays out, and stays in the folder", async () => {
  await put("blurred.jpg", await tinyPicture());
  await put("sharp.jpg", await tinyPicture());
  const { id } = await watch();
  const blurred = (await items())[0];
  await call("DELETE", `/api/media/${blurred?.id}`, { cookie: owner.cookie });
  await purgeTrash(new Date(Date.now() + 40 * 86_400_000));
  const before = await listed();
  await look(id);
  await rename(path.join(nas, "blurred.jpg"), path.join(nas, "also blurred.jpg"));
  await look(id);
  expect((await items()).map(({ fileName }) => fileName)).toEqual(["sharp.jpg"]);
  expect(before.some((line) => line.startsWith("blurred.jpg"))).toBe(true);
});

test("an empty folder counts as an unmounted disk: no file is treated as missing", async () => {
  const bytes = await tinyPicture();
  await put("a.jpg", bytes);
  const { id } = await watch();
  const photo = await onlyItem();
  await rename(nas, `${nas}-away`);
  await mkdir(nas);
  expect(await look(id)).toMatchObject({ state: "done", reason: "folder_away", addedCount: 1 });
  expect((await download(photo.id)).status).toBe(503);
  await rm(nas, { recursive: true });
  expect(await look(id)).toMatchObject({ state: "done", reason: "folder_away" });
  await rename(`${nas}-away`, nas);
  expect(await look(id)).toMatchObject({ state: "done", reason: null, addedCount: 1 });
  expect(await downloaded(photo.id)).toEqual(bytes);
  // A folder that isn't mounted at night doesn't count as damage.
  const row = await db.media.findUniqueOrThrow({
    where: { id: photo.id },
    select: { storagePath: true, bytes: true, sha256: true },
  });
  await rename(nas, `${nas}-away`);
  expect(await checkOriginal(row)).toBe("intact");
  await rename(`${nas}-away`, nas);
});

test("what a NAS adds to its folders isn't imported", async () => {
  await put("Trip/a.jpg", await tinyPicture());
  for (const added of ["@eaDir", "#recycle", "#Snapshot", "$RECYCLE.BIN", "System Volume Information"]) {
    await put(`Trip/${added}/b.jpg`, await tinyPicture());
  }
  await put("lost+found/c.jpg", await tinyPicture());
  // Only folders have such names.
  await put("@home.jpg", await tinyPicture());
  expect(await watch()).toMatchObject({ state: "done", addedCount: 2, leftCount: 0, failedCount: 0 });
  expect((await items()).map(({ fileName }) => fileName)).toEqual(["@home.jpg", "a.jpg"]);
});

test("files and folders whose names aren't UTF-8 are named as left out, and added once they are renamed", async () => {
  const nameOf = (name: string) => Buffer.concat([Buffer.from(`${nas}/`), Buffer.from(name, "latin1")]);
  await put("a.jpg", await tinyPicture());
  await writeFile(nameOf("Größe.jpg"), await tinyPicture());
  await mkdir(nameOf("Übersee"));
  await writeFile(Buffer.concat([nameOf("Übersee"), Buffer.from("/b.jpg")]), await tinyPicture());
  // This is a character like any other, in a name that was once converted wrongly.
  await put("Gr\uFFFDn/c\uFFFD.jpg", await tinyPicture());
  const done = await watch();
  expect(done).toMatchObject({ state: "done", addedCount: 2, leftCount: 2, failedCount: 0 });
  const reasons = { "Gr\uFFFD\uFFFDe.jpg": "name", "\uFFFDbersee": "name" };
  expect(await reasonsOf(owner, done)).toEqual(reasons);
  expect(await reasonsOf(owner, await look(done.id))).toEqual(reasons);
  await rename(nameOf("Größe.jpg"), path.join(nas, "Größe.jpg"));
  await rename(nameOf("Übersee"), path.join(nas, "Übersee"));
  expect(await look(done.id)).toMatchObject({ state: "done", addedCount: 4, failedCount: 0 });
});

test("a file that disappears from a folder after its dry run stops nothing else", async () => {
  await put("a.jpg", await tinyPicture());
  await put("b.jpg", await tinyPicture());
  const { id } = await createImport(owner, { folder });
  await act(owner, id, "read");
  await work(id);
  await rm(path.join(nas, "a.jpg"));
  await act(owner, id, "start");
  await work(id);
  expect(await read(id)).toMatchObject({ state: "done", addedCount: 1, failedCount: 1 });
  expect((await items()).map(({ fileName }) => fileName)).toEqual(["b.jpg"]);
});

test("a folder that is empty when its import starts pauses it", async () => {
  await put("a.jpg", await tinyPicture());
  const { id } = await createImport(owner, { folder });
  await act(owner, id, "read");
  await work(id);
  await rm(path.join(nas, "a.jpg"));
  await act(owner, id, "start");
  await work(id);
  expect(await read(id)).toMatchObject({ state: "paused", reason: "archive_gone", failedCount: 0 });
});

test("a link that leads out of the folder is neither added nor read", async () => {
  const secret = path.resolve(process.env.DATA_DIR ?? "", "secret.jpg");
  await writeFile(secret, await tinyPicture());
  await put("a.jpg", await tinyPicture());
  await symlink(secret, path.join(nas, "link.jpg"));
  await watch();
  const photo = await onlyItem();
  await rm(path.join(nas, "a.jpg"));
  await symlink(secret, path.join(nas, "a.jpg"));
  expect((await download(photo.id)).status).toBe(404);
});

test("a photo that stays in its folder is in a download of many files", async () => {
  await put("one.jpg", await tinyPicture());
  await watch();
  const mediaIds = [(await onlyItem()).id];
  for (let count = 0; count <= maxSingleLooks; count++) {
    mediaIds.push((await storeMedia(owner, { content: randomBytes(100) })).id);
  }
  const { status, body } = await call("POST", "/api/media/archives", {
    cookie: owner.cookie,
    json: { mediaIds },
  });
  expect({ status, body }).toMatchObject({ status: 201, body: { count: mediaIds.length, refusals: [] } });
});

test("nothing can be written or deleted through the storage of files in place", async () => {
  await put("a.jpg", await tinyPicture());
  await watch();
  const { storagePath } = await onlyItem();
  const before = await listed();
  const content = Buffer.from("other");
  const write = () =>
    getStorage().write(
      storagePath,
      (async function* () {
        yield content;
      })(),
      { maxBytes: 10 },
    );
  await expect(write()).rejects.toMatchObject({ code: "bad_key" });
  await expect(getStorage().replace(storagePath, content)).rejects.toMatchObject({ code: "bad_key" });
  await getStorage().delete(storagePath);
  expect(await listed()).toEqual(before);
});

test("when undone, its photos go to the trash; a late scan finds nothing to do", async () => {
  await put("a.jpg", await tinyPicture());
  const { id } = await watch();
  await lookAtFolders();
  await act(owner, id, "undo");
  await work(id);
  expect(await read(id)).toMatchObject({ state: "undone" });
  await work(id);
  expect(await items()).toEqual([]);
  await removeAbandonedImports();
  expect((await importCall(owner, "POST", `/${id}/look`)).status).toBe(409);
});

test("only the operator imports folders in place, and only folders", async () => {
  await put("a.jpg", await tinyPicture());
  const admin = await createMember(owner.familyId, "admin");
  const json = { timeZone: "Europe/London", folder, isInPlace: true };
  expect((await importCall(admin, "POST", "", json)).status).toBe(404);
  const { status, body } = await importCall<{ field?: string }>(owner, "POST", "", {
    timeZone: "Europe/London",
    isInPlace: true,
  });
  expect(status).toBe(400);
  expect(body.field).toBe("isInPlace");
  const archive = await readImport(owner, [await zipOf({ "a.jpg": await tinyPicture() })]);
  await act(owner, archive.id, "start");
  await work(archive.id);
  expect((await importCall(owner, "POST", `/${archive.id}/look`)).status).toBe(409);
});
