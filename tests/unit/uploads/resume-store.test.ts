import "fake-indexeddb/auto";
import { createResumeStore, isKept } from "@/lib/album/uploads/client/resume-store";
import { isSameFile } from "@/lib/album/uploads/file-rules";
import { memoryResumeStore } from "@/tests/support/memory-resume-store";
import { describeResumeStore, unfinished } from "@/tests/support/resume-store-contract";

let count = 0;
const somebody = () => `person-${++count}`;

describeResumeStore("in IndexedDB", () => createResumeStore(somebody()));
describeResumeStore("in memory, for tests", memoryResumeStore);

test("another page of the same person finds the file with its bytes", async () => {
  const person = somebody();
  await createResumeStore(person).save(unfinished("one"));
  const [found] = await createResumeStore(person).list();
  expect(found?.file.size).toBe(11);
  expect(found && isKept(found) && (await found.file.text())).toBe("first steps");
});

test("a browser without room for a file remembers its name, so that it can be chosen again", async () => {
  const store = createResumeStore(somebody());
  const put = IDBObjectStore.prototype.put;
  jest.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value) {
    if ((value as { file: unknown }).file instanceof File) throw new DOMException("", "QuotaExceededError");
    return put.call(this, value);
  });
  const upload = unfinished("one");
  await store.save(upload);
  const [found] = await store.list();
  expect(found && isKept(found)).toBe(false);
  expect(found?.file).toEqual({ name: "one.mp4", size: 11, lastModified: 5 });
  expect(found && isSameFile(found.file, upload.file)).toBe(true);
});

test("a file beyond the specification's sizes is remembered for a week, as by the server", async () => {
  let now = 1_000_000_000_000;
  const store = createResumeStore(somebody(), () => now);
  const file = { name: "film.mp4", size: 100 * 1_048_576 + 1, lastModified: 5 };
  await store.save(unfinished("one", { startedAt: now, file }));
  now += 7 * 24 * 3_600_000 - 1;
  expect(await store.list()).toHaveLength(1);
  now += 1;
  expect(await store.list()).toEqual([]);
});

test("one person's uploads are not another's", async () => {
  await createResumeStore("ada").save(unfinished("one"));
  expect(await createResumeStore("ben").list()).toEqual([]);
});

test("after 24 hours, when the server has forgotten it, an upload is forgotten here too", async () => {
  let now = 1_000_000_000_000;
  const store = createResumeStore(somebody(), () => now);
  await store.save(unfinished("one", { startedAt: now }));
  now += 24 * 3_600_000 - 1;
  expect(await store.list()).toHaveLength(1);
  now += 1;
  expect(await store.list()).toEqual([]);
  now = 1_000_000_000_000;
  expect(await store.list()).toEqual([]);
});

test("deleting all databases at sign-out waits for nothing and leaves nothing", async () => {
  const store = createResumeStore("carla");
  await store.save(unfinished("one"));
  const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
  expect(names).toContain("keepsake-uploads-carla");
  await Promise.all(
    names.map(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onblocked = () => reject(new Error("blocked"));
        }),
    ),
  );
  expect(await store.list()).toEqual([]);
});

test("a browser that refuses storage stores nothing and breaks nothing", async () => {
  const real = globalThis.indexedDB;
  Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: undefined });
  const store = createResumeStore(somebody());
  await expect(store.save(unfinished("one"))).resolves.toBeUndefined();
  expect(await store.list()).toEqual([]);
  Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: real });
});
