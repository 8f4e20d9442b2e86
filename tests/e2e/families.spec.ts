import { type APIRequestContext, expect, type Page } from "@playwright/test";
import {
  collectErrors,
  completeOnboarding,
  invite,
  newPerson,
  signUpFamily,
  type TestPerson,
} from "./support/family";
import { test } from "./support/test";

/** A second, unrelated family that has invited this person; they have accepted and are now in it. */
async function joinSecondFamily(
  person: APIRequestContext,
  who: TestPerson,
  stranger: APIRequestContext,
): Promise<void> {
  await signUpFamily(stranger);
  await stranger.put("/api/organization/current", { data: { name: "The Lindqvists", icon: "star" } });
  const code = await invite(stranger, who);
  const accepted = await person.post(`/api/register/${code}/accept`);
  expect(accepted.status(), await accepted.text()).toBe(200);
}

const switcher = (page: Page, name: string) => page.getByRole("button", { name: `Your family: ${name}` });

test("someone in two families switches between them, and each shows its own album @both", async ({
  page,
  playwright,
  baseURL,
}) => {
  const errors = collectErrors(page);
  const ada = await signUpFamily(page.request);
  const stranger = await playwright.request.newContext({ baseURL });
  await joinSecondFamily(page.request, ada, stranger);

  await page.goto("/");
  await switcher(page, "The Lindqvists").click();
  const families = page.getByRole("menuitemradio");
  await expect(families).toHaveCount(2);
  await expect(page.getByRole("menuitemradio", { name: /The Lindqvists Member 2 members/ })).toBeChecked();
  await page.getByRole("menuitemradio", { name: /The Okafors Owner 1 member/ }).click();
  await expect(switcher(page, "The Okafors")).toBeVisible();
  // She can manage the family she owns, but not the one in which she is a member.
  await page.goto("/manage-users");
  await expect(page.getByRole("heading", { name: "Manage Users" })).toBeVisible();
  await switcher(page, "The Okafors").click();
  await page.getByRole("menuitemradio", { name: /The Lindqvists/ }).click();
  await expect(page.getByRole("heading", { name: "This page is for your family's admins" })).toBeVisible();
  expect(errors).toEqual([]);
  await stranger.dispose();
});

test("the other tabs follow a switch in one tab, and a sign-out", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const ada = await signUpFamily(page.request);
  const stranger = await playwright.request.newContext({ baseURL });
  await joinSecondFamily(page.request, ada, stranger);
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto("/");
    await expect(switcher(tab, "The Lindqvists")).toBeVisible();
    // Its session check is done, so it now listens to the other tab.
    await tab.waitForLoadState("networkidle");
  }
  await switcher(page, "The Lindqvists").click();
  await page.getByRole("menuitemradio", { name: /The Okafors/ }).click();
  for (const tab of [page, second]) await expect(switcher(tab, "The Okafors")).toBeVisible();

  await second.waitForLoadState("networkidle");
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: /Your account/ }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  for (const tab of [page, second]) await expect(tab).toHaveURL(/\/login$/);
  await stranger.dispose();
});

test("someone without a family creates one from home and is in it", async ({ page }) => {
  const person = newPerson();
  const made = await page.request.post("/api/create-account", { data: person });
  expect(made.status()).toBe(201);
  await completeOnboarding(page.request, person.email);
  await page.goto("/");
  await page.getByRole("button", { name: "Create New Family" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Family" });
  await dialog.getByLabel("Family name").fill("The Lindqvists");
  await dialog.getByRole("button", { name: "Create family" }).click();
  await expect(page.getByText("Family created successfully", { exact: true }).first()).toBeVisible();
  await expect(switcher(page, "The Lindqvists")).toBeVisible();
  // Each owner has one free family; the next one needs a plan.
  await switcher(page, "The Lindqvists").click();
  await page.getByRole("menuitem", { name: "Create New Family" }).click();
  await expect(dialog.getByText(/You already own a free family/)).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /^Free/ })).toHaveCount(0);
});

test("a removed member has no access from the next request on, and their pictures stay", async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const owner = await playwright.request.newContext({ baseURL });
  const ada = await signUpFamily(owner);
  const nana = newPerson();
  const registered = await owner.post(`/api/register/${await invite(owner, nana)}`, {
    data: { password: nana.password, phoneNumber: null },
  });
  expect(registered.status(), await registered.text()).toBe(201);
  await owner.dispose();

  const theirs = await browser.newContext({ baseURL: baseURL ?? "" });
  const nanasPage = await theirs.newPage();
  await theirs.request.post("/api/auth/login", {
    data: { usernameOrEmail: nana.username, password: nana.password },
  });
  await completeOnboarding(theirs.request, nana.email);
  await nanasPage.goto("/");
  await expect(switcher(nanasPage, "The Okafors")).toBeVisible();

  await page.request.post("/api/auth/login", {
    data: { usernameOrEmail: ada.username, password: ada.password },
  });
  await page.goto("/manage-users");
  const row = page.getByRole("listitem").filter({ hasText: nana.email });
  await row.getByRole("button", { name: /Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Remove from the family" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("What they uploaded stays in the album");
  await question.getByRole("button", { name: "Remove" }).click();
  // While the question is open, the list behind it can't be found by its role.
  await expect(question).toBeHidden();
  await expect(row).toHaveCount(0);

  await nanasPage.reload();
  await expect(nanasPage.getByRole("region", { name: "Create or join a family" })).toBeVisible();
  expect((await theirs.request.get("/api/media")).status()).toBe(403);
  await theirs.close();
});

test("an owner transfers ownership, and can then leave", async ({ page, playwright, baseURL }) => {
  await signUpFamily(page.request);
  const nana = newPerson();
  const code = await invite(page.request, nana);
  const visitor = await playwright.request.newContext({ baseURL });
  const registered = await visitor.post(`/api/register/${code}`, {
    data: { password: nana.password, phoneNumber: null },
  });
  expect(registered.status(), await registered.text()).toBe(201);

  await page.goto("/settings?tab=family");
  await page.getByRole("button", { name: "Leave family" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave family" }).click();
  await expect(page.getByText(/Make someone else the owner first/)).toBeVisible();
  await page.getByLabel("New owner").selectOption({ label: `${nana.username} (${nana.email})` });
  await page.getByRole("button", { name: "Transfer" }).click();
  await page.getByRole("button", { name: "Transfer ownership" }).click();
  await expect(page.getByText(/is now the owner of The Okafors/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete family" })).toHaveCount(0);
  await page.getByRole("button", { name: "Leave family" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Leave family" }).click();
  await expect(page.getByRole("region", { name: "Create or join a family" })).toBeVisible();
  await visitor.dispose();
});
