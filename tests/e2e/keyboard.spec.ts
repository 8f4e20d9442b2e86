import { expect, type Page } from "@playwright/test";
import { collectErrors, signUpFamily } from "./support/family";
import { photos } from "./support/files";
import { expectTrapped, pressOn, tab, tabTo, type Unseen } from "./support/keyboard";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const focused = (page: Page) => page.locator(":focus");

test("an owner browses, hearts, tags, comments and orders without ever touching a mouse", async ({
  page,
}) => {
  const errors = collectErrors(page);
  const unseen: Unseen = [];
  await signUpFamily(page.request);
  await uploadPhotos(page.request, { count: 3, year: 2024, month: 3 });
  const banner = page.getByRole("banner");
  const viewer = page.getByRole("dialog");
  await page.goto("/");

  await test.step("past the header by the skip link", async () => {
    await tab(page, unseen);
    await expect(focused(page)).toHaveText("Skip to content");
    await page.keyboard.press("Enter");
    await tab(page, unseen);
    expect(await page.locator("#main").evaluate((main) => main.contains(document.activeElement))).toBe(true);
  });

  await test.step("from home into the month and a picture", async () => {
    await pressOn(page, page.getByRole("main").getByRole("link", { name: /March 2024/ }), unseen);
    await expect(page.getByRole("heading", { name: "March 2024" })).toBeVisible();
    await pressOn(page, page.locator("[data-media-id] a"), unseen);
    await expect(viewer).toBeVisible();
    expect(await viewer.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  });

  await test.step("arrows turn the pages, the heart is given, and all stays in the viewer", async () => {
    const picture = () => page.url().split("/").pop();
    const first = picture();
    // Faster than the page keeps up, but no press is lost.
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    await expect(viewer.getByText("2 of 3").first()).toBeAttached();
    // The address follows the picture.
    await expect.poll(picture).not.toBe(first);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(picture).toBe(first);
    // The address can be ahead of the buttons, which are still those of the photo before.
    await expect(viewer.getByText("1 of 3").first()).toBeAttached();
    await pressOn(page, viewer.getByRole("button", { name: "Heart, 0 hearts" }), unseen, "Space");
    const heart = viewer.getByRole("button", { name: "Heart, 1 heart" });
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await expect(heart).toBeFocused();
    await expectTrapped(page, viewer, unseen);
  });

  await test.step("someone is tagged and a comment written", async () => {
    await pressOn(page, viewer.getByRole("button", { name: "Who is in this photo?" }), unseen);
    await pressOn(page, viewer.getByRole("button", { name: "Tag people" }), unseen);
    const box = viewer.getByRole("combobox", { name: "Who is in this photo?" });
    await expect(box).toBeFocused();
    await viewer.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await expect(viewer.getByRole("button", { name: "Tag people" })).toBeFocused();
    await expect(viewer.getByRole("list", { name: "People in this photo" })).toBeVisible();
    await tabTo(page, viewer.getByRole("textbox", { name: "Write a comment" }), unseen);
    await page.keyboard.type("What a day");
    await pressOn(page, viewer.getByRole("button", { name: "Send" }), unseen);
    await expect(viewer.getByRole("list", { name: "Comments" })).toContainText("What a day");
  });

  await test.step("into the basket, and back to the tile that it began with", async () => {
    await pressOn(page, viewer.getByRole("button", { name: /^Add to basket/ }), unseen);
    const basketButton = viewer.getByRole("button", { name: "Open basket, 1 in it" });
    await expect(basketButton).toBeFocused();
    // The last one opened closes first.
    const confirmation = page.getByText("Added to your basket", { exact: true });
    await expect(confirmation).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(confirmation).toBeHidden();
    await expect(basketButton).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
    await expect(page.locator("[data-media-id] a").first()).toBeFocused();
  });

  await test.step("the basket is looked through and ordered", async () => {
    const opener = banner.getByRole("button", { name: /^Basket/ });
    await tabTo(page, opener, unseen, "Shift+Tab");
    await page.keyboard.press("Enter");
    const basket = page.getByRole("dialog", { name: "Your basket" });
    await expect(basket).toBeVisible();
    await expectTrapped(page, basket, unseen);
    await page.keyboard.press("Escape");
    await expect(basket).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await pressOn(page, basket.getByRole("button", { name: /^One more print/ }), unseen);
    await expect(basket.getByText("2 Photos Ready to Print")).toBeVisible();
    await pressOn(page, basket.getByRole("button", { name: "Checkout" }), unseen);
    const question = page.getByRole("alertdialog", { name: "Order 2 prints now?" });
    await expect(question.getByRole("button", { name: "Add more photos" })).toBeFocused();
    await pressOn(page, question.getByRole("button", { name: "Order 2 prints" }), unseen);
    await expect(page).toHaveURL(/\/print-orders$/);
  });

  expect([...new Set(unseen)]).toEqual([]);
  expect(errors).toEqual([]);
});

test("an owner uploads, searches, posts and signs out without ever touching a mouse", async ({ page }) => {
  const errors = collectErrors(page);
  const unseen: Unseen = [];
  await signUpFamily(page.request);
  const banner = page.getByRole("banner");
  await page.goto("/");

  await test.step("a file is uploaded, and the focus comes back to where it began", async () => {
    const opener = banner.getByRole("button", { name: "More ways to add photos" });
    await tabTo(page, opener, unseen);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Upload Photos" })).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expectTrapped(page, dialog, unseen);
    const choosing = page.waitForEvent("filechooser");
    await pressOn(page, dialog.getByRole("button", { name: /choose|browse|drop|drag/i }), unseen);
    await (await choosing).setFiles(await photos(1));
    await tabTo(page, dialog.getByLabel("Year", { exact: true }), unseen);
    await page.keyboard.type("2024");
    await tabTo(page, dialog.getByLabel("Month", { exact: true }), unseen);
    await page.keyboard.type("March");
    await tabTo(page, dialog.getByLabel("Description"), unseen);
    await page.keyboard.type("By keyboard #quiet");
    await pressOn(page, dialog.getByRole("button", { name: "Upload 1 file" }), unseen);
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step("it is found by its hashtag", async () => {
    const search = banner.getByRole("searchbox");
    await tabTo(page, search, unseen, "Shift+Tab");
    await page.keyboard.type("#quiet");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/search\?tag=quiet/);
    await tabTo(page, page.getByRole("main").getByRole("link", { name: /By keyboard/ }), unseen);
  });

  await test.step("a notice is posted", async () => {
    await tabTo(page, banner.getByRole("link").first(), unseen, "Shift+Tab");
    await page.keyboard.press("Enter");
    const opener = page.getByRole("button", { name: "Post a notice" });
    await pressOn(page, opener, unseen);
    const dialog = page.getByRole("dialog", { name: "Post a notice" });
    await expect(dialog).toBeVisible();
    await expectTrapped(page, dialog, unseen);
    await tabTo(page, dialog.getByLabel("Title"), unseen);
    await page.keyboard.type("Sunday lunch");
    await tabTo(page, dialog.getByLabel("Message"), unseen);
    await page.keyboard.type("At one o'clock");
    await pressOn(page, dialog.getByRole("button", { name: "Post" }), unseen);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("article", { name: "Sunday lunch" })).toBeVisible();
    await expect(opener).toBeFocused();
  });

  await test.step("and signed out", async () => {
    const menu = banner.getByRole("button", { name: /^Your account/ });
    await tabTo(page, menu, unseen, "Shift+Tab");
    await page.keyboard.press("Enter");
    const account = page.getByRole("dialog");
    const first = account.getByRole("link", { name: "Upgrade Plan" });
    await expect(first).toBeFocused();
    // The focus can be in it a moment before it listens for Escape.
    await expectTrapped(page, account, unseen);
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(first).toBeFocused();
    await pressOn(page, account.getByRole("button", { name: "Prints and gifts" }), unseen);
    await tabTo(page, account.getByRole("link", { name: "Gift Shop" }), unseen);
    await pressOn(page, account.getByRole("button", { name: "Administration" }), unseen);
    await expect(account.getByRole("button", { name: "Back to your account" })).toBeFocused();
    await pressOn(page, account.getByRole("button", { name: "Log out" }), unseen);
    await expect(page).toHaveURL(/\/login/);
  });

  expect([...new Set(unseen)]).toEqual([]);
  expect(errors).toEqual([]);
});
