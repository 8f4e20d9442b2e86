import { mkdir, readdir, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ImportDto } from "@/lib/album/imports/schema";
import { removeAbandonedImports } from "@/lib/album/imports/server/ending-service";
import { lookAtFolders } from "@/lib/album/imports/server/in-place-service";
import { deriveMedia } from "@/lib/album/media/server/derivatives-service";
import { purgeTrash } from "@/lib/album/media/server/service";
import { db } from "@/lib/db";
import { checkOriginal } from "@/lib/operations/integrity/server/original-check";
import { getStorage } from "@/lib/platform/storage/storage";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson } from "@/tests/support/factories";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
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
