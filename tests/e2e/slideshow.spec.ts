import { expect, type Page } from "@playwright/test";
import { brokenRules } from "./support/accessible";
import { collectErrors, signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const slideshow = (page: Page) => page.getByRole("dialog", { name: "Slideshow" });
/** The address of the photo on top. */
const shown = (page: Page) => slideshow(page).locator("img").last().getAttribute("src");

async function openMonth(page: Page): Promise<string[]> {
  await signUpFamily(page.request);
  const ids = await uploadPhotos(page.request, { count: 3, year: 2024, month: 7 });
  await page.addInitScript(() => localStorage.setItem("slideshow", '{"seconds":3,"isShuffled":false}'));
  await page.goto("/media/2024/7");
  return ids;
}

test("a month plays as a slideshow and ends at the photo that was shown @both", async ({ page }) => {
  const errors = collectErrors(page);
  await openMonth(page);
  await page.getByRole("button", { name: "Slideshow" }).click();
  await expect(slideshow(page)).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  const first = await shown(page);
  await expect.poll(() => shown(page)).not.toBe(first);
  await page.keyboard.press("Space");
  await expect(slideshow(page).getByRole("button", { name: "Play" })).toBeAttached();
  const second = await shown(page);
  expect(await slideshow(page).locator("img").count()).toBeLessThanOrEqual(2);
  await slideshow(page).getByRole("button", { name: "End slideshow" }).click();
  await expect(slideshow(page)).toBeHidden();
  const viewer = page.getByRole("dialog");
  await expect(viewer.locator("img[src*='/medium/']").last()).toHaveAttribute("src", second ?? "");
  await viewer.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/media\/2024\/7$/);
  expect(errors).toEqual([]);
});

test("search results play, and are still there afterwards", async ({ page }) => {
  await openMonth(page);
  await page.goto("/search?q=July+2024");
  await page.getByRole("button", { name: "Slideshow" }).click();
  await expect(slideshow(page)).toBeVisible();
  await slideshow(page).getByRole("button", { name: "End slideshow" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/search\?q=July\+2024$/);
  await expect(page.getByRole("button", { name: "Slideshow" })).toBeVisible();
});
