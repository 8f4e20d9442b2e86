import { buildFilesCache, privateCachePrefix } from "@/lib/service-worker/cache-names";
import { findCached } from "@/lib/service-worker/private-store";
import { ownerIn, SessionWatch } from "@/lib/service-worker/session-watch";
import { type MemoryCaches, memoryCaches } from "@/tests/support/memory-caches";

const origin = "http://album.test";
const picture = `/api/images/thumbnail/${"a".repeat(36)}`;
const user = (name: string) => ({
  id: name,
  isSuperAdmin: false,
  currentFamily: { id: `family-of-${name}` },
  sessionInfo: { sessionId: `session-of-${name}` },
});
const pageOf = (name: string) =>
  new Response(
    `session-of-${name} family-of-${name} <img src="${picture}"><script src="/_next/static/a.js"></script>`,
    {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "script-src 'nonce-1'",
      },
    },
  );

type Answers = Record<string, () => Response | Promise<Response>>;
let answers: Answers;
const realFetch = globalThis.fetch;
const realRequest = globalThis.Request;

beforeAll(() => {
  // In a worker, relative addresses are the album's.
  globalThis.Request = class extends realRequest {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === "string" ? new URL(input, origin) : input, init);
    }
  };
});
afterAll(() => {
  globalThis.fetch = realFetch;
  globalThis.Request = realRequest;
});

function worker(given: Answers, open: string[] = []) {
  answers = given;
  globalThis.fetch = async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), origin);
    const answer = answers[pathname];
    if (!answer) throw new TypeError("Failed to fetch");
    return answer();
  };
  const caches = memoryCaches();
  const watch = new SessionWatch({
    location: { origin },
    caches,
    clients: { matchAll: async () => open.map((path) => ({ url: `${origin}${path}` })) },
    addEventListener: () => {},
  });
  return { caches, watch };
}

const signedIn = (name: string): Answers => ({
  "/api/auth/me": () => Response.json(user(name)),
  "/": () => pageOf(name),
  "/media/2024/7": () => pageOf(name),
  [picture]: () => new Response("jpeg"),
  "/_next/static/a.js": () => new Response("script"),
});

const privateContents = async (caches: MemoryCaches) =>
  (await caches.contents()).filter((entry) => entry.startsWith(privateCachePrefix));

test("the first session check caches home and the open month, with their pictures and scripts", async () => {
  const { caches, watch } = worker(signedIn("ada"), ["/media/2024/7?x=1", "/profile"]);
  await watch.look();
  const paths = (await privateContents(caches)).map((entry) => entry.split(": ")[1]).sort();
  expect(paths).toEqual(["/", picture, "/api/auth/me", "/media/2024/7", "/~owner"].sort());
  expect(await caches.contents()).toContain(`${buildFilesCache}: /_next/static/a.js`);
  const kept = await findCached(caches, "/media/2024/7");
  expect(await kept?.text()).toContain("session-of-ada");
  expect(kept?.headers.get("Content-Security-Policy")).toBe("script-src 'nonce-1'");
});

test("without a connection the session check gets its last answer", async () => {
  const { watch } = worker(signedIn("ada"));
  await watch.look();
  answers = {};
  const answer = await watch.answer(new Request("/api/auth/me"), () => {});
  expect(await answer.json()).toMatchObject({ id: "ada" });
});

test("a refused check forgets everything, even from one of the polled calls", async () => {
  for (const path of ["/api/auth/me", "/api/notifications/count/ada"]) {
    const { caches, watch } = worker(signedIn("ada"));
    await watch.look();
    answers = { [path]: () => new Response(null, { status: 401 }) };
    const work: Promise<unknown>[] = [];
    await watch.answer(new Request(path), (more) => void work.push(more));
    await Promise.all(work);
    expect(await privateContents(caches)).toEqual([]);
  }
});

test("another person's session replaces the previous one", async () => {
  const { caches, watch } = worker(signedIn("ada"));
  await watch.look();
  answers = signedIn("ben");
  await watch.look();
  expect(await (await findCached(caches, "/"))?.text()).toContain("session-of-ben");
  expect((await caches.keys()).filter((name) => name.startsWith(privateCachePrefix))).toHaveLength(1);
});

test("another person's or a visitor's page is not cached", async () => {
  const { caches, watch } = worker({ ...signedIn("ada"), "/": () => pageOf("ben") });
  await watch.look();
  expect(await findCached(caches, "/")).toBeNull();
});

test("a sign-out forgets before the server knows, and whatever the server answers", async () => {
  const { caches, watch } = worker(signedIn("ada"));
  await watch.look();
  answers["/api/auth/logout"] = async () => {
    expect(await privateContents(caches)).toEqual([]);
    throw new TypeError("Failed to fetch");
  };
  await expect(watch.change(new Request("/api/auth/logout", { method: "POST" }))).rejects.toThrow();
  expect(await privateContents(caches)).toEqual([]);
});

test("a session answer in progress at the sign-out caches nothing", async () => {
  const { caches, watch } = worker({ ...signedIn("ada"), "/api/auth/logout": () => Response.json({}) });
  let deliver = (_: Response) => {};
  answers["/api/auth/me"] = () => new Promise<Response>((resolve) => (deliver = resolve));
  const look = watch.look();
  await watch.change(new Request("/api/auth/logout", { method: "POST" }));
  deliver(Response.json(user("ada")));
  await look;
  expect(await privateContents(caches)).toEqual([]);
});

test("a super admin has no album, so nothing is cached", async () => {
  expect(ownerIn({ ...user("root"), isSuperAdmin: true })).toBeNull();
  expect(ownerIn({})).toBeNull();
  expect(ownerIn({ ...user("eve"), currentFamily: null })).toEqual({
    userId: "eve",
    sessionId: "session-of-eve",
    familyId: null,
  });
});
