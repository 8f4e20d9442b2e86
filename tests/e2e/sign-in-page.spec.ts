import { expect } from "@playwright/test";
import { walkThroughWizard } from "./support/family";
import { test } from "./support/test";

test("the sign-in page offers the app and ends with a quote", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("main").locator("blockquote")).toContainText("the memories we have made");
  await page.getByRole("button", { name: "Download App" }).click();
  await expect(page.getByRole("dialog", { name: "Download App" })).toBeVisible();
});

test("the sign-in page leads on to a new account, which leads into the album", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/create-account$/);
  const name = `ben-${Date.now()}`;
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Email").fill(`${name}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill("sunday lunch");
  await page.getByRole("button", { name: "Create Account" }).click();
  await walkThroughWizard(page);
  await expect(page.getByText("it isn't part of a family yet")).toBeVisible();
});
