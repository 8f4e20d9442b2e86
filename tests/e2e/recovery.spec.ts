import { randomInt, randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { signUpFamily, walkThroughWizard } from "./support/family";
import { linkIn, messageFor, signInSuperAdmin } from "./support/outbox";
import { test } from "./support/test";

const newPassword = "monday breakfast";

async function signInWith(page: Page, username: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username or email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In with Love" }).click();
}

async function chooseNewPassword(page: Page): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm new password").fill(newPassword);
  await page.getByRole("button", { name: "Change Password" }).click();
}

test("an invitation's mail leads through registration and the wizard to home @phone", async ({
  page,
  playwright,
  baseURL,
}) => {
  const owner = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const { familyName } = await signUpFamily(owner);
  const username = `rose-${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.org`;
  const invited = await owner.post("/api/invitations", { data: { username, email, isAdmin: false } });
  expect(invited.status()).toBe(201);

  const superAdmin = await signInSuperAdmin(playwright.request, baseURL);
  await page.goto(linkIn(await messageFor(superAdmin, email)));
  await page.getByLabel("Password", { exact: true }).fill("sunday lunch");
  await page.getByLabel("Confirm password").fill("sunday lunch");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await expect(page.getByRole("heading", { name: "Registration Complete!" })).toBeVisible();
  await walkThroughWizard(page);
  await expect(page.getByRole("banner").getByText(familyName)).toBeVisible();
  await Promise.all([owner.dispose(), superAdmin.dispose()]);
});

test("a forgotten password is reset by the mailed link, once, and other devices are signed out", async ({
  page,
  playwright,
  baseURL,
}) => {
  const otherDevice = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const { username, email, password } = await signUpFamily(otherDevice);
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The sign-in page has an email field too.
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  await expect(page.getByRole("status").first()).toContainText("If there is an account with this address");

  const superAdmin = await signInSuperAdmin(playwright.request, baseURL);
  const link = linkIn(await messageFor(superAdmin, email));
  await page.goto(link);
  await expect(page.getByText(username)).toBeVisible();
  await chooseNewPassword(page);
  await expect(page).toHaveURL(/\/login$/);
  expect((await otherDevice.get("/api/auth/me")).status()).toBe(401);

  await signInWith(page, username, password);
  await expect(page.getByRole("alert").first()).toContainText("Invalid username or password");
  await signInWith(page, username, newPassword);
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await Promise.all([otherDevice.dispose(), superAdmin.dispose()]);
});

test("a forgotten password is reset with a code by SMS @phone", async ({ page, playwright, baseURL }) => {
  const owner = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const { username, email, password } = await signUpFamily(owner);
  // A number that nobody else in the tests has.
  const digits = `7700${randomInt(100_000, 1_000_000)}`;
  const address = {
    addressFullName: "Ada",
    addressLine1: "1 Lane",
    addressCity: "Leeds",
    addressPostcode: "L1",
  };
  const number = `+44${digits}`;
  const data = { email, phoneNumber: number, password, ...address };
  expect((await owner.post("/profile-direct-update", { data })).status()).toBe(200);
  // Nothing is sent here; the super admin passes the codes on.
  const superAdmin = await signInSuperAdmin(playwright.request, baseURL);
  expect((await owner.post("/api/auth/phone-confirmation", { data: { password } })).status()).toBe(202);
  const confirmation = { code: /\d{6}/.exec(await messageFor(superAdmin, number))?.[0] };
  const confirmed = await owner.post("/api/auth/phone-confirmation/verify", { data: confirmation });
  expect(confirmed.status()).toBe(200);
  await owner.dispose();

  await page.goto("/sms-reset");
  await page.getByLabel("Phone number").fill(`0${digits}`);
  await page.getByRole("button", { name: "Send me a code" }).click();
  let code = "";
  await expect
    .poll(async () => {
      code = /^(\d{6}) is .* reset the password/.exec(await messageFor(superAdmin, number))?.[1] ?? "";
      return code;
    })
    .not.toBe("");
  await page.getByLabel("Code", { exact: true }).fill(code);
  await chooseNewPassword(page);
  await expect(page).toHaveURL(/\/login$/);
  await signInWith(page, username, newPassword);
  await expect(page).toHaveURL(/:\d+\/$/);
  await superAdmin.dispose();
});

test("a child asks for a password, and a parent learns where to set one @phone", async ({
  page,
  playwright,
  baseURL,
}) => {
  const owner = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const { username, email } = await signUpFamily(owner);
  const child = `leo-${username}`;
  const data = { username: child, password: "green lanterns", displayName: "Leo", birthDate: "2016-04-01" };
  expect((await owner.post("/api/child-accounts", { data })).status()).toBe(201);

  await page.goto("/child-password-reset");
  await page.getByLabel("Username").fill(child);
  await page.getByRole("button", { name: "Ask for a new password" }).click();
  await expect(page.getByRole("status").first()).toContainText("If this is a child's account");
  const superAdmin = await signInSuperAdmin(playwright.request, baseURL);
  const mail = await messageFor(superAdmin, email);
  expect(mail).toContain(child);
  expect(new URL(linkIn(mail)).pathname).toBe("/manage-users");
  await Promise.all([owner.dispose(), superAdmin.dispose()]);
});

test("the super admin reads what waits in the outbox, to pass it on", async ({
  page,
  playwright,
  baseURL,
}) => {
  const owner = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const { email } = await signUpFamily(owner);
  expect((await owner.post("/api/auth/forgot-password", { data: { email } })).status()).toBe(202);
  const superAdmin = await signInSuperAdmin(playwright.request, baseURL);
  await messageFor(superAdmin, email);

  await signInWith(page, "super@example.org", "super-admin-of-tests");
  await expect(page).toHaveURL(/\/super-admin$/);
  await page.getByRole("link", { name: /^System Health/ }).click();
  await page
    .getByRole("button", { name: `Read the message for ${email}` })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toContainText("/reset-password?token=");
  await Promise.all([owner.dispose(), superAdmin.dispose()]);
});
