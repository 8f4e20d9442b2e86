import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { unzip } from "@/tests/support/zip-files";
import { joinFamilyOf, signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
const tiles = (page: Page) => page.getByRole("main").locator("[data-tile-link]");
const toast = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

/** Presses a button in the bar, or in its menu if there is little room. */
async function act(page: Page, name: string) {
  await expect(bar(page).getByRole("toolbar")).toBeVisible();
  const button = bar(page).getByRole("button", { name, exact: true });
  if (await button.isVisible()) return button.click();
  await bar(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name }).click();
}

/** A finger that rests on one tile and then moves to another. */
async function longPressAndSweep(page: Page, from: number, to: number) {
  const tools = await page.context().newCDPSession(page);
  const middle = async (index: number) => {
    const box = await tiles(page).nth(index).boundingBox();
    if (!box) throw new Error(`There is no tile ${index}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  await tools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
  await expect(bar(page)).toBeVisible();
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const point = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
    await tools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  }
  await tools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

async function makeMonth(page: Page, count = 5): Promise<string[]> {
  await signUpFamily(page.request);
  const ids = await uploadPhotos(page.request, { count, year: 2024, month: 3 });
  await page.goto("/media/2024/3");
  await expect(tiles(page)).toHaveCount(count);
  return ids;
}

test("by mouse: the mark, Shift and dragging select; Escape ends; nothing on the page moves", async ({
  page,
}) => {
  await makeMonth(page);
  const place = await tiles(page).nth(0).boundingBox();
  await tiles(page).nth(1).hover();
  await page
    .getByRole("button", { name: /^Select A photo/ })
    .nth(1)
    .click();
  await expect(bar(page)).toContainText("1 selected");
  await tiles(page)
    .nth(3)
    .click({ modifiers: ["Shift"] });
  await expect(bar(page)).toContainText("3 selected");
  await tiles(page).nth(0).click();
  await expect(bar(page)).toContainText("4 selected");
  await expect(page).toHaveURL(/\/media\/2024\/3$/);
  expect(await tiles(page).nth(0).boundingBox()).toEqual(place);
  await page.keyboard.press("Escape");
  await expect(bar(page)).toBeHidden();

  const [from, to] = [await tiles(page).nth(0).boundingBox(), await tiles(page).nth(2).boundingBox()];
  if (!from || !to) throw new Error("The tiles are not there");
  await page.mouse.move(from.x + 30, from.y + 80);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 80, { steps: 8 });
  await page.mouse.up();
  await expect(bar(page)).toContainText("3 selected");
  await expect(page).toHaveURL(/\/media\/2024\/3$/);
});

test("by finger: a tap opens, a long press selects and sweeps, a tap then selects @phone", async ({
  page,
}) => {
  await makeMonth(page);
  await tiles(page).nth(0).tap();
  await expect(page).toHaveURL(/\/view-image\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/media\/2024\/3$/);
  await longPressAndSweep(page, 0, 2);
  await expect(bar(page)).toContainText("3 selected");
  await tiles(page).nth(3).tap();
  await expect(bar(page)).toContainText("4 selected");
  await tiles(page).nth(3).tap();
  await expect(bar(page)).toContainText("3 selected");
  await expect(page).toHaveURL(/\/media\/2024\/3$/);
  // The bar covers neither the navigation nor, at the end of the page, the last row.
  const [above, below] = await Promise.all([
    bar(page).boundingBox(),
    page.getByRole("navigation", { name: "Main" }).boundingBox(),
  ]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const last = await tiles(page).last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(above?.y ?? 0);
});

test("selected items are deleted, restored, added to favourites, moved and described @both", async ({
  page,
}) => {
  await makeMonth(page);
  const begin = () => page.getByRole("button", { name: "Select photos and videos" });
  // How the keyboard begins: with the button before the list.
  await begin().focus();
  await page.keyboard.press("Enter");
  await tiles(page).nth(0).click();
  await tiles(page).nth(1).click();

  await test.step("delete, and Undo", async () => {
    await act(page, "Delete");
    await page
      .getByRole("alertdialog", { name: "Delete 2 items?" })
      .getByRole("button", { name: "Delete" })
      .click();
    await expect(tiles(page)).toHaveCount(3);
    await toast(page, "2 items deleted").getByRole("button", { name: "Undo" }).click();
    await expect(tiles(page)).toHaveCount(5);
    await expect(toast(page, "2 items restored")).toBeVisible();
  });

  await test.step("favourites", async () => {
    await begin().focus();
    await page.keyboard.press("Enter");
    await bar(page).getByRole("button", { name: "Select all" }).click();
    await expect(bar(page)).toContainText("5 selected");
    await act(page, "Favourite");
    await expect(toast(page, "5 items added to your favourites")).toBeVisible();
    await page.goto("/favorites");
    await expect(tiles(page)).toHaveCount(5);
  });

  await test.step("describe and move", async () => {
    await page.goto("/media/2024/3");
    await tiles(page).nth(0).focus();
    await page.keyboard.press("Space");
    await act(page, "Edit");
    const edit = page.getByRole("dialog", { name: "Edit 1 item" });
    await edit.getByLabel("Hashtags to add").fill("#chosen");
    await edit.getByRole("button", { name: "Save" }).click();
    await expect(toast(page, "1 item changed")).toBeVisible();
    await expect(page.getByRole("link", { name: /#chosen/ })).toHaveCount(1);
    await page.getByRole("link", { name: /#chosen/ }).focus();
    await page.keyboard.press("Space");
    await act(page, "Move");
    const move = page.getByRole("dialog", { name: "Move 1 item" });
    await move.getByLabel("Month").selectOption("May");
    await move.getByRole("button", { name: "Move" }).click();
    await expect(toast(page, "1 item moved to May 2024")).toBeVisible();
    await expect(tiles(page)).toHaveCount(4);
    await page.goto("/media/2024/5");
    await expect(tiles(page)).toHaveCount(1);
  });
});

test("a member's deletion leaves others' items selected, and says so", async ({ page, browser }) => {
  await makeMonth(page, 2);
  const theirs = await browser.newContext();
  await joinFamilyOf(page.request, theirs.request);
  await uploadPhotos(theirs.request, { count: 3, year: 2024, month: 3 });
  const member = await theirs.newPage();
  await member.goto("/media/2024/3");
  await tiles(member).nth(0).focus();
  await member.keyboard.press("Space");
  await member.keyboard.press("Control+a");
  await act(member, "Delete");
  await member.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(member.getByRole("listitem").filter({ hasText: "deleted" })).toContainText(/ of \d+ belong/);
  await expect(bar(member)).toContainText("2 selected");
  await theirs.close();
});

test("a selection and a whole month are downloaded as one ZIP", async ({ page }) => {
  await makeMonth(page, 3);
  await tiles(page).nth(0).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Control+a");
  const [some] = await Promise.all([page.waitForEvent("download"), act(page, "Download")]);
  expect(some.suggestedFilename()).toMatch(/\.zip$/);
  await page.keyboard.press("Escape");
  const [month] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Download March 2024/ }).click(),
  ]);
  const files = [...(await unzip(await readFile(await month.path()))).keys()];
  expect(files.filter((name) => /\.jpe?g$/i.test(name))).toHaveLength(3);
});
