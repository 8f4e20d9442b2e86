import { sharedFilesCache } from "@/lib/service-worker/cache-names";
import { dropExpiredFiles, storeSharedFiles, takeSharedFiles } from "@/lib/service-worker/shared-files";
import { memoryCaches } from "@/tests/support/memory-caches";

const photo = (name: string) => new File(["bytes of a photo"], name, { type: "image/jpeg" });
const minute = 60_000;

test("shared files are taken once, complete and with their names", async () => {
  const caches = memoryCaches();
  expect(await storeSharedFiles(caches, [photo("Strand & Meer 🏖️.jpg"), photo("two.jpg")])).toBe(2);
  const [first, second] = await takeSharedFiles(caches);
  expect([first?.name, first?.type, await first?.text()]).toEqual([
    "Strand & Meer 🏖️.jpg",
    "image/jpeg",
    "bytes of a photo",
  ]);
  expect(second?.name).toBe("two.jpg");
  expect(await takeSharedFiles(caches)).toEqual([]);
  expect(await caches.keys()).toEqual([]);
});

test("a share without files stores nothing, and ends an earlier one", async () => {
  const caches = memoryCaches();
  await storeSharedFiles(caches, [photo("one.jpg")]);
  expect(await storeSharedFiles(caches, [new File([], "empty.jpg")])).toBe(0);
  expect(await caches.keys()).toEqual([]);
});

test("files that have waited for an hour are not returned", async () => {
  const caches = memoryCaches();
  await storeSharedFiles(caches, [photo("one.jpg")], 0);
  expect(await takeSharedFiles(caches, 60 * minute)).toEqual([]);
  expect(await caches.has(sharedFilesCache)).toBe(false);
});

test("and are forgotten without anyone asking", async () => {
  const caches = memoryCaches();
  await storeSharedFiles(caches, [photo("one.jpg")], 0);
  await dropExpiredFiles(caches, 59 * minute);
  expect(await caches.has(sharedFilesCache)).toBe(true);
  await dropExpiredFiles(caches, 60 * minute);
  expect(await caches.has(sharedFilesCache)).toBe(false);
});
