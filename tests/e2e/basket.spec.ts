import { expect, type Page } from "@playwright/test";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { collectErrors, signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const basketOf = (page: Page) => page.getByRole("dialog", { name: "Your basket" });
const bar = (page: Page) => page.getByRole("region", { name: "Your basket" });

async function openBasket(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Basket/ }).click();
  await basketOf(page).waitFor();
}

test("pictures go from the viewer into the basket, and are ordered @phone", async ({ page }) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  const [first = "", second = ""] = await uploadPhotos(page.request, { count: 2, year: 2024, month: 7 });
  const add = page.getByRole("button", { name: /^(Add to|Open) basket/ });

  await test.step("an empty basket has no bar, and says how to fill it", async () => {
    await page.goto("/");
    await openBasket(page);
    await expect(basketOf(page).getByText("Your basket is empty")).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(basketOf(page)).toBeHidden();
  });

  await test.step("the viewer and the item's card put a picture in", async () => {
    await page.goto(`/view-image/${first}`);
    await add.click();
    await expect(page.getByText("Added to your basket", { exact: true })).toBeVisible();
    await expect(add).toHaveAccessibleName("Open basket, 1 in it");
    await page.goto(`/card/${second}`);
    await add.click();
    await expect(add).toHaveAccessibleName("Open basket (1 in it)");
    await expect(bar(page).getByText("2 Photos Ready to Print")).toBeVisible();
    await expect(bar(page).getByText("Add 3 More")).toBeVisible();
  });

  await test.step("quantity, size and finish are changed, until the basket is full", async () => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Basket, 2 photos" })).toBeVisible();
    await openBasket(page);
    const items = basketOf(page).getByRole("listitem");
    await expect(items).toHaveCount(2);
    await expect(items.first().getByRole("button", { name: /^One fewer print/ })).toBeDisabled();
    await items
      .first()
      .getByRole("button", { name: /^One more print/ })
      .click();
    await expect(basketOf(page).getByText("3 Photos Ready to Print")).toBeVisible();
    await expect(basketOf(page).getByText(/You'll lose the 2 free prints you haven't used/)).toBeVisible();
    await items
      .last()
      .getByLabel(/^Size of/)
      .selectOption("8x10");
    await expect(items.last().getByText(/^Low resolution/)).toBeVisible();
    await items
      .last()
      .getByLabel(/^Finish of/)
      .selectOption("Matte");
    await items
      .first()
      .getByRole("button", { name: /^One more print/ })
      .click();
    await items
      .last()
      .getByRole("button", { name: /^One more print/ })
      .click();
    await expect(basketOf(page).getByText("Basket Full")).toBeVisible();
    await items
      .last()
      .getByRole("button", { name: /^One more print/ })
      .click();
    await expect(page.getByText("Basket is full", { exact: true })).toBeVisible();
    await expect(basketOf(page).getByText("5 Photos Ready to Print")).toBeVisible();
    expect(await brokenRulesAtBothWidths(page)).toEqual([]);
    await page.reload();
    await openBasket(page);
    await expect(items.last().getByLabel(/^Size of/)).toHaveValue("8x10");
    await expect(items.last().getByLabel(/^Finish of/)).toHaveValue("Matte");
  });

  await test.step("the crop is moved by keyboard and kept", async () => {
    const picture = basketOf(page).getByRole("listitem").first().locator("img");
    const before = await picture.getAttribute("style");
    await basketOf(page).getByRole("button", { name: /^Crop/ }).first().click();
    const crop = page.getByRole("dialog", { name: "Crop" });
    await expect(crop.getByRole("button", { name: "Save" })).toBeEnabled();
    await crop.getByRole("slider", { name: "Zoom" }).fill("1.5");
    await crop.getByRole("group", { name: /^The printed part/ }).focus();
    await page.keyboard.press("ArrowUp");
    expect(await brokenRulesAtBothWidths(page)).toEqual([]);
    await crop.getByRole("button", { name: "Save" }).click();
    await expect(crop).toBeHidden();
    await expect.poll(() => picture.getAttribute("style")).not.toBe(before);
  });

  await test.step("a print is removed, and the basket is cleared after a question", async () => {
    await basketOf(page)
      .getByRole("button", { name: /^Remove/ })
      .last()
      .click();
    await expect(basketOf(page).getByText("3 Photos Ready to Print")).toBeVisible();
    await basketOf(page).getByRole("button", { name: "Clear basket" }).click();
    const question = page.getByRole("alertdialog", { name: "Are you sure you want to clear your basket?" });
    await question.getByRole("button", { name: "Clear basket" }).click();
    await expect(question).toBeHidden();
    await expect(basketOf(page).getByText("Your basket is empty")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
  });

  await test.step("what is checked out becomes an order", async () => {
    await page.goto(`/card/${first}`);
    await add.click();
    await bar(page).getByRole("button", { name: "Review your basket" }).click();
    await expect(basketOf(page).getByText("Ada Okafor, 1 Garden Lane, Leeds, LS1 1AA")).toBeVisible();
    await basketOf(page).getByRole("button", { name: "Checkout" }).click();
    const question = page.getByRole("alertdialog", { name: "Order 1 print now?" });
    await expect(question.getByText("You'll lose your other 4 free prints this month.")).toBeVisible();
    // Otherwise a toast fading behind the question would be checked too.
    await expect(page.getByText("Added to your basket", { exact: true })).toHaveCount(0);
    expect(await brokenRulesAtBothWidths(page)).toEqual([]);
    await question.getByRole("button", { name: "Add more photos" }).click();
    await expect(basketOf(page)).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/card/${first}$`));
    await page.getByRole("button", { name: "Open basket (1 in it)" }).click();
    await basketOf(page).getByRole("button", { name: "Checkout" }).click();
    await question.getByRole("button", { name: "Order 1 print" }).click();
    await expect(basketOf(page)).toBeHidden();
    await expect(page).toHaveURL(/\/print-orders$/);
    await expect(bar(page)).toHaveCount(0);
    const orders = (await (await page.request.get("/api/print-orders")).json()) as { printCount: number }[];
    expect(orders.map(({ printCount }) => printCount)).toEqual([1]);
  });

  // The browser itself logs that one print too many was refused.
  expect(errors.filter((error) => !/status of 422/.test(error))).toEqual([]);
});
