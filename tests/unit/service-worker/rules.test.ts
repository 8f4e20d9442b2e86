import {
  buildFilesIn,
  cacheablePage,
  clientNavigatedPage,
  maxCached,
  picturesIn,
  type RequestFacts,
  ruleFor,
  tooMany,
} from "@/lib/service-worker/rules";

const origin = "https://album.test";
const id = "0198f3c2-7a10-7bbb-8000-3c2f6f0a9d11";
const asked = (path: string, more: Partial<RequestFacts> = {}): RequestFacts => ({
  method: "GET",
  url: new URL(path, origin),
  isNavigation: false,
  hasRange: false,
  ...more,
});

test.each([
  ["/_next/static/chunks/a1.js", "buildFile"],
  [`/api/images/thumbnail/${id}`, "picture"],
  [`/api/images/medium/${id}`, "picture"],
  [`/fast-images/thumbnail/${id}`, "picture"],
  [`/api/video/thumbnail/${id}`, "picture"],
  ["/api/media/month/2024/7?limit=60&offset=0", "data"],
  ["/api/auth/me", "session"],
  [`/api/notifications/count/${id}`, "session"],
])("%s is answered by the rule %s", (path, rule) => {
  expect(ruleFor(asked(path), origin)).toBe(rule);
});

test.each([
  `/api/media/${id}/download`,
  `/api/video/stream/${id}`,
  "/api/users",
  "/api/media/latest",
  "/api/media/search?q=beach",
  "/api/user-settings",
  "/api/user/export",
  "/api/notifications",
  "/media/2024/7",
  `/api/media/trash/${id}/thumbnail`,
])("the worker ignores %s", (path) => {
  expect(ruleFor(asked(path), origin)).toBe("network");
});

test("only documents are pages, and no call, picture or file is one", () => {
  expect(ruleFor(asked("/media/2024/7", { isNavigation: true }), origin)).toBe("page");
  expect(ruleFor(asked("/search", { isNavigation: true }), origin)).toBe("page");
  for (const path of [`/api/media/${id}/download`, `/direct-image/${id}`, "/icons/icon.svg"]) {
    expect(ruleFor(asked(path, { isNavigation: true }), origin)).toBe("network");
  }
});

test("writes, parts of files and other sites are ignored", () => {
  expect(ruleFor(asked(`/api/images/medium/${id}`, { hasRange: true }), origin)).toBe("network");
  expect(ruleFor(asked("/api/hearts", { method: "POST" }), origin)).toBe("network");
  expect(ruleFor(asked("https://elsewhere.test/_next/static/a.js"), origin)).toBe("network");
});

test("the worker handles writes that change who is signed in, and shares from another app", () => {
  for (const path of ["/api/auth/login", "/api/switch-organization", "/api/organization/leave"]) {
    expect(ruleFor(asked(path, { method: "POST" }), origin)).toBe("change");
  }
  expect(ruleFor(asked("/api/auth/logout", { method: "POST" }), origin)).toBe("signOut");
  expect(ruleFor(asked("/share-target", { method: "POST", isNavigation: true }), origin)).toBe("share");
  expect(ruleFor(asked("https://elsewhere.test/share-target", { method: "POST" }), origin)).toBe("network");
});

test("home and the months are cached, ignoring the rest of their address", () => {
  expect(cacheablePage(new URL("/?source=pwa", origin))).toBe("/");
  expect(cacheablePage(new URL("/media/2024/7", origin))).toBe("/media/2024/7");
  for (const path of ["/profile", "/settings", `/view-image/${id}`, "/media/2024/7/x", "/admin-users"]) {
    expect(cacheablePage(new URL(path, origin))).toBeNull();
  }
});

test("a page shown without loading a document is recognised by the app's request; a mere prefetch is not", () => {
  const rsc = new Headers({ RSC: "1" });
  expect(clientNavigatedPage(asked("/media/2024/7?_rsc=1"), rsc)).toBe("/media/2024/7");
  expect(clientNavigatedPage(asked("/search?_rsc=1"), rsc)).toBeNull();
  expect(clientNavigatedPage(asked("/media/2024/7"), new Headers())).toBeNull();
  const prefetch = new Headers({ RSC: "1", "Next-Router-Prefetch": "1" });
  expect(clientNavigatedPage(asked("/media/2024/7"), prefetch)).toBeNull();
});

test("the newest of each kind stay, up to its limit; home and the session always do", () => {
  const months = ["/media/2024/1", "/media/2024/2", "/media/2024/3", "/media/2024/4"];
  expect(tooMany(["/", ...months, "/api/auth/me"])).toEqual(["/media/2024/1"]);
  const thumbnails = Array.from(
    { length: maxCached.thumbnails + 2 },
    (_, place) => `/api/images/thumbnail/${place}`,
  );
  expect(tooMany(thumbnails).sort()).toEqual(["/api/images/thumbnail/0", "/api/images/thumbnail/1"]);
  const mediums = Array.from({ length: maxCached.mediums + 1 }, (_, place) => `/api/images/medium/${place}`);
  expect(tooMany([...mediums, ...thumbnails.slice(0, 5)])).toEqual(["/api/images/medium/0"]);
});

test("a page's pictures and build files are found in it, once each", () => {
  const html = `<link href="/_next/static/chunks/a-1.css"><script src="/_next/static/chunks/b~2.js"></script>
    <script src="/_next/static/chunks/b~2.js"></script><img src="/api/images/thumbnail/${id}">
    <img src="/api/images/thumbnail/${id}"><img src="/api/media/${id}/download">`;
  expect(buildFilesIn(html)).toEqual(["/_next/static/chunks/a-1.css", "/_next/static/chunks/b~2.js"]);
  expect(picturesIn(html)).toEqual([`/api/images/thumbnail/${id}`]);
});
