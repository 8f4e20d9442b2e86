import { Cache } from "@/lib/platform/cache";

test("the least recently used makes room", () => {
  const cache = new Cache<string>({ maxItems: 2 });
  cache.set("a", "A");
  cache.set("b", "B");
  cache.get("a");
  cache.set("c", "C");
  expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["A", undefined, "C"]);
});

test("the cache never exceeds its size, and takes nothing that is too large", () => {
  const cache = new Cache<string>({ maxBytes: 10, maxItemBytes: 6, bytesOf: (value) => value.length });
  for (const value of ["", "aaaaaa", "bbbb", "ccccccc"]) cache.set(value.slice(0, 1), value);
  expect(["", "a", "b", "c"].map((key) => cache.get(key))).toEqual([undefined, "aaaaaa", "bbbb", undefined]);
});

test("nothing outlives its time", () => {
  let now = 1;
  const cache = new Cache<string>({ maxItems: 2, maxAgeMs: 1_000, now: () => now });
  cache.set("a", "A");
  now = 1_001;
  expect(cache.get("a")).toBe("A");
  now = 1_002;
  expect(cache.get("a")).toBeUndefined();
});

test("a cached value is not read again; null always is", async () => {
  const cache = new Cache<string>({ maxItems: 2 });
  const read = jest.fn(async () => "A");
  expect([await cache.load("a", read), await cache.load("a", read)]).toEqual(["A", "A"]);
  const none = jest.fn(async () => null);
  expect([await cache.load("b", none), await cache.load("b", none)]).toEqual([null, null]);
  expect([read.mock.calls.length, none.mock.calls.length]).toEqual([1, 2]);
});

test.each([
  ["this one", (cache: Cache<string>) => cache.invalidate("a")],
  ["another one", (cache: Cache<string>) => cache.invalidate("b")],
  ["some", (cache: Cache<string>) => cache.invalidateWhere(() => false)],
])("a value read before %s changed is returned and not cached", async (_, invalidate) => {
  const cache = new Cache<string>({ maxItems: 2 });
  const found = await cache.load("a", async () => {
    invalidate(cache);
    return "old";
  });
  expect([found, cache.get("a")]).toEqual(["old", undefined]);
});

test("exactly the matching keys are invalidated, including the first and last", () => {
  const cache = new Cache<string>({ maxItems: 10 });
  for (const key of ["a", "b", "c", "d", "e"]) cache.set(key, key);
  cache.invalidateWhere((value) => "ace".includes(value));
  expect(["a", "b", "c", "d", "e"].filter((key) => cache.get(key))).toEqual(["b", "d"]);
});
