import { expect } from "@playwright/test";
import { collectErrors, signUpFamily } from "./support/family";
import { test } from "./support/test";

const desk = (path: string, email: string) =>
  fetch(`http://localhost:${process.env.E2E_STRIPE_DESK_PORT}${path}?email=${encodeURIComponent(email)}`);

test("an owner upgrades, uses the larger plan, changes it, and sees what is left when it ends @both", async ({
  page,
}) => {
  // On the way there are six pages of another site.
  const owner = await signUpFamily(page.request);
  const errors = collectErrors(page);
  const invite = (name: string) =>
    page.request.post("/api/invitations", {
      data: { username: `${name}-${owner.username}`, email: `${name}-${owner.email}`, isAdmin: false },
    });

  await page.goto("/");
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Upgrade Plan" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();

  // Leaving without paying changes nothing.
  await page.getByRole("button", { name: "Upgrade: Family Plan" }).click();
  await page.getByRole("button", { name: "Back to the shop" }).click();
  await expect(page.getByText("nothing was charged and nothing has changed")).toBeVisible();

  await page.getByRole("button", { name: "Upgrade: Family Plan" }).click();
  await page.getByRole("button", { name: "Pay £4.99" }).click();
  await expect(page.getByText("Thank you! Your family has the Family Plan now.")).toBeVisible();
  await expect(page.getByText(/£4\.99 a month, by card\. The next payment is on/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Invoice of / })).toHaveCount(1);

  for (const name of ["a", "b", "c", "d", "e"]) expect((await invite(name)).status()).toBe(201);
  expect((await invite("f")).status()).toBe(422);

  // A press before the page's script runs does nothing.
  await page.locator("label").filter({ hasText: "Yearly" }).click();
  await expect(page.getByRole("radio", { name: "Yearly" })).toBeChecked();
  await page.getByRole("button", { name: "Upgrade: Premium Plan" }).click();
  await page.getByRole("button", { name: "Confirm the new plan" }).click();
  await expect(page.getByRole("region", { name: "Premium Plan" })).toContainText("£99.90 a year");
  expect((await invite("f")).status()).toBe(201);

  await page.getByRole("button", { name: "Cancel plan" }).click();
  await page.getByRole("button", { name: "Cancel plan" }).click();
  await expect(page.getByText(/It's cancelled and ends on/)).toBeVisible();

  expect((await desk("/end", owner.email)).status).toBe(200);
  await page.goto("/billing");
  await expect(page.getByRole("region", { name: "Free" })).toBeVisible();
  const refused = await invite("g");
  expect(refused.status()).toBe(422);
  expect(((await refused.json()) as { error: string }).error).toMatch(/room for 3 people.*Family Plan/);
  await page.goto("/notifications");
  await expect(page.getByText("Your family's plan is smaller now").first()).toBeVisible();
  expect(errors).toEqual([]);
});
