import { expect, type Page } from "@playwright/test";
import { signUpFamily, type TestPerson } from "./support/family";
import { messageFor, signInSuperAdmin } from "./support/outbox";
import { test } from "./support/test";

async function openAsSuperAdmin(page: Page, address: string): Promise<void> {
  const data = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  await page.request.post("/api/auth/login", { data });
  await page.goto(address);
}

/** Finds the person's family by email, and changes it in its dialog. */
async function changeFamily(page: Page, { email }: TestPerson, change: () => Promise<void>): Promise<void> {
  await page.getByRole("searchbox", { name: "Find a family" }).fill(email);
  await expect(page.getByRole("status").filter({ hasText: "1 family" })).toBeVisible();
  await page.getByRole("button", { name: "Change The Okafors" }).click();
  await change();
  await expect(page.getByRole("dialog")).toBeHidden();
}

test("a family is found, upgraded, suspended and freed", async ({ page, browser, baseURL }) => {
  const theirs = await browser.newContext({ baseURL: baseURL ?? "" });
  const person = await signUpFamily(theirs.request);
  const album = await theirs.newPage();
  await openAsSuperAdmin(page, "/super-admin?tab=families");

  await changeFamily(page, person, async () => {
    await page.getByRole("radio", { name: "Premium Plan" }).check();
    await page.getByRole("button", { name: "Save" }).click();
  });
  await expect(page.getByRole("listitem").filter({ hasText: person.email })).toContainText("Premium Plan");
  await album.goto("/billing");
  await expect(album.getByText("Premium Plan").first()).toBeVisible();

  await changeFamily(page, person, async () => {
    await page.getByRole("switch", { name: "Suspended" }).check();
    await page.getByRole("button", { name: "Suspend the family" }).click();
  });
  await album.goto("/favorites");
  await expect(
    album.getByRole("heading", { name: "The album of The Okafors is closed for now" }),
  ).toBeVisible();
  expect((await theirs.request.get("/api/media")).status()).toBe(403);

  await changeFamily(page, person, async () => {
    await page.getByRole("switch", { name: "Suspended" }).uncheck();
    await page.getByRole("button", { name: "Save" }).click();
  });
  await album.goto("/favorites");
  await expect(album.getByRole("heading", { name: "Favorites" })).toBeVisible();

  await page.goto("/super-admin/activity-log");
  const log = page.getByRole("list", { name: "Activity" });
  for (const act of ["Reopened a family", "Suspended a family", "Changed a family's plan"]) {
    await expect(log.getByText(act).first()).toBeVisible();
  }
  await theirs.close();
});

test("an edited template is used in the mail that someone gets", async ({
  page,
  request,
  playwright,
  baseURL,
}) => {
  const person = await signUpFamily(request);
  await openAsSuperAdmin(page, "/super-admin/email-templates");
  await page.getByLabel("Email", { exact: true }).selectOption({ label: "Password changed" });
  await page.getByLabel("Text", { exact: true }).fill("Dear {{nobody}}, it is done.");
  await expect(page.getByText("{{nobody}} has no value in this email")).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("Dear {{username}}, the new key to your album is cut.");
  // No script may run in its frame, so in Chromium the test's own can look into it only sometimes.
  const preview = page.getByTitle("Email preview");
  await expect(preview).toHaveAttribute("srcdoc", /Dear grandma\.rose, the new key to your album is cut\./);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Edited")).toBeVisible();

  const data = { currentPassword: person.password, newPassword: "monday lunch" };
  expect((await request.post("/api/auth/change-password", { data })).ok()).toBe(true);
  const superAdmin = await signInSuperAdmin(playwright.request, baseURL);
  const mail = await messageFor(superAdmin, person.email);
  expect(mail).toContain(`Dear ${person.username}, the new key to your album is cut.`);

  await page.getByRole("button", { name: "Reset to the original" }).click();
  await expect(page.getByText("Edited")).toBeHidden();
});
