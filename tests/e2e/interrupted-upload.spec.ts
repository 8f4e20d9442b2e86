import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { clip } from "./support/files";
import { test } from "./support/test";

async function startClip(page: Page, file: string) {
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Upload" }).click();
  await page.getByLabel("Files to upload").setInputFiles(file);
  await page.getByRole("button", { name: "Upload 1 file" }).click();
}

const calls = "**/chunked-upload/chunk?*";

/** The first chunk of each call that was answered, as they come. */
function answeredCalls(page: Page): number[] {
  const answered: number[] = [];
  page.on("response", (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (!pathname.endsWith("/chunked-upload/chunk") || !response.ok()) return;
    answered.push(Number(searchParams.get("chunkIndex")));
  });
  return answered;
}

const isDone = (page: Page) =>
  expect(page.getByRole("listitem").filter({ hasText: "Upload complete" })).toBeVisible({ timeout: 60_000 });

/** A clip of 36 MB goes in five calls of 8 MB, three at once. */
const megabytes = 36;

test("a lost network in the middle of a clip goes on where it stopped", async ({ page, context }, info) => {
  test.setTimeout(120_000);
  await signUpFamily(page.request);
  const file = clip(info.outputDir, megabytes);
  const answered = answeredCalls(page);
  let seen = 0;
  await page.route(calls, async (route) => {
    seen += 1;
    if (seen === 4) {
      await context.setOffline(true);
      setTimeout(() => void context.setOffline(false), 3000);
    }
    await route.continue().catch(() => undefined);
  });
  await startClip(page, file);
  await isDone(page);
  // Had it begun again, what was answered before the break would have been sent twice.
  expect(new Set(answered).size).toBe(answered.length);
  expect(seen).toBeGreaterThan(4);
});

test("a reload in the middle of a clip offers to go on, and goes on", async ({ page }, info) => {
  test.setTimeout(120_000);
  await signUpFamily(page.request);
  const file = clip(info.outputDir, megabytes);
  const answered = answeredCalls(page);
  let sent = 0;
  let isHeld = true;
  await page.route(calls, async (route) => {
    // The third call never leaves: that is where the page is reloaded.
    if (isHeld && sent >= 2) return;
    sent += 1;
    await route.continue();
  });
  await startClip(page, file);
  await expect.poll(() => answered.length).toBe(2);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  isHeld = false;
  await page.getByRole("banner").getByRole("button", { name: "Upload" }).click();
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await isDone(page);
  expect(new Set(answered).size).toBe(answered.length);
  const latest = (await (await page.request.get("/api/media/latest")).json()) as { id: string }[];
  const original = await page.request.get(`/api/media/${latest[0]?.id}/download`);
  expect((await original.body()).equals(readFileSync(file))).toBe(true);
});
