import { readFileSync } from "node:fs";
import { expect, type Page, type Route } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { clip } from "./support/files";
import { test } from "./support/test";

async function startClip(page: Page, file: string) {
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Upload" }).click();
  await page.getByLabel("Files to upload").setInputFiles(file);
  await page.getByRole("button", { name: "Upload 1 file" }).click();
}

const isChunk = (address: string) => new URL(address).pathname.endsWith("/chunked-upload/chunk");

/**
 * A connection so slow that the clip would take 15 seconds: when one call is answered, the next is still being sent.
 * Once restored, it is fast.
 */
async function slowLine(page: Page) {
  const tools = await page.context().newCDPSession(page);
  const set = (offline: boolean, uploadThroughput: number) =>
    tools.send("Network.emulateNetworkConditions", {
      ...{ latency: 0, downloadThroughput: -1, offline, uploadThroughput },
    });
  await set(false, 2.5 * 1_048_576);
  return { cut: () => set(true, -1), mend: () => set(false, -1) };
}

/** Only this many of a clip's calls are under way at a time (lib/album/uploads/client). */
const callsAtOnce = 3;

/**
 * Lets a clip's first calls through and holds back the others until `release`, so that the clip can't be complete
 * before the connection breaks, however late that is on a busy machine.
 */
async function holdLastCalls(page: Page) {
  const held: Route[] = [];
  let calls = 0;
  let isHolding = true;
  await page.route(
    (url) => isChunk(url.href),
    async (route) => {
      calls += 1;
      if (isHolding && calls > callsAtOnce) held.push(route);
      else await route.continue();
    },
  );
  return {
    calls: () => calls,
    release: async () => {
      isHolding = false;
      // A page that was left has aborted them itself.
      await Promise.all(held.splice(0).map((route) => route.abort("internetdisconnected").catch(() => {})));
    },
  };
}

/** The first chunk of each call that was answered, in order. */
function answeredCalls(page: Page): number[] {
  const answered: number[] = [];
  page.on("response", (response) => {
    if (!isChunk(response.url()) || !response.ok()) return;
    answered.push(Number(new URL(response.url()).searchParams.get("chunkIndex")));
  });
  return answered;
}

const isDone = (page: Page) =>
  expect(page.getByRole("listitem").filter({ hasText: "Upload complete" })).toBeVisible();

/** A clip of 36 MB is sent in five calls of 8 MB, three at once. */
const megabytes = 36;

test("an upload interrupted by a lost network continues where it stopped", async ({ page }, info) => {
  await signUpFamily(page.request);
  const file = clip(info.outputDir, megabytes);
  const line = await slowLine(page);
  const answered = answeredCalls(page);
  const last = await holdLastCalls(page);
  await startClip(page, file);
  await expect.poll(() => answered.length, { intervals: [20] }).toBeGreaterThan(0);
  await expect.poll(last.calls).toBeGreaterThan(callsAtOnce);
  await line.cut();
  await last.release();
  await page.waitForTimeout(3_000);
  await line.mend();
  await isDone(page);
  // If it had started over, what was answered before the break would have been sent twice.
  expect(new Set(answered).size).toBe(answered.length);
  // Calls that were under way were sent again.
  expect(last.calls()).toBeGreaterThan(5);
});

test("a reload in the middle of a clip offers to continue the upload, and does", async ({ page }, info) => {
  await signUpFamily(page.request);
  const file = clip(info.outputDir, megabytes);
  const line = await slowLine(page);
  const answered = answeredCalls(page);
  const last = await holdLastCalls(page);
  await startClip(page, file);
  await expect.poll(() => answered.length, { intervals: [20] }).toBeGreaterThan(0);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await last.release();
  await line.mend();
  await page.getByRole("banner").getByRole("button", { name: "Upload" }).click();
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await isDone(page);
  expect(new Set(answered).size).toBe(answered.length);
  const latest = (await (await page.request.get("/api/media/latest")).json()) as { id: string }[];
  const original = await page.request.get(`/api/media/${latest[0]?.id}/download`);
  expect((await original.body()).equals(readFileSync(file))).toBe(true);
});
