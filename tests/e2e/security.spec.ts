import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { cameraPicture } from "@/tests/support/pictures";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { appCode } from "./support/app-code";
import { collectErrors, signUpFamily, type TestPerson } from "./support/family";
import { withPasskeys } from "./support/passkeys";
import { test } from "./support/test";

const program = promisify(execFile);

async function signOut(context: BrowserContext): Promise<void> {
  await context.clearCookies();
}

async function signInWithPassword(page: Page, person: TestPerson): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username or email").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In with Love" }).click();
}

const card = (page: Page, name: string) => page.getByRole("region", { name });

async function expectAccessible(page: Page): Promise<void> {
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);
}

test("a passkey is added after the password, opens the album, and is removed @phone", async ({ page }) => {
  const errors = collectErrors(page);
  const person = await signUpFamily(page.request);
  await withPasskeys(page);
  await page.goto("/security");
  const passkeys = card(page, "Passkeys");
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Rose's phone");
  await dialog.getByLabel("Your password").fill("not my password");
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await expect(dialog.getByText("That is not your password. Please try again.")).toBeVisible();
  await dialog.getByLabel("Your password").fill(person.password);
  await dialog.getByRole("button", { name: "Add passkey" }).click();
  await expect(passkeys.getByText("Rose's phone")).toBeVisible();
  await expect(card(page, "Recent activity").getByText("Added the passkey “Rose's phone”")).toBeVisible();
  await expect(page.getByText("Passkey added", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await signOut(page.context());
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/security");
  await expect(card(page, "Where you are signed in").getByText("Signed in with a passkey")).toBeVisible();

  await passkeys.getByRole("button", { name: "Remove Rose's phone" }).click();
  const removal = page.getByRole("dialog", { name: "Remove this passkey?" });
  await removal.getByRole("button", { name: "Confirm with a passkey" }).click();
  await expect(passkeys.getByText("Rose's phone")).toBeHidden();
  expect(errors.filter((error) => !error.includes("422"))).toEqual([]);
});

test("the authenticator app is set up and asked for at sign-in, and a recovery code works too", async ({
  page,
}) => {
  const person = await signUpFamily(page.request);
  await page.goto("/security");
  const app = card(page, "Authenticator app");
  await app.getByRole("button", { name: "Set up the app" }).click();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Continue" }).click();
  const scan = page.getByRole("dialog", { name: "Scan this code with the app" });
  await expect(scan.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = (await scan.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
  await expectAccessible(page);
  await scan.getByRole("textbox", { name: "Code" }).fill(appCode(secret));
  await scan.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const recoveryCode = (await codes.getByRole("listitem").first().textContent()) ?? "";
  await codes.getByRole("button", { name: "I've saved them" }).click();
  await expect(app.getByText("10 recovery codes left")).toBeVisible();

  await signOut(page.context());
  await signInWithPassword(page, person);
  await expect(page.getByText("enter the code that your authenticator app shows")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Code").fill("000 000");
  await page.getByRole("button", { name: "Sign In with Love" }).click();
  await expect(page.getByText("That code is wrong")).toBeVisible();
  // The code that turned it on is used up, so the next one is used early.
  await page.getByLabel("Code").fill(appCode(secret, 1));
  await page.getByRole("button", { name: "Sign In with Love" }).click();
  await expect(page).toHaveURL("/");

  await signOut(page.context());
  await signInWithPassword(page, person);
  await page.getByLabel("Code").fill(recoveryCode);
  await page.getByRole("button", { name: "Sign In with Love" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/security");
  await expect(app.getByText("9 recovery codes left")).toBeVisible();
  await app.getByRole("button", { name: "Turn off" }).click();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
  await expect(app.getByRole("button", { name: "Set up the app" })).toBeVisible();
});

async function secondDevice(browser: Browser, person: TestPerson): Promise<Page> {
  const context = await browser.newContext({
    userAgent:
      "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/604.1",
  });
  const page = await context.newPage();
  await signInWithPassword(page, person);
  await expect(page).toHaveURL("/");
  return page;
}

test("another device is signed out from here", async ({ page, browser }) => {
  const person = await signUpFamily(page.request);
  const tablet = await secondDevice(browser, person);
  await page.goto("/security");
  const devices = card(page, "Where you are signed in");
  await expect(devices.getByText("This device")).toBeVisible();
  await devices.getByRole("button", { name: "Sign out Safari on iPad" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(devices.getByText("Safari on iPad")).toBeHidden();
  await tablet.reload();
  await expect(tablet.getByRole("link", { name: "Sign In" }).first()).toBeVisible();
  expect((await tablet.request.get("/api/auth/me")).status()).toBe(401);
  expect((await page.request.get("/api/auth/me")).status()).toBe(200);
  await tablet.context().close();
});

test("an API key created here lets the command line upload, until it is revoked here", async ({
  page,
  baseURL,
}) => {
  const person = await signUpFamily(page.request);
  await page.goto("/security");
  const keys = card(page, "API keys");
  await keys.getByRole("button", { name: "Create an API key" }).click();
  const dialog = page.getByRole("dialog", { name: "Create an API key" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("NAS in the hall");
  await dialog.getByLabel("Your password").fill(person.password);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Your new key" });
  const key = await shown.getByLabel("API key").inputValue();
  await expectAccessible(page);
  await shown.getByRole("button", { name: "I've copied it" }).click();
  await expect(keys.getByText("never used")).toBeVisible();

  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-upload-"));
  writeFileSync(path.join(folder, "beach.jpg"), await cameraPicture("2023:05:06 07:08:09"));
  const upload = () =>
    program(process.execPath, ["cli/keepsake.mjs", "upload", folder, "--json"], {
      env: { ...process.env, KEEPSAKE_URL: baseURL, KEEPSAKE_KEY: key },
    });
  expect((await upload()).stdout).toContain('"uploaded":1');
  await page.goto("/media/2023/5");
  await expect(page.getByRole("main").locator("[data-tile-link]")).toHaveCount(1);

  await page.goto("/security");
  await expect(keys.getByText("last used today")).toBeVisible();
  await keys.getByRole("button", { name: "Revoke the key NAS in the hall" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(keys.getByText("NAS in the hall")).toBeHidden();
  // The server's other processes learn of it within 2 s; an upload that begins before then can end in the middle.
  const exitCode = () =>
    upload().then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  await expect.poll(exitCode).toBe(3);
  rmSync(folder, { recursive: true });
});

/** Signs in on the provider's own pages. */
async function atProvider(page: Page, name: string): Promise<void> {
  await page.locator("input[name=login]").fill(name);
  await page.locator("input[name=password]").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("an account elsewhere is linked after entering the password, and signs in to the album", async ({
  page,
}) => {
  const person = await signUpFamily(page.request);
  await page.goto("/security");
  const elsewhere = card(page, "Linked accounts");
  await elsewhere.getByRole("button", { name: "Link Village School" }).click();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Go to Village School" }).click();
  await atProvider(page, person.username);
  await expect(page).toHaveURL("/security");
  await expect(elsewhere.getByText(`${person.username}@provider.example`)).toBeVisible();

  await signOut(page.context());
  await page.goto("/login?next=%2Fsecurity");
  await page.getByRole("link", { name: "Continue with Village School" }).click();
  await atProvider(page, person.username);
  await expect(page).toHaveURL("/security");
  await elsewhere.getByRole("button", { name: "Unlink Village School" }).click();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(elsewhere.getByRole("button", { name: "Link Village School" })).toBeVisible();
});

test("a newcomer signs in with an account elsewhere and reaches the wizard", async ({ page }) => {
  await page.goto("/login");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Continue with Village School" }).click();
  const name = `nia-${Date.now()}`;
  await atProvider(page, name);
  await expect(page).toHaveURL("/");
  const user = await (await page.request.get("/api/auth/me")).json();
  expect(user).toMatchObject({ username: name, hasPassword: false });
});

test("cancelling at the provider leads back to the sign-in page with a kind message", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Continue with Village School" }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "You didn't finish signing in at Village School",
  );
  await expect(page.getByRole("button", { name: "Sign In with Love" })).toBeVisible();
});
