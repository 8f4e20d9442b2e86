import { buildFilesCache, privateCachePrefix } from "@/lib/service-worker/cache-names";
import {
  cacheResponse,
  claimPrivateCache,
  deletePrivateCaches,
  findCached,
  isPageOf,
  openPrivateCache,
} from "@/lib/service-worker/private-store";
import { memoryCaches } from "@/tests/support/memory-caches";

const ada = { userId: "ada", sessionId: "session-of-ada", familyId: "okafors" };
const ben = { userId: "ben", sessionId: "session-of-ben", familyId: "lindqvists" };
const always = () => true;

test("an owner's cache is created once, and found again", async () => {
  const caches = memoryCaches();
  expect(await openPrivateCache(caches)).toBeNull();
  expect(await claimPrivateCache(caches, ada, always)).toBe(true);
  expect(await claimPrivateCache(caches, ada, always)).toBe(false);
  expect((await openPrivateCache(caches))?.owner).toEqual(ada);
});

test.each([
  ["person", ben],
  ["session", { ...ada, sessionId: "another" }],
  ["family", { ...ada, familyId: "another" }],
])("another %s starts with nothing", async (_, next) => {
  const caches = memoryCaches();
  await claimPrivateCache(caches, ada, always);
  const adas = await openPrivateCache(caches);
  if (!adas) throw new Error("There is no cache");
  await cacheResponse(adas, "/", new Response("Ada's home"));
  await claimPrivateCache(caches, next, always);
  expect(await findCached(caches, "/")).toBeNull();
  expect((await caches.keys()).filter((name) => name.startsWith(privateCachePrefix))).toHaveLength(1);
});

test("an answer that arrives after the sign-out isn't stored", async () => {
  const caches = memoryCaches();
  await claimPrivateCache(caches, ada, always);
  const heldByRequest = await openPrivateCache(caches);
  if (!heldByRequest) throw new Error("There is no cache");
  await deletePrivateCaches(caches);
  await claimPrivateCache(caches, ben, always);
  await cacheResponse(heldByRequest, "/api/images/thumbnail/1", new Response("Ada's picture"));
  expect(await findCached(caches, "/api/images/thumbnail/1")).toBeNull();
  expect((await caches.contents()).join()).not.toContain("/api/images");
});

test("a page whose newer copy is interrupted can still be shown without a connection", async () => {
  const caches = memoryCaches();
  await claimPrivateCache(caches, ada, always);
  const adas = await openPrivateCache(caches);
  if (!adas) throw new Error("There is no cache");
  await cacheResponse(adas, "/media/2024/7", new Response("July"));
  const brokenOff = new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode("Ju"));
      body.error(new TypeError("The connection is gone"));
    },
  });
  await expect(cacheResponse(adas, "/media/2024/7", new Response(brokenOff))).rejects.toThrow(
    "The connection is gone",
  );
  expect(await (await findCached(caches, "/media/2024/7"))?.text()).toBe("July");
});

test("a cache created by a late request doesn't count, and is removed", async () => {
  const caches = memoryCaches();
  await caches.open(`${privateCachePrefix}left-over`);
  expect(await openPrivateCache(caches)).toBeNull();
  expect(await caches.keys()).toEqual([]);
});

test("a sign-out that starts while a cache is being created leaves none", async () => {
  const caches = memoryCaches();
  let asked = 0;
  expect(
    await claimPrivateCache(caches, ada, () => {
      asked += 1;
      return asked === 1;
    }),
  ).toBe(false);
  expect(await caches.keys()).toEqual([]);
});

test("concurrent requests neither see nor break a cache that is being created", async () => {
  const caches = memoryCaches();
  const [made, ...seen] = await Promise.all([
    claimPrivateCache(caches, ada, always),
    openPrivateCache(caches),
    openPrivateCache(caches),
  ]);
  expect(made).toBe(true);
  expect(seen.map((one) => one?.owner)).toEqual([ada, ada]);
});

test("forgetting leaves the build's own files", async () => {
  const caches = memoryCaches();
  await (await caches.open(buildFilesCache)).put("/_next/static/a.js", new Response("1"));
  await claimPrivateCache(caches, ada, always);
  await deletePrivateCaches(caches);
  expect(await caches.contents()).toEqual([`${buildFilesCache}: /_next/static/a.js`]);
});

test("a page is its owner's if it names the session and the family", () => {
  const page = `{"sessionInfo":{"sessionId":"session-of-ada"},"currentFamily":{"id":"okafors"}}`;
  expect(isPageOf(ada, page)).toBe(true);
  expect(isPageOf(ben, page)).toBe(false);
  expect(isPageOf({ ...ada, familyId: "another" }, page)).toBe(false);
  expect(isPageOf(ada, "<h1>Welcome, visitor</h1>")).toBe(false);
});

describe("a phone that can't reach the album", () => {
  const day = 86_400_000;
  beforeEach(() =>
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 1), doNotFake: ["nextTick", "queueMicrotask"] }),
  );
  afterEach(() => jest.useRealTimers());

  async function cacheAdasHome() {
    const caches = memoryCaches();
    await claimPrivateCache(caches, ada, always);
    const adas = await openPrivateCache(caches);
    if (!adas) throw new Error("There is no cache");
    await cacheResponse(adas, "/", new Response("Ada's home"));
    return caches;
  }

  test("if stolen, shows nothing after seven days, and keeps nothing on its disk", async () => {
    const caches = await cacheAdasHome();
    jest.setSystemTime(Date.now() + 7 * day - 1);
    expect(await (await findCached(caches, "/"))?.text()).toBe("Ada's home");
    jest.setSystemTime(Date.now() + 2);
    expect(await findCached(caches, "/")).toBeNull();
    expect(await caches.keys()).toEqual([]);
  });

  test("for six days at a time keeps its pictures, as long as the session is confirmed in between", async () => {
    const caches = await cacheAdasHome();
    for (let trip = 0; trip < 3; trip++) {
      jest.setSystemTime(Date.now() + 6 * day);
      expect(await claimPrivateCache(caches, ada, always)).toBe(false);
    }
    expect(await (await findCached(caches, "/"))?.text()).toBe("Ada's home");
  });

  test("with pictures that an older version stored without a date shows none of them", async () => {
    const caches = memoryCaches();
    const old = await caches.open(`${privateCachePrefix}old`);
    await old.put("/~owner", Response.json(ada));
    await old.put("/", new Response("Ada's home"));
    expect(await findCached(caches, "/")).toBeNull();
  });
});
