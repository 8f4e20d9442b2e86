import { FaceImageCache } from "@/lib/faces/people/server/face-image-cache";

const picture = (letter: string, bytes = 10) => Buffer.alloc(bytes, letter);

test("a face is cut out once, however many requests there are", async () => {
  const cache = new FaceImageCache({ maxBytes: 100, maxAgeMs: 1000 });
  const make = jest.fn(async () => picture("a"));
  const all = await Promise.all([cache.get("a", make), cache.get("a", make), cache.get("a", make)]);
  expect([...all, await cache.get("a", make)]).toEqual(Array(4).fill(picture("a")));
  expect(make).toHaveBeenCalledTimes(1);
});

test("the cache stays within its limit: the least recently used goes first", async () => {
  const cache = new FaceImageCache({ maxBytes: 30, maxAgeMs: 1000 });
  const made: string[] = [];
  const ask = (name: string) =>
    cache.get(name, async () => {
      made.push(name);
      return picture(name);
    });
  for (const name of ["a", "b", "c", "a", "d", "a", "b"]) await ask(name);
  expect(made).toEqual(["a", "b", "c", "d", "b"]);
  expect(await cache.get("huge", async () => picture("h", 31))).toHaveLength(31);
  await ask("a");
  expect(made).toHaveLength(5);
});

test("nothing stays longer than its time, and failures aren't cached", async () => {
  let now = 1;
  const cache = new FaceImageCache({ maxBytes: 100, maxAgeMs: 1000, now: () => now });
  const make = jest.fn(async () => picture("a"));
  await cache.get("a", make);
  now = 1000;
  await cache.get("a", make);
  expect(make).toHaveBeenCalledTimes(1);
  now = 1002;
  await cache.get("a", make);
  expect(make).toHaveBeenCalledTimes(2);
  await expect(cache.get("b", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await cache.get("b", async () => picture("b"))).toEqual(picture("b"));
});
