import { expect, type Page } from "@playwright/test";
import { brokenRules } from "./support/accessible";
import { collectErrors, joinFamilyOf, signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const viewer = (page: Page) => page.getByRole("dialog").first();
/** The aspect ratio of what the viewer shows. */
const shape = (page: Page) =>
  viewer(page)
    .locator("img[src*='/medium/']")
    .last()
    .evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalWidth / naturalHeight);

async function openEditor(page: Page) {
  await viewer(page).getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Rotate, crop and adjust light" }).click();
  const editor = page.getByRole("dialog", { name: "Edit photo" });
  await expect(editor.getByRole("group", { name: "Crop", exact: true })).toBeVisible();
  return editor;
}

test("another member sees a photo rotated and cropped, until it is reverted @both", async ({
  page,
  browser,
}) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  const other = await browser.newContext();
  await joinFamilyOf(page.request, other.request);
  const [id = ""] = await uploadPhotos(page.request, { count: 1, year: 2024, month: 5 });
  // Closed afterwards, because Chromium sends no mouse moves to a page behind another one.
  const othersSee = async (ratio: number) => {
    const theirs = await other.newPage();
    await theirs.goto(`/view-image/${id}`);
    await expect.poll(() => shape(theirs)).toBeCloseTo(ratio, 1);
    await theirs.close();
  };
  await othersSee(4 / 3);
  await page.goto(`/view-image/${id}`);
  await expect.poll(() => shape(page)).toBeCloseTo(4 / 3, 1);

  const editor = await openEditor(page);
  expect(await brokenRules(page)).toEqual([]);
  await editor.getByRole("button", { name: "Rotate right" }).click();
  await expect(editor.getByRole("status")).toHaveText("Turned to the right.");
  const corner = editor.getByRole("button", { name: "Corner, bottom right" });
  await corner.focus();
  for (let times = 0; times < 5; times++) await page.keyboard.press("Shift+ArrowUp");
  await expect(editor.getByRole("status")).toContainText("100% of the width and 50% of the height");
  // Waits until the corner is drawn where it belongs; a bounding box alone can be from a frame earlier.
  await corner.hover();
  const box = await corner.boundingBox();
  const photo = await editor.getByRole("button", { name: "Cropped part" }).boundingBox();
  if (!box || !photo) throw new Error("There is no crop");
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await page.mouse.down();
  await page.mouse.move(box.x + 22 - photo.width / 2, box.y + 22, { steps: 4 });
  await page.mouse.up();
  await expect(editor.getByRole("status")).toContainText(/(49|50|51)% of the width and 50% of the height/);
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toBeHidden();
  // Half of both sides of a rotated photo: 3 by 4.
  await expect.poll(() => shape(page)).toBeCloseTo(3 / 4, 1);
  await othersSee(3 / 4);

  const again = await openEditor(page);
  await again.getByRole("button", { name: "Revert to original" }).click();
  await expect(again.getByRole("status")).toHaveText("The original.");
  await again.getByRole("button", { name: "Save" }).click();
  await expect(again).toBeHidden();
  await expect.poll(() => shape(page)).toBeCloseTo(4 / 3, 1);
  await othersSee(4 / 3);
  expect(errors).toEqual([]);
  await other.close();
});

test("changes are discarded only after a confirmation", async ({ page }) => {
  await signUpFamily(page.request);
  const [id = ""] = await uploadPhotos(page.request, { count: 1, year: 2024, month: 5 });
  await page.goto(`/view-image/${id}`);
  const editor = await openEditor(page);
  await editor.getByRole("button", { name: "Mirror" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(editor.getByRole("status")).toHaveText("Mirrored.");
  await editor.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("button", { name: "Rotate, crop and adjust light" })).toBeVisible();
});
