import { expect, type Page } from "@playwright/test";
import { collectErrors, signUpFamily } from "./support/family";
import { startGateway } from "./support/gateway";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

test.use({ serviceWorkers: "allow" });

/** Waits until the service worker controls the page. */
async function controlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
    );
  });
}

/** Every address in the browser's caches, except the build's own files. */
function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      if (name.startsWith("keepsake-public")) continue;
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    }
    return paths.sort();
  });
}

/** Everything a browser stores for a site that could reveal something about someone. */
function cachedPrivately(page: Page): Promise<unknown> {
  return page.evaluate(async () => ({
    caches: (await caches.keys()).filter((name) => !name.startsWith("keepsake-public")),
    databases: ((await indexedDB.databases?.()) ?? []).map(({ name }) => name),
    localStorage: Object.keys(localStorage),
    sessionStorage: Object.keys(sessionStorage),
  }));
}

const nothing = { caches: [], databases: [], localStorage: [], sessionStorage: [] };

const shownPictures = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("img")
    .evaluateAll((images) => images.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);

async function leave(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login/);
}

/** Someone who has seen a month with photos, with the service worker in control. */
async function seenMonth(page: Page): Promise<void> {
  await signUpFamily(page.request);
  await uploadPhotos(page.request, { count: 3, year: 2024, month: 7 });
  await page.goto("/");
  await controlled(page);
  await page.goto("/media/2024/7");
  await expect.poll(() => shownPictures(page)).toBe(3);
  await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(["/", "/media/2024/7"]));
}

test("without a connection, home and the last month open, with their photos", async ({ page, context }) => {
  await seenMonth(page);
  const errors = collectErrors(page);
  await context.setOffline(true);

  await page.reload();
  await expect(page.getByRole("heading", { name: "July 2024" })).toBeVisible();
  await expect.poll(() => shownPictures(page)).toBe(3);

  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Recent Uploads" })).toBeVisible();
  await expect(page.getByRole("banner").getByText("The Okafors")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Your account/ })).toBeVisible();

  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await page.getByRole("link", { name: "July 2024" }).click();
  await expect(page.getByRole("heading", { name: "July 2024" })).toBeVisible();
  expect(errors.filter((error) => /Content.Security|hydrat|Minified React/i.test(error))).toEqual([]);

  await context.setOffline(false);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
});

test("while a proxy can't reach the album, as during an update, the last month still opens", async ({
  browser,
  baseURL,
}) => {
  const gateway = await startGateway(baseURL ?? "");
  const context = await browser.newContext({ baseURL: gateway.url, serviceWorkers: "allow" });
  const page = await context.newPage();
  await seenMonth(page);

  gateway.lose();
  await page.reload();
  await expect(page.getByRole("heading", { name: "July 2024" })).toBeVisible();
  await expect.poll(() => shownPictures(page)).toBe(3);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Keepsake isn't answering" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeHidden();

  // Without a press.
  gateway.find();
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  await context.close();
  gateway.close();
});

test("a month that was reached without loading a document opens again without a connection", async ({
  page,
  context,
}) => {
  await signUpFamily(page.request);
  await uploadPhotos(page.request, { count: 2, year: 2024, month: 7 });
  await page.goto("/");
  await controlled(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: /July 2024/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "July 2024" })).toBeVisible();
  await expect.poll(() => cachedPaths(page)).toContain("/media/2024/7");
  await expect.poll(() => shownPictures(page)).toBe(2);
  await context.setOffline(true);
  await page.reload();
  await expect.poll(() => shownPictures(page)).toBe(2);
});

test("after a sign-out nothing private is left, and neither Back nor a reload shows anything", async ({
  page,
  context,
}) => {
  await seenMonth(page);
  await leave(page);
  expect(await cachedPrivately(page)).toEqual(nothing);

  // The sign-out removes the worker too; the sign-in page brings it back, empty.
  await controlled(page);
  expect(await cachedPrivately(page)).toEqual(nothing);
  await context.setOffline(true);
  for (const path of ["/media/2024/7", "/"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
    await expect(page.getByText("What you can still see")).toBeHidden();
    await expect(page.getByText("The Okafors")).toHaveCount(0);
  }
  await page.goBack();
  await expect(page.getByText("The Okafors")).toHaveCount(0);
  await expect(page.getByRole("img", { name: /photo/i })).toHaveCount(0);
  // The page comes back with the connection, without a press.
  await context.setOffline(false);
  await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
  expect(await cachedPrivately(page)).toEqual(nothing);
});

test("a sign-out without a connection leaves nothing to see either", async ({ page, context }) => {
  await seenMonth(page);
  const account = page.getByRole("button", { name: /^Your account/ });
  const logOut = page.getByRole("button", { name: "Log out" });
  await context.setOffline(true);
  // The menu hasn't been opened yet, so it can't be fetched now.
  await account.click();
  await expect(page.getByText("This could not be loaded", { exact: true })).toBeVisible();
  await context.setOffline(false);
  await account.click();
  await expect(logOut).toBeVisible();
  await page.keyboard.press("Escape");

  await context.setOffline(true);
  await account.click();
  await logOut.click();
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  expect(await cachedPaths(page)).toEqual([]);
  await page.goto("/media/2024/7");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
});

test("signing out in one tab clears the other", async ({ page, context }) => {
  await seenMonth(page);
  const other = await context.newPage();
  await other.goto("/media/2024/7");
  await expect.poll(() => shownPictures(other)).toBe(3);
  await leave(page);
  await expect(other).toHaveURL(/\/login/);
  expect(await cachedPrivately(other)).toEqual(nothing);
});

test("a session that was ended elsewhere takes its cached pages with it", async ({ page, context }) => {
  await seenMonth(page);
  await context.clearCookies();
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
  await expect.poll(() => cachedPaths(page)).toEqual([]);
});

test("the next person to sign in sees nothing of the previous one", async ({ page, context }) => {
  await seenMonth(page);
  await context.clearCookies();
  await signUpFamily(page.request);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Upload your first photo" })).toBeVisible();
  // Their pages are cached only once the previous person's are gone; until then, that person's home is still there.
  const isSomeonesOwn = (path: string) => path === "/" || path.startsWith("/media/") || /images/.test(path);
  await expect.poll(async () => (await cachedPaths(page)).filter(isSomeonesOwn)).toEqual(["/"]);
  await context.setOffline(true);
  await page.goto("/media/2024/7");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
});

test("a newer worker waits until someone asks for it", async ({ page }) => {
  await signUpFamily(page.request);
  await page.goto("/");
  await controlled(page);
  const inCharge = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  const isSamePage = () => page.evaluate(() => "isSamePage" in window);
  await page.evaluate(() => void Object.assign(window, { isSamePage: true }));
  // To the browser, another address is another version.
  await page.evaluate(async () => void (await navigator.serviceWorker.register("/sw.js?newer")));
  const bar = page.getByRole("status").filter({ hasText: "A new version of Keepsake is ready." });
  await expect(bar).toBeVisible();
  expect([await inCharge(), await isSamePage()]).toEqual([expect.stringMatching(/\/sw\.js$/), true]);
  const loaded = page.waitForEvent("load");
  await bar.getByRole("button", { name: "Reload" }).click();
  await loaded;
  expect(await isSamePage()).toBe(false);
  expect(await inCharge()).toMatch(/\/sw\.js\?newer$/);
});
