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

/** Lets `count` chunks through and calls `then` once. */
async function afterChunks(page: Page, count: number, then: () => Promise<void>) {
  let seen = 0;
  await page.route("**/chunked-upload/chunk", async (route) => {
    seen += 1;
    if (seen === count) await then();
    await route.continue().catch(() => undefined);
  });
  return () => seen;
}

test("a lost network in the middle of a clip goes on where it stopped", async ({ page, context }, info) => {
  test.setTimeout(120_000);
  await signUpFamily(page.request);
  const file = clip(info.outputDir, 14);
  let lost: Promise<void> | undefined;
  const sent = await afterChunks(page, 5, async () => {
    lost = context.setOffline(true);
    await lost;
    setTimeout(() => void context.setOffline(false), 3000);
  });
  await startClip(page, file);
  await expect(page.getByRole("listitem").filter({ hasText: "Upload complete" })).toBeVisible({
    timeout: 60_000,
  });
  // Had it begun again, every chunk before the break would have been sent twice.
  expect(sent()).toBeLessThan(14 + 6);
});

test("a reload in the middle of a clip offers to go on, and goes on", async ({ page }, info) => {
  test.setTimeout(120_000);
  await signUpFamily(page.request);
  const file = clip(info.outputDir, 14);
  let sent = 0;
  let isHeld = true;
  await page.route("**/chunked-upload/chunk", async (route) => {
    // The sixth chunk never leaves: that is where the page is reloaded.
    if (isHeld && sent >= 5) return;
    sent += 1;
    await route.continue();
  });
  await startClip(page, file);
  await expect.poll(() => sent).toBe(5);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  isHeld = false;
  await page.getByRole("banner").getByRole("button", { name: "Upload" }).click();
  await page.getByRole("button", { name: /^Continue with/ }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Upload complete" })).toBeVisible({
    timeout: 60_000,
  });
  expect(sent).toBeLessThan(17);
});
