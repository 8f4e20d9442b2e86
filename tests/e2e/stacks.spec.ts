import { expect } from "@playwright/test";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { collectErrors, signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

test("a stack is one tile, browsed in the viewer and taken apart @phone", async ({ page }) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  const ids = await uploadPhotos(page.request, { count: 4, year: 2024, month: 7 });
  const [top = "", second = "", third = ""] = ids;
  const made = await page.request.post("/api/media/stacks", { data: { mediaIds: [top, second, third] } });
  expect(made.status()).toBe(200);
  await page.goto("/media/2024/7");
  const tiles = page.locator("[data-media-id]");
  await expect(tiles).toHaveCount(2);
  const tile = page.locator(`[data-media-id="${top}"] a`);
  await expect(tile).toContainText("stack of 3 photos");
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);

  await tile.click();
  const viewer = page.getByRole("dialog");
  const strip = viewer.getByRole("region", { name: "Stack" });
  await expect(strip.getByRole("button", { name: / of 3: / })).toHaveCount(3);
  await strip.getByRole("button", { name: /^3 of 3: / }).click();
  await expect(viewer.locator(`img[src*="/medium/${third}"]`).last()).toBeVisible();
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);
  await strip.getByRole("button", { name: "Put on top" }).click();
  await expect(page.locator(`[data-media-id="${third}"]`)).toBeAttached();
  await page.goto(`/view-image/${second}`);
  await expect(viewer.locator(`img[src*="/medium/${second}"]`).last()).toBeVisible();
  await strip.getByRole("button", { name: "Unstack all" }).click();
  await expect(strip).toBeHidden();
  await page.goto("/media/2024/7");
  await expect(tiles).toHaveCount(4);
  expect(errors).toEqual([]);
});
