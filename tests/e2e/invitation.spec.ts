import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { collectErrors, signUpFamily, walkThroughWizard } from "./support/family";
import { test } from "./support/test";

/** Someone else's device, with nothing of this one's session. */
async function otherDevice(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({ viewport: page.viewportSize() });
  return context.newPage();
}

const linkOn = (page: Page) => page.getByLabel("Link", { exact: true }).inputValue();
const guest = () => `rose-${randomUUID().slice(0, 8)}`;

async function invite(page: Page, username: string, { isAdmin = false } = {}): Promise<string> {
  await page.goto("/invite-family-members");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Email").fill(`${username}@example.org`);
  if (isAdmin) await page.getByRole("checkbox", { name: "Administrator" }).check();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(
    page.getByRole("heading", { name: `The invitation for ${username}@example.org is ready` }),
  ).toBeFocused();
  return linkOn(page);
}

test("a relative is invited, registers and is signed in", async ({ page, browser }) => {
  const errors = collectErrors(page);
  const { familyName } = await signUpFamily(page.request);
  const username = guest();
  const link = await invite(page, username, { isAdmin: true });
  await expect(page.getByRole("img", { name: `QR code of the invitation for ${username}` })).toBeVisible();
  await expect(page.getByText(/Copy the link and send it yourself/)).toBeVisible();

  const theirs = await otherDevice(browser, page);
  errors.push(...collectErrors(theirs));
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: `Join ${familyName}` })).toBeVisible();
  await expect(theirs.getByText("Access Level: Administrator")).toBeVisible();
  await theirs.getByLabel("Password", { exact: true }).fill("sunday lunch");
  await theirs.getByLabel("Confirm password").fill("sunday lunch");
  await theirs.getByRole("button", { name: "Complete Registration" }).click();
  await expect(theirs.getByRole("heading", { name: "Registration Complete!" })).toBeVisible();
  await expect(theirs).toHaveURL(/:\d+\/$/);
  await walkThroughWizard(theirs);
  await expect(theirs.getByRole("banner").getByText(familyName)).toBeVisible();

  await page.reload();
  await expect(page.getByText("No open invitations.")).toBeVisible();
  const late = await otherDevice(browser, page);
  await late.goto(link);
  await expect(late.getByRole("heading", { name: "Invitation Error" })).toBeVisible();
  await expect(late.getByText("Invalid or expired invitation")).toBeVisible();
  await late.getByRole("link", { name: "Return to Home" }).click();
  await expect(late.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
  expect(errors).toEqual([]);
});

test("an invitation is resent and cancelled", async ({ page }) => {
  await signUpFamily(page.request);
  const username = guest();
  const first = await invite(page, username);
  await page.getByRole("button", { name: `Send again to ${username}` }).click();
  await expect.poll(() => linkOn(page)).not.toBe(first);
  const second = await linkOn(page);
  await page.getByRole("button", { name: `Cancel invitation for ${username}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel invitation" }).click();
  await expect(page.getByText("No open invitations.")).toBeVisible();
  for (const link of [first, second]) {
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Invitation Error" })).toBeVisible();
  }
});

test("someone with an account signs in first and joins a second family", async ({ page, browser }) => {
  const inviter = await signUpFamily(page.request);
  const theirs = await otherDevice(browser, page);
  const invited = await signUpFamily(theirs.request);
  await theirs.request.post("/api/auth/logout");

  await page.goto("/invite-family-members");
  await page.getByLabel("Username").fill(guest());
  await page.getByLabel("Email").fill(invited.email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await linkOn(page);

  // If the inviter opens it by mistake, nothing happens.
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This invitation is for someone else" })).toBeVisible();

  await theirs.goto(link);
  await theirs.getByRole("main").getByRole("link", { name: "Sign In" }).click();
  await theirs.getByLabel("Username or email").fill(invited.username);
  await theirs.getByLabel("Password", { exact: true }).fill(invited.password);
  await theirs.getByRole("button", { name: "Sign In with Love" }).click();
  await theirs.getByRole("button", { name: `Join ${inviter.familyName}` }).click();
  await expect(theirs).toHaveURL(/:\d+\/$/);
  const families = await (await theirs.request.get("/api/user-organizations")).json();
  expect(families).toHaveLength(2);
});

test("a child's account is created, and a one-time link signs the child in @phone", async ({
  page,
  browser,
}) => {
  const errors = collectErrors(page);
  const { username: owner, familyName } = await signUpFamily(page.request);
  const username = `ife-${randomUUID().slice(0, 8)}`;
  await page.goto("/create-child-account");
  await page.getByLabel("Name", { exact: true }).fill("Ife");
  await page.getByLabel("Date of birth").fill("2018-05-04");
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill("bear and boat");
  await page.getByRole("button", { name: "Create Child Account" }).click();
  await expect(page.getByRole("heading", { name: "Ife's account is ready" })).toBeVisible();

  await page.getByRole("link", { name: "Sign them in with a link" }).click();
  await page.getByRole("button", { name: "Create a link for Ife" }).click();
  await expect(page.getByRole("img", { name: "QR code that signs in as Ife" })).toBeVisible();
  await expect(page.getByRole("timer")).toHaveText(/^1[45]:\d\d$/);
  await expect(page.getByText(owner, { exact: true })).toBeHidden();
  const link = await linkOn(page);

  const theirs = await otherDevice(browser, page);
  errors.push(...collectErrors(theirs));
  // A mail scanner opens it first, which uses nothing up.
  expect((await theirs.request.get(link)).status()).toBe(200);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "Hello, Ife" })).toBeVisible();
  await theirs.getByRole("button", { name: "Sign in as Ife" }).click();
  await expect(theirs).toHaveURL(/:\d+\/$/);
  // Already onboarded: the album, no wizard.
  await expect(theirs.getByRole("banner").getByText(familyName)).toBeVisible();
  await theirs.goto("/invite-family-members");
  await expect(theirs.getByRole("heading", { name: "This page is for your family's admins" })).toBeVisible();

  const late = await otherDevice(browser, page);
  await late.goto(link);
  await expect(late.getByText(/This link has been used or has expired/)).toBeVisible();
  expect(errors).toEqual([]);
});
