import "fake-indexeddb/auto";
import { createResumeStore } from "@/lib/album/uploads/client/resume-store";
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
  expect(await found?.file.text()).toBe("first steps");
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

test("sign-out's deleting of all databases waits for nothing and leaves nothing", async () => {
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

test("a browser that refuses storage keeps nothing and breaks nothing", async () => {
  const real = globalThis.indexedDB;
  Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: undefined });
  const store = createResumeStore(somebody());
  await expect(store.save(unfinished("one"))).resolves.toBeUndefined();
  expect(await store.list()).toEqual([]);
  Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: real });
});
