import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { readMissingFacts } from "@/lib/album/media/server/facts-backfill-service";
import { db } from "@/lib/db";
import { ChildError } from "@/lib/platform/child-processes/child-error";
import { getDecoder } from "@/lib/platform/images/decoder";
import { getStorage } from "@/lib/platform/storage/storage";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { clipBytes, tinyPicture } from "@/tests/support/pictures";
import { shotPicture } from "@/tests/support/shot-pictures";
import { withTestStorage } from "@/tests/support/test-storage";
import { until } from "@/tests/support/until";

withTestDatabase();
withTestStorage();

let owner: FamilyPerson;
beforeEach(async () => {
  owner = await createOwner();
});

const rowOf = (mediaId: string) => db.mediaFacts.findUnique({ where: { mediaId } });
const crcOf = async (id: string) =>
  (await db.media.findUnique({ where: { id }, select: { crc32: true } }))?.crc32;
const countRows = () => db.mediaFacts.count();
const sha1Of = (content: Buffer) => createHash("sha1").update(content).digest("hex");

async function storePhotos(count: number) {
  return Promise.all(
    Array.from({ length: count }, async () => storeMedia(owner, { content: await shotPicture() })),
  );
}

test("the nightly job reads what is already in the album, trash included, once", async () => {
  const neighbour = await createOwner();
  const photo = await storeMedia(owner, { content: await shotPicture() });
  const trashed = await storeMedia(owner, { content: await shotPicture(), deletedAt: new Date() });
  const theirs = await storeMedia(neighbour, { content: await shotPicture() });
  expect(await readMissingFacts()).toBe(3);
  for (const [{ id, content }, { familyId }] of [
    [photo, owner],
    [trashed, owner],
    [theirs, neighbour],
  ] as const) {
    expect(await rowOf(id)).toMatchObject({
      familyId,
      cameraModel: "iPhone 15 Pro",
      latitude: expect.closeTo(51.375, 4),
      sha1: sha1Of(content),
    });
    expect(await crcOf(id)).toBe(crc32(content) | 0);
  }
  expect(await readMissingFacts()).toBe(0);
});

test("it continues where a stopped run ended, and does nothing twice", async () => {
  const photos = await storePhotos(8);
  const stop = new AbortController();
  const running = readMissingFacts(stop.signal);
  await until(async () => (await countRows()) >= 2);
  stop.abort();
  const first = await running;
  expect(first).toBeLessThan(photos.length);
  expect(await countRows()).toBe(first);
  expect(await readMissingFacts()).toBe(photos.length - first);
  expect(await countRows()).toBe(photos.length);
});

test("two runs at once leave one row for each item", async () => {
  const photos = await storePhotos(6);
  await Promise.all([readMissingFacts(), readMissingFacts()]);
  expect(await countRows()).toBe(photos.length);
  for (const { id, content } of photos) expect((await rowOf(id))?.sha1).toBe(sha1Of(content));
});

test("a file that can't be read is not retried every night", async () => {
  const noise = await storeMedia(owner, { content: Buffer.from("not a picture at all") });
  const film = await storeMedia(owner, { content: clipBytes(900), mediaType: "video" });
  expect(await readMissingFacts()).toBe(2);
  for (const { id, content } of [noise, film]) {
    const { mediaId: _, familyId: __, sha1, ...facts } = (await rowOf(id)) ?? {};
    expect([sha1, new Set(Object.values(facts))]).toEqual([sha1Of(content), new Set([null])]);
  }
  expect(await readMissingFacts()).toBe(0);
});

test("a file that is missing is read once it is back", async () => {
  const { id, storagePath, content } = await storeMedia(owner, { content: await shotPicture() });
  const other = await storeMedia(owner, { content: await shotPicture() });
  const file = getStorage().localPath(storagePath) ?? "";
  await getStorage().delete(storagePath);
  await readMissingFacts();
  expect(await rowOf(id)).toBeNull();
  expect(await rowOf(other.id)).not.toBeNull();
  await writeFile(file, content);
  await readMissingFacts();
  expect(await rowOf(id)).toMatchObject({ cameraModel: "iPhone 15 Pro", sha1: sha1Of(content) });
});

test("checksums of a file that has changed are not stored as the original's", async () => {
  const { id, storagePath } = await storeMedia(owner, { content: await shotPicture() });
  const file = getStorage().localPath(storagePath) ?? "";
  await writeFile(file, Buffer.concat([await readFile(file), Buffer.from("!")]));
  await readMissingFacts();
  expect(await rowOf(id)).toMatchObject({ cameraModel: "iPhone 15 Pro", sha1: null });
  expect(await crcOf(id)).toBeNull();
});

test("an item that is erased meanwhile leaves no row", async () => {
  const [photo] = await storePhotos(1);
  const running = readMissingFacts();
  await db.media.delete({ where: { id: photo?.id ?? "" }, select: { id: true } });
  await running;
  expect(await countRows()).toBe(0);
});

test("nothing counts as unreadable while the album's disk is missing", async () => {
  await storeMedia(owner, { content: await tinyPicture() });
  const ready = jest.spyOn(getStorage(), "ready").mockRejectedValue(new Error("not mounted"));
  await expect(readMissingFacts()).rejects.toThrow("not mounted");
  ready.mockRestore();
  expect(await countRows()).toBe(0);
});

test("nothing counts as unreadable while no decoder starts", async () => {
  const [photo] = await storePhotos(1);
  const decode = jest
    .spyOn(getDecoder(), "decode")
    .mockRejectedValue(new ChildError("absent", "The child program doesn't start"));
  await expect(readMissingFacts()).rejects.toThrow("can't be read at present");
  decode.mockRestore();
  expect(await countRows()).toBe(0);
  await readMissingFacts();
  expect(await rowOf(photo?.id ?? "")).toMatchObject({ cameraModel: "iPhone 15 Pro" });
});

test("a family's facts end with it", async () => {
  const neighbour = await createOwner();
  await storePhotos(1);
  const theirs = await storeMedia(neighbour, { content: await shotPicture() });
  await readMissingFacts();
  await db.family.delete({ where: { id: owner.familyId }, select: { id: true } });
  expect(await db.mediaFacts.findMany({ select: { mediaId: true } })).toEqual([{ mediaId: theirs.id }]);
});
