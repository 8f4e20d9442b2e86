import { expect } from "@playwright/test";
import { collectErrors, signUpFamily } from "./support/family";
import { test } from "./support/test";

test("a child with a temporary password chooses another before anything else opens", async ({
  page,
  browser,
}) => {
  const owner = await signUpFamily(page.request);
  const username = `leo-${owner.username}`;
  const child = { username, password: "green lanterns", displayName: "Leo", birthDate: "2016-04-01" };
  expect((await page.request.post("/api/child-accounts", { data: child })).status()).toBe(201);
  const users: { id: string; username: string }[] = await (await page.request.get("/api/users")).json();
  const id = users.find((user) => user.username === username)?.id;
  const answer = await page.request.post(`/api/users/${id}/temporary-password`);
  const { temporaryPassword } = await answer.json();

  const tablet = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  const errors = collectErrors(tablet);
  await tablet.goto("/login");
  await tablet.getByLabel("Username or email").fill(username);
  await tablet.getByLabel("Password", { exact: true }).fill(temporaryPassword);
  await tablet.getByRole("button", { name: "Sign In with Love" }).click();
  const dialog = tablet.getByRole("dialog", { name: "Choose a new password" });
  await expect(dialog).toBeVisible();

  // There is no way around it: not Escape, nor another address, nor a reload.
  await tablet.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await tablet.goto("/search");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Sign Out" }).click();
  await expect(tablet).toHaveURL(/\/login$/);
  await tablet.getByLabel("Username or email").fill(username);
  await tablet.getByLabel("Password", { exact: true }).fill(temporaryPassword);
  await tablet.getByRole("button", { name: "Sign In with Love" }).click();

  await dialog.getByLabel("Current password").fill(temporaryPassword);
  await dialog.getByLabel("New password", { exact: true }).fill("blue lanterns");
  await dialog.getByLabel("Confirm new password").fill("blue lanterns");
  await dialog.getByRole("button", { name: "Change Password" }).click();
  await expect(tablet).toHaveURL(/:\d+\/$/);
  await expect(tablet.getByText("Password updated", { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await tablet.goto("/search");
  await expect(tablet.getByRole("heading", { name: "Search" })).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(errors).toEqual([]);
  await tablet.context().close();
});

test("changing the password signs the other devices out", async ({ page, browser }) => {
  const { username, password } = await signUpFamily(page.request);
  const phone = await browser.newContext();
  const login = await phone.request.post("/api/auth/login", {
    data: { usernameOrEmail: username, password },
  });
  expect(login.status()).toBe(200);

  await page.goto("/password-security");
  await page.getByLabel("Current password").fill("not the one");
  await page.getByLabel("New password", { exact: true }).fill("iloveyou");
  await page.getByLabel("Confirm new password").fill("iloveyou");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("That is not your current password. Please try again.")).toBeVisible();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText(/^That password is too common/)).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("monday breakfast");
  await page.getByLabel("Confirm new password").fill("monday breakfast");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password updated", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");

  expect((await phone.request.get("/api/auth/me")).status()).toBe(401);
  expect((await page.request.get("/api/auth/me")).status()).toBe(200);
  await page.getByRole("link", { name: "Security", exact: true }).last().click();
  await expect(page).toHaveURL(/\/security$/);
  await phone.close();
});

test("someone who forgot their password finds a way back in, and learns who can help", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page.getByText(/ask an admin of your family/)).toBeVisible();
  await page.getByLabel("Email").fill("nobody@example.org");
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("status").first()).toContainText("If there is an account with this address");

  await page.getByRole("link", { name: "Get a code by SMS" }).click();
  await page.getByLabel("Phone number").fill("07700 900999");
  await page.getByRole("button", { name: "Send me a code" }).click();
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByLabel("New password", { exact: true }).fill("monday breakfast");
  await page.getByLabel("Confirm new password").fill("monday breakfast");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText(/^That code is wrong/)).toBeVisible();

  await page.getByRole("link", { name: "It's a child's account" }).click();
  await page.getByLabel("Username").fill("nobody");
  await page.getByRole("button", { name: "Ask for a new password" }).click();
  await expect(page.getByRole("status").first()).toContainText("If this is a child's account");

  await page.goto("/reset-password?token=spent");
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await page.getByRole("link", { name: "Ask for a new link" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});
