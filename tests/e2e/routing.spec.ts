import { expect } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { test } from "./support/test";

test("a visitor sees the welcome page at any address, and a deep link survives sign-in", async ({
  page,
  request,
}) => {
  const person = await signUpFamily(request);
  await page.goto("/media/2024/3");
  await expect(page).toHaveURL(/\/media\/2024\/3$/);
  await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel(/Username or email/i).fill(person.username.toUpperCase());
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In with Love" }).click();
  await expect(page).toHaveURL(/\/media\/2024\/3$/);
  await expect(page.getByRole("heading", { name: "March 2024" })).toBeVisible();
});

test("a wrong password is reported, and still is after a reload", async ({ page, request }) => {
  const person = await signUpFamily(request);
  await page.goto("/login");
  await page.getByLabel(/Username or email/i).fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill("not this one");
  await page.getByRole("button", { name: "Sign In with Love" }).click();
  await expect(page.getByText("Invalid username or password. Please try again.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Invalid username or password. Please try again.")).toBeVisible();
});

test("a super admin sees only the super-admin area", async ({ page }) => {
  await page.request.post("/api/auth/login", {
    data: { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" },
  });
  for (const address of ["/", "/favorites", "/media/2024/3", "/nowhere"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/super-admin$/);
  }
});

test("a super admin whose session has ended sees visitors' pages, and signs in again", async ({ page }) => {
  const account = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  await page.request.post("/api/auth/login", { data: account });
  const cookies = await page.context().cookies();
  await page.request.post("/api/auth/logout");
  // As when it was ended elsewhere: the browser still has the cookie.
  await page.context().addCookies(cookies);
  for (const address of ["/", "/super-admin", "/setup"]) {
    await page.goto(address);
    await expect(page.getByRole("main").getByRole("link", { name: "Sign In" })).toBeVisible();
  }
  await page.goto("/forgot-password");
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.goto("/login");
  await page.getByLabel(/Username or email/i).fill(account.usernameOrEmail);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign In with Love" }).click();
  await expect(page).toHaveURL(/\/super-admin$/);
});

test("an unknown address shows the 404 card with its status", async ({ page }) => {
  await signUpFamily(page.request);
  const answer = await page.goto("/no/such/page");
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Page Not Found")).toBeVisible();
});

test("every page carries its security headers", async ({ request }) => {
  const headers = (await request.get("/login")).headers();
  expect(headers["content-security-policy"]).toMatch(/script-src[^;]*'nonce-/);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["x-powered-by"]).toBeUndefined();
});
