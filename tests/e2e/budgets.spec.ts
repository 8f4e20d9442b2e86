import { type CDPSession, expect, type Page, type Response } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { type SlowLine, startSlowLine } from "./support/slow-line";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const maxShift = 0.02;
const maxScriptBytes = 159 * 1024;
/** As in the browser's own tools. */
const slow3g = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Adds up layout shifts that no user action caused. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { total: 0, moved: [] as string[] };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, value, sources } = entry as PerformanceEntry & {
          hadRecentInput: boolean;
          value: number;
          sources?: { node: Node | null }[];
        };
        if (hadRecentInput) continue;
        seen.total += value;
        for (const { node } of sources ?? []) {
          if (node instanceof Element) seen.moved.push(node.outerHTML.slice(0, 120));
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const readShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { total: number; moved: string[] } }).shifts);

const slowTest = test.extend<{ line: SlowLine }>({
  line: async ({ baseURL }, use) => {
    if (!baseURL) throw new Error("The tests' server has no address");
    const line = await startSlowLine(baseURL);
    await use(line);
    await line.stop();
  },
});

const calmPages = [
  "/",
  "/media/2024/7",
  "/recent-uploads",
  "/all-photos",
  "/favorites",
  "/search?q=photo",
  "/people",
  "/settings",
];

async function jumpsOf(page: Page, addresses: readonly string[], load = loadAtOnce(page)): Promise<string[]> {
  const jumps: string[] = [];
  for (const address of addresses) {
    await load(address);
    const { total, moved } = await readShifts(page);
    if (total > maxShift) jumps.push(`${address}: ${total.toFixed(4)} by ${moved.join(" | ")}`);
  }
  return jumps;
}

/** Fails on an error page, which might not jump either. */
const expectLoaded = (response: Response | null) =>
  expect([response?.url(), response?.status()]).toEqual([response?.url(), 200]);

const loadAtOnce = (page: Page) => async (address: string) => {
  expectLoaded(await page.goto(address));
  await page.waitForLoadState("networkidle");
};

/** After two frames, everything that has arrived is drawn. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

const isScript = (path: string) => /\.js(\?|$)/.test(path);
const isFont = (path: string) => path.includes(".woff2");
const isCall = (path: string) => path.startsWith("/api/") && !/^\/api\/(images|video)\//.test(path);

/** Sends the page in pieces, each drawn before the next is sent, and the scripts once all of it is there. */
async function loadInPieces(line: SlowLine, page: Page, address: string): Promise<void> {
  const release = line.hold(isScript);
  const pieces = line.cutNextPage();
  // The previous page may still be changing its own address.
  const begun = page.waitForEvent("framenavigated", (frame) => frame.url() === address);
  const going = page.goto(address, { waitUntil: "commit" });
  await pieces.sendNext();
  await begun;
  while (await pieces.sendNext()) await painted(page);
  await painted(page);
  release();
  expectLoaded(await going);
  await page.waitForLoadState("networkidle");
}

/** Holds back fonts and the answers to the page's calls until the page has been drawn. */
async function loadWithLateAnswers(line: SlowLine, page: Page, address: string): Promise<void> {
  const release = line.hold((path) => isFont(path) || isCall(path));
  expectLoaded(await page.goto(address, { waitUntil: "commit" }));
  await painted(page);
  release();
  await page.waitForLoadState("networkidle");
}

/** Fetches everything at every load, because what is cached can't be late. */
async function withoutCache(page: Page): Promise<CDPSession> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Network.setCacheDisabled", { cacheDisabled: true });
  return tools;
}

/** An album with something of everything that home shows. */
async function makeAlbum({ request }: Page): Promise<void> {
  await signUpFamily(request);
  await uploadPhotos(request, { count: 6, year: 2024, month: 7 });
  const notice = await request.post("/api/notices", {
    data: { title: "Sunday lunch", message: "At Nana's, one o'clock. Bring the pie." },
  });
  expect(notice.status()).toBe(201);
}

test("no page jumps while it loads @phone", async ({ page }) => {
  await makeAlbum(page);
  await watchShifts(page);
  expect(await jumpsOf(page, calmPages)).toEqual([]);
});

slowTest(
  "no page jumps when it arrives in pieces and its scripts come last @both",
  async ({ page, line }) => {
    await makeAlbum(page);
    await withoutCache(page);
    await watchShifts(page);
    const addresses = calmPages.map((path) => line.origin + path);
    expect(await jumpsOf(page, addresses, (address) => loadInPieces(line, page, address))).toEqual([]);
  },
);

slowTest("no page jumps when its fonts and answers come last @both", async ({ page, line }) => {
  await makeAlbum(page);
  await withoutCache(page);
  await watchShifts(page);
  const addresses = calmPages.map((path) => line.origin + path);
  expect(await jumpsOf(page, addresses, (address) => loadWithLateAnswers(line, page, address))).toEqual([]);
});

slowTest(
  "in a window whose width the user agent doesn't reveal, pages don't jump from the second one on",
  async ({ page, line }) => {
    await makeAlbum(page);
    await page.setViewportSize({ width: 600, height: 900 });
    await withoutCache(page);
    await watchShifts(page);
    const [month, recent] = [`${line.origin}/media/2024/7`, `${line.origin}/recent-uploads`];
    // The guess is drawn before the script that corrects it arrives, however fast this machine is.
    const load = (address: string) => loadInPieces(line, page, address);
    await load(month);
    // A slow machine runs the script only after the line has been idle for a while.
    await expect.poll(async () => (await readShifts(page)).total).toBeGreaterThan(maxShift);
    expect(await jumpsOf(page, [month, recent], load)).toEqual([]);
  },
);

test("home, month, viewer and upload don't jump on a phone with a slow line and a slow processor @phone", async ({
  page,
  browser,
}) => {
  await makeAlbum(page);
  const [photo = ""] = await uploadPhotos(page.request, { count: 1, year: 2024, month: 7 });
  const storageState = await page.context().storageState();
  const waiting = { timeout: 120_000 };

  async function shiftsOf(address: string, then?: (page: Page) => Promise<void>): Promise<string[]> {
    // All at once, each with its own connection and CPU: they mostly wait.
    const context = await browser.newContext({ storageState });
    const page = await context.newPage();
    const tools = await withoutCache(page);
    await tools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await tools.send("Network.emulateNetworkConditions", slow3g);
    await watchShifts(page);
    expectLoaded(await page.goto(address, waiting));
    await page.waitForLoadState("networkidle", waiting);
    await then?.(page);
    const { total, moved } = await readShifts(page);
    await context.close();
    return total > maxShift ? [`${address}: ${total.toFixed(4)} by ${moved.join(" | ")}`] : [];
  }

  const upload = async (page: Page) => {
    await page.getByRole("button", { name: "Upload", exact: true }).click(waiting);
    await expect(page.getByRole("dialog")).toBeVisible(waiting);
    await page.waitForLoadState("networkidle", waiting);
  };
  const jumps = await Promise.all([
    shiftsOf("/"),
    shiftsOf("/media/2024/7"),
    shiftsOf(`/view-image/${photo}`),
    shiftsOf("/recent-uploads", upload),
  ]);
  expect(jumps.flat()).toEqual([]);
});

test("home's JavaScript is within its budget", async ({ page }) => {
  // The code that preloads photos loads after 1.5 s: on a slow machine, before everything else has.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const soon = (run: TimerHandler, ms = 0, ...given: unknown[]) =>
      ms < 1000 ? setTimeout(run, ms, ...given) : 0;
    Object.assign(window, { setTimeout: soon });
  });
  await signUpFamily(page.request);
  await uploadPhotos(page.request, { count: 6, year: 2024, month: 7 });
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    // As sent, compressed when the pages were built, so the same for every run of one build.
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(sizes.length).toBeGreaterThan(3);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(maxScriptBytes);
});
