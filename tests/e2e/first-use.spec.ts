import { expect, type Page, type TestInfo } from "@playwright/test";
import { type Effort, personSeconds, watchEffort } from "./support/effort";
import { invite, newPerson, signUpFamily, signUpFromWelcome, walkThroughWizard } from "./support/family";
import { photos } from "./support/files";
import { withPasskeys } from "./support/passkeys";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

/** Adds the effort to the report, next to its limit. */
function report(info: TestInfo, effort: Effort): Effort & { seconds: number } {
  const seconds = Math.round(personSeconds(effort));
  const { typed, characters, presses } = effort;
  const words = `${typed.length} things typed (${characters} characters), ${presses} presses, ${seconds} s of a person's time`;
  info.annotations.push({ type: "first use", description: words });
  console.log(`${info.title}: ${words}`);
  return { ...effort, seconds };
}

async function giveHeart(page: Page): Promise<void> {
  // The whole card of the newest pictures is a link.
  await page.getByRole("region", { name: "Recent Uploads" }).getByRole("link", { name: "See all" }).click();
  await expect(page).toHaveURL(/\/recent-uploads$/);
  const heart = page.getByRole("main").getByRole("button", { name: /^Heart, / });
  await heart.first().click();
  await expect(heart.first()).toHaveAttribute("aria-pressed", "true");
}

test("from the first page to the first picture takes a person less than 3 minutes", async ({
  page,
}, info) => {
  const effort = await watchEffort(page);
  const person = newPerson();
  await signUpFromWelcome(page, person);
  await page.getByRole("button", { name: "Upload your first photo" }).click();
  await page.getByLabel("Files to upload").setInputFiles(await photos(1));
  await page.getByRole("button", { name: "Upload 1 file" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /photo/i }).first()).toBeVisible();
  // The system's own file dialog: open it, find and choose a picture, close it.
  const { presses, ...others } = effort();
  const { seconds, typed } = report(info, { ...others, presses: presses + 4 });
  expect(seconds).toBeLessThan(180);
  expect(typed.length).toBeLessThanOrEqual(9);
});

test("from an invitation's link to the first heart takes 8 things typed and less than 90 s @phone", async ({
  page,
  playwright,
  baseURL,
}, info) => {
  const owner = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await signUpFamily(owner);
  await uploadPhotos(owner, { count: 1, year: 2024, month: 3 });
  const code = await invite(owner, newPerson());
  const effort = await watchEffort(page);
  await page.goto(`/register/${code}`);
  await page.getByLabel("Password", { exact: true }).fill("sunday lunch");
  await page.getByLabel("Confirm password").fill("sunday lunch");
  await page.getByRole("button", { name: "Complete Registration" }).click();
  await walkThroughWizard(page);
  await giveHeart(page);
  const { seconds, typed } = report(info, effort());
  expect(typed.length).toBeGreaterThan(5);
  expect(typed.length).toBeLessThanOrEqual(8);
  expect(seconds).toBeLessThan(90);
  await owner.dispose();
});

test("a direct-access link opens the album in less than 15 s, with nothing typed @phone", async ({
  page,
  playwright,
  baseURL,
}, info) => {
  const owner = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const { familyName } = await signUpFamily(owner);
  const child = newPerson();
  const made = await owner.post("/api/child-accounts", {
    data: { displayName: "Ife", username: child.username, password: child.password, birthDate: "2018-05-04" },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };
  const access = await owner.post("/api/direct-access", { data: { userId: id } });
  expect(access.status(), await access.text()).toBe(201);
  const { url } = (await access.json()) as { url: string };
  const effort = await watchEffort(page);
  await page.goto(url);
  await page.getByRole("button", { name: /^Sign in as/ }).click();
  await expect(page.getByRole("banner").getByText(familyName)).toBeVisible();
  const { seconds, typed } = report(info, effort());
  expect(typed).toEqual([]);
  expect(seconds).toBeLessThan(15);
  await owner.dispose();
});

test("a passkey opens the album in less than 15 s, with nothing typed", async ({ page }, info) => {
  const person = await signUpFamily(page.request);
  await withPasskeys(page);
  await page.goto("/security");
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Your password").fill(person.password);
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByText("Passkey added", { exact: true })).toBeVisible();
  await page.context().clearCookies();
  const effort = await watchEffort(page);
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL("/");
  // A fingerprint or face for the phone's own prompt.
  const { presses, ...others } = effort();
  const { seconds, typed } = report(info, { ...others, presses: presses + 1 });
  expect(typed).toEqual([]);
  expect(seconds).toBeLessThan(15);
});
