import { expect, type Locator, type Page } from "@playwright/test";
import { brokenInAnyLook } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { faultsOfLargeTextAtBothWidths, withLargeText } from "./support/large-text";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
const tiles = (page: Page) => page.getByRole("main").locator("[data-tile-link]");
const toast = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });
const arranged = (page: Page) =>
  page
    .getByRole("list", { name: "Photos in their order" })
    .locator("[data-arranged]")
    .evaluateAll((all) => all.map((tile) => tile.getAttribute("data-arranged")));

/** Presses a button in the bar, or in its menu if there is little room. */
async function act(page: Page, name: string) {
  await expect(bar(page).getByRole("toolbar")).toBeVisible();
  const button = bar(page).getByRole("button", { name, exact: true });
  if (await button.isVisible()) return button.click();
  await bar(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name }).click();
}

async function selectAll(page: Page) {
  await page.getByRole("button", { name: "Select photos and videos" }).focus();
  await page.keyboard.press("Enter");
  await bar(page).getByRole("button", { name: "Select all" }).click();
}

/** A hand-arranged album of this many photos. */
async function makeAlbum(page: Page, count: number): Promise<{ path: string; ids: string[] }> {
  await signUpFamily(page.request);
  const ids = await uploadPhotos(page.request, { count, year: 2024, month: 3 });
  const data = { title: "Summer at the sea", story: "Sand in every shoe.", order: "hand" };
  const { id } = (await (await page.request.post("/api/albums", { data })).json()) as { id: string };
  await page.request.post(`/api/albums/${id}/items`, { data: { mediaIds: ids } });
  return { path: `/albums/${id}`, ids };
}

async function storedOrder(page: Page, path: string): Promise<string[]> {
  const { items } = (await (await page.request.get(`/api${path}/items`)).json()) as {
    items: { id: string }[];
  };
  return items.map(({ id }) => id);
}

async function middleOf(tile: Locator, share = 0.5): Promise<{ x: number; y: number }> {
  const box = await tile.boundingBox();
  if (!box) throw new Error("The tile is not there");
  return { x: box.x + box.width * share, y: box.y + box.height / 2 };
}

test("photos of two months become an album, which home and search show; removed from it, they stay in their months", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await uploadPhotos(page.request, { count: 2, year: 2024, month: 3 });
  await page.request.post("/api/albums", { data: { title: "Another one" } });

  await page.goto("/media/2024/3");
  await expect(tiles(page)).toHaveCount(2);
  await selectAll(page);
  await act(page, "Add to album");
  const dialog = page.getByRole("dialog", { name: "Add 2 items to an album" });
  await expect(dialog.getByRole("button", { name: /Another one/ })).toBeVisible();
  await dialog.getByRole("textbox", { name: "A new album" }).fill("Summer at the sea");
  await dialog.getByRole("button", { name: "Create and add" }).click();
  await expect(toast(page, "2 items added to “Summer at the sea”")).toBeVisible();

  const { items } = await (await page.request.get("/api/albums")).json();
  expect(items.map(({ title }: { title: string }) => title)).toEqual(["Summer at the sea", "Another one"]);

  await page.goto("/");
  const row = page.getByRole("region", { name: "Albums" });
  await expect(row.getByRole("link", { name: /Summer at the sea/ })).toBeVisible();
  await page.goto("/search?q=sea");
  await page.getByRole("list", { name: "Albums" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Summer at the sea" })).toBeVisible();
  await expect(page.getByText("2 items, March 2024")).toBeVisible();

  await page.getByRole("button", { name: "Edit album" }).click();
  const edit = page.getByRole("dialog", { name: "Edit album" });
  await edit.getByRole("textbox", { name: "Story" }).fill("Sand in every shoe.");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Sand in every shoe.")).toBeVisible();

  await tiles(page).first().click();
  await page.getByRole("button", { name: "Details", exact: true }).click();
  await page.getByRole("button", { name: "Use as album cover" }).click();
  await expect(page.getByRole("button", { name: "Album cover", pressed: true })).toBeVisible();
  await page.getByRole("button", { name: "Remove from this album" }).click();
  await expect(page.getByRole("dialog").getByRole("status").filter({ hasText: "1 of 1" })).toBeAttached();
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await expect(tiles(page)).toHaveCount(1);

  await page.getByRole("button", { name: "Edit album" }).click();
  await page.getByRole("button", { name: "Delete album" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete album" }).click();
  await expect(page).toHaveURL(/\/albums$/);
  await expect(page.getByRole("link", { name: /Another one/ })).toBeVisible();
  await page.goto("/media/2024/3");
  await expect(tiles(page)).toHaveCount(2);
});

test("an album is arranged by dragging and by keyboard, and keeps its order for the next visit", async ({
  page,
}) => {
  const { path, ids } = await makeAlbum(page, 4);
  const [one, two, three, four] = ids;
  await page.goto(path);
  await page.getByRole("button", { name: "Arrange" }).click();
  const tile = (id: string | undefined) => page.locator(`[data-arranged="${id}"]`);
  await expect(tile(four)).toBeVisible();

  const [from, to] = [await middleOf(tile(one)), await middleOf(tile(three), 0.9)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
  expect(await arranged(page)).toEqual([two, three, one, four]);
  await expect.poll(() => storedOrder(page, path)).toEqual([two, three, one, four]);

  await tile(four).getByRole("button").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Space");
  await expect(page.getByRole("status").filter({ hasText: "Put down at place 2 of 4." })).toBeAttached();
  await expect(tile(four).getByRole("button")).toBeFocused();
  await expect.poll(() => storedOrder(page, path)).toEqual([two, four, three, one]);

  await page.getByRole("button", { name: "Done arranging" }).click();
  await expect(tiles(page).first()).toHaveAttribute("href", `/view-image/${two}`);
});

test("an album is arranged with a finger: at the handle, or by pressing one photo and then another @phone", async ({
  page,
}) => {
  const { path, ids } = await makeAlbum(page, 3);
  const [one, two, three] = ids;
  await page.goto(path);
  await page.getByRole("button", { name: "Arrange" }).click();
  const tile = (id: string | undefined) => page.locator(`[data-arranged="${id}"]`);
  const handle = tile(one).locator("[data-handle]");
  await expect(handle).toBeVisible();
  const [start, end] = [await middleOf(handle), await middleOf(tile(two), 0.9)];
  const tools = await page.context().newCDPSession(page);
  await tools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const point = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
    await tools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
  }
  await expect(page.locator("[data-drop-mark]")).toBeVisible();
  // The finger rests before it lifts. A moving finger would fling, and the next tap would only stop the fling.
  await page.waitForTimeout(200);
  await tools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(() => storedOrder(page, path)).toEqual([two, one, three]);

  await tile(three).getByRole("button").tap();
  await expect(tile(three).getByRole("button", { pressed: true })).toBeVisible();
  await tile(two).getByRole("button").tap();
  await expect.poll(() => storedOrder(page, path)).toEqual([three, two, one]);
});

test("an album, its arrange mode and its dialogs break no axe rule, and nothing is cut off with large text", async ({
  page,
}) => {
  const { path } = await makeAlbum(page, 3);
  const faults: string[] = [];
  const judge = async (where: string) => {
    for (const fault of await brokenInAnyLook(page)) faults.push(`${where}: ${fault}`);
  };
  await page.goto(path);
  await expect(tiles(page)).toHaveCount(3);
  await judge("album");
  await page.getByRole("button", { name: "Arrange" }).click();
  await expect(page.locator("[data-arranged]")).toHaveCount(3);
  await judge("arranging");
  await page.getByRole("button", { name: "Done arranging" }).click();
  await page.getByRole("button", { name: "Edit album" }).click();
  await page.getByRole("radio", { name: /Only people you choose/ }).check();
  await judge("editing");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await selectAll(page);
  await act(page, "Add to album");
  await expect(page.getByRole("dialog").getByRole("button", { name: /Summer at the sea/ })).toBeVisible();
  await judge("adding");
  expect(faults).toEqual([]);

  await withLargeText(page);
  for (const address of ["/albums", path]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const fault of await faultsOfLargeTextAtBothWidths(page)) faults.push(`${address}: ${fault}`);
  }
  expect(faults).toEqual([]);
});
