import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type APIRequestContext, devices, expect, type Page, request as requests } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { test } from "./support/test";

test.describe.configure({ mode: "serial" });

const lengthSeconds = 150;
let film: Buffer;
let id: string;
let person: Awaited<ReturnType<APIRequestContext["storageState"]>>;

/** Moving and grainy, so that it takes as many bytes as a real film; a few frames a second are enough. */
function makeFilm(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-long-"));
  const file = path.join(folder, "film.mp4");
  const picture = `testsrc2=s=640x480:r=6:d=${lengthSeconds},noise=alls=30:allf=t`;
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", `sine=d=${lengthSeconds}`];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  const rate = ["-b:v", "800k", "-maxrate", "800k", "-bufsize", "1600k"];
  execFileSync("ffmpeg", ["-v", "error", ...inputs, ...codecs, ...rate, file]);
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

interface Renditions {
  playable: string;
  playableSmall: string;
}

test.beforeAll(async ({ baseURL }) => {
  film ??= makeFilm();
  const api = await requests.newContext({ baseURL: baseURL ?? "" });
  await signUpFamily(api);
  const answer = await api.post("/api/media", {
    multipart: {
      ...{
        fileName: "film.mp4",
        fileType: "video/mp4",
        year: "2024",
        month: "7",
        description: "The wedding",
      },
      fileData: { name: "film.mp4", mimeType: "video/mp4", buffer: film },
    },
  });
  expect(answer.status()).toBe(201);
  ({ id } = (await answer.json()) as { id: string });
  await expect
    .poll(
      async () => {
        const { playable, playableSmall } = (await (await api.get(`/api/media/${id}`)).json()) as Renditions;
        return [playable, playableSmall];
      },
      // How long the renditions take depends on the machine, so only the test's own timeout ends the wait.
      { intervals: [1_000], timeout: 0 },
    )
    .toEqual(["ready", "ready"]);
  person = await api.storageState();
  await api.dispose();
});

const player = (page: Page) => page.locator("video");
const now = (page: Page) => player(page).evaluate((video: HTMLVideoElement) => video.currentTime);
const pointsInto = (page: Page, from: number) => expect.poll(() => now(page)).toBeGreaterThan(from);

/** The connection as the browser would report it. */
async function connect(page: Page, connection: object): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { configurable: true, value });
  }, connection);
}

/** Every part of the film that is requested: its quality, and the range that was sent. */
function watchStream(page: Page) {
  const parts: { quality: string | null; status: number; start: number; total: number }[] = [];
  page.on("response", (response) => {
    const url = new URL(response.url());
    if (!url.pathname.startsWith("/api/video/stream/")) return;
    const [, start = 0, total = 0] =
      /bytes (\d+)-\d+\/(\d+)/.exec(response.headers()["content-range"] ?? "")?.map(Number) ?? [];
    parts.push({ quality: url.searchParams.get("quality"), status: response.status(), start, total });
  });
  return parts;
}

async function openFilm(page: Page): Promise<void> {
  await page.context().addCookies(person.cookies);
  await page.goto(`/view-image/${id}`);
  await expect(player(page)).toBeVisible();
}

test("seeking works in a long film that hasn't loaded yet, and only the watched part is fetched", async ({
  page,
}) => {
  await connect(page, { effectiveType: "3g", downlink: 1.4 });
  const parts = watchStream(page);
  const tools = await page.context().newCDPSession(page);
  // Four times the film's bit rate: its middle isn't loaded yet when we seek there.
  const throughput = 250_000;
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 50, downloadThroughput: throughput, uploadThroughput: throughput },
  });
  await openFilm(page);
  await page.getByRole("button", { name: "Play the video" }).click();
  await pointsInto(page, 0.2);
  const middle = lengthSeconds / 2;
  const buffered = await player(page).evaluate((video: HTMLVideoElement) => ({
    end: video.buffered.end(video.buffered.length - 1),
    length: video.duration,
  }));
  expect(buffered.length).toBeGreaterThan(lengthSeconds - 5);
  expect(buffered.end).toBeLessThan(middle);
  await player(page).evaluate((video: HTMLVideoElement, at) => {
    video.currentTime = at;
  }, middle);
  await pointsInto(page, middle + 0.2);
  const last = parts.at(-1);
  expect(parts.map(({ quality }) => quality)).toEqual(parts.map(() => "360"));
  expect(last?.status).toBe(206);
  expect(last?.start).toBeGreaterThan((last?.total ?? 0) / 4);
  expect(last?.start).toBeLessThan((last?.total ?? 0) * 0.75);
});

/** Someone who has begun to watch the film on a fast connection, and seeks to its middle. */
async function watchFilm(page: Page) {
  await connect(page, { effectiveType: "4g", downlink: 10 });
  const parts = watchStream(page);
  await openFilm(page);
  await page.getByRole("button", { name: "Play the video" }).click();
  await pointsInto(page, 0.2);
  expect(new Set(parts.map(({ quality }) => quality))).toEqual(new Set(["720"]));
  await player(page).evaluate((video: HTMLVideoElement) => {
    video.currentTime = 60;
  });
  await pointsInto(page, 60.2);
  const menu = page.getByRole("button", { name: "Quality: Auto" });
  const { height = 0 } = (await menu.boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(44);
  return menu;
}

async function expectSmallerAndWhereItWas(page: Page): Promise<void> {
  await expect(page.getByRole("button", { name: "Quality: 360p" })).toBeVisible();
  await expect(player(page)).toHaveAttribute("src", /quality=360$/);
  await pointsInto(page, 60.4);
  expect(await now(page)).toBeLessThan(100);
  expect(await player(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(false);
}

test("a quality is chosen by keyboard or finger, and the film continues where it was", async ({
  page,
  browser,
  baseURL,
}) => {
  await test.step("by keyboard", async () => {
    const menu = await watchFilm(page);
    await menu.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitemradio", { name: "Auto" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitemradio", { name: "360p" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expectSmallerAndWhereItWas(page);
  });
  await test.step("by finger", async () => {
    // In this file rather than a phone project, because making the film takes longer than these tests.
    const { viewport, userAgent, deviceScaleFactor } = devices["Pixel 7"];
    const size = { viewport, userAgent, deviceScaleFactor, isMobile: true, hasTouch: true };
    const pocket = await browser.newContext({ ...size, baseURL: baseURL ?? "", serviceWorkers: "block" });
    const phone = await pocket.newPage();
    const menu = await watchFilm(phone);
    await menu.tap();
    await phone.getByRole("menuitemradio", { name: "360p" }).tap();
    await expectSmallerAndWhereItWas(phone);
    await pocket.close();
  });
});
