import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { liveClips, livePhoto } from "../support/live-photos";
import { collectErrors, signUpFamily } from "./support/family";
import type { ChosenFile } from "./support/files";
import { test } from "./support/test";
import { hearToasts } from "./support/toasts";

const tiles = (page: Page) => page.locator("[data-media-id]");

/** Three Live Photos, as an iPhone hands them over: six files. */
async function livePhotos(): Promise<ChosenFile[]> {
  const clips = await liveClips();
  const files: ChosenFile[] = [];
  for (const number of [1, 2, 3]) {
    const identifier = randomUUID();
    const takenAt = `2024-07-03 14:05:1${number}`;
    const photo = await livePhoto({ identifier, takenAt });
    const clip = await clips.make({ identifier, takenAt });
    files.push({ name: `IMG_${number}.JPG`, mimeType: "image/jpeg", buffer: photo });
    files.push({ name: `IMG_${number}.MOV`, mimeType: "video/quicktime", buffer: clip });
  }
  await clips.remove();
  return files;
}

test("Live Photos are uploaded as pairs of files, are one tile each, and play @phone", async ({ page }) => {
  // Reads six files and encodes three clips, on a machine that may be busy.
  test.slow();
  const errors = collectErrors(page);
  const heardToast = await hearToasts(page);
  await signUpFamily(page.request);
  await page.goto("/");
  const bottomBar = page.getByRole("navigation", { name: "Main" });
  const bar = (await bottomBar.isVisible()) ? bottomBar : page.getByRole("banner");
  await bar.getByRole("button", { name: "Upload" }).click();
  await page.getByLabel("Files to upload").setInputFiles(await livePhotos());
  await page.getByRole("dialog").getByRole("button", { name: "Upload 6 files" }).click();
  await heardToast("Successfully uploaded 6 of 6 files");

  const album = async () => {
    const month = await (await page.request.get("/api/media/month/2024/7")).json();
    const months = await (await page.request.get("/api/media/timeline?feed=everything")).json();
    const playable = (month.items as { playable: string }[]).map((item) => item.playable);
    const counts = (months as { itemCount: number }[]).map(({ itemCount }) => itemCount);
    return { playable, counts };
  };
  await expect.poll(album, { timeout: 0 }).toEqual({ playable: ["ready", "ready", "ready"], counts: [3] });
  await page.goto("/media/2024/7");
  await expect(tiles(page)).toHaveCount(3);
  await expect(tiles(page).locator("img").first()).toBeVisible();
  await tiles(page).first().getByRole("link").click();
  const viewer = page.getByRole("dialog");
  // A mouse resting on the photo would already play it.
  await page.mouse.move(0, 0);
  await viewer.getByRole("button", { name: "Play the moment" }).click();
  const moment = viewer.getByLabel("The moment", { exact: true });
  await expect
    .poll(() => moment.evaluate((video) => (video as HTMLVideoElement).currentTime))
    .toBeGreaterThan(0);
  // When the clip ends, the photo is shown again.
  await expect(moment).toHaveCount(0);
  await viewer.getByRole("button", { name: "Download" }).click();
  const clip = page.getByRole("menuitem", { name: "Download the clip" });
  const download = page.waitForEvent("download");
  await clip.click();
  expect((await download).suggestedFilename()).toMatch(/^IMG_[123]\.MOV$/);
  expect(errors).toEqual([]);
});
