import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { readPageList } from "@/tests/support/page-list";
import { atBothWidths, brokenInBothThemes, phone } from "./support/accessible";
import { collectErrors, signUpFamily, signUpNewFamily, walkThroughWizard } from "./support/family";
import { faultsIfTextWereLarge } from "./support/large-text";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

/** Every page in the frozen list, with a placeholder for each parameter. */
const pages = [...readPageList()];
const pagesFor = (isFor: (who: string) => boolean) =>
  pages.filter(([, who]) => isFor(who)).map(([address]) => address);
const isForAnyone = (who: string) => who.startsWith("anyone");
const isForSuperAdmins = (who: string) => who.startsWith("super admin");

const visitorPages = ["/", ...pagesFor(isForAnyone)];
const superAdminPages = [
  ...pagesFor(isForSuperAdmins),
  "/super-admin?tab=families",
  "/super-admin?tab=people",
];
const albumPages = [
  ...pagesFor((who) => !isForAnyone(who) && !isForSuperAdmins(who)),
  "/welcome",
  "/albums?new=1",
  "/search?tag=garden",
  "/settings?tab=notifications",
  "/settings?tab=memories",
  "/settings?tab=region",
  "/settings?tab=data",
  "/settings?tab=family",
  "/people?hidden=true",
  "/map?hide=1",
  "/pricing",
  "/login",
  "/nowhere",
];

const filled = (address: string, id: string) =>
  address
    .replace("{year}", "2024")
    .replace("{month}", "3")
    .replace("{id}", id)
    .replace("{groupId}", "0190aaaa-0000-7000-8000-000000000000")
    .replace("{town}", "2267057")
    .replace("{code}", "no-such-code");

/** A family with a picture, which is also in the basket, so that every button of the header is there. */
async function signInWithPicture(request: APIRequestContext): Promise<string> {
  await signUpFamily(request);
  const description = "In the #garden";
  const [id = ""] = await uploadPhotos(request, { count: 1, year: 2024, month: 3, description });
  const added = await request.post("/api/basket/add", { data: { mediaId: id, quantity: 1 } });
  expect(added.ok()).toBe(true);
  return id;
}

/** Nothing is cut off: no page scrolls sideways. */
async function overflowOf(page: Page): Promise<string[]> {
  // Layout done by script follows the window a moment later.
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: 10_000 }).catch(() => {});
  const pixels = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return pixels > 0 ? [`${pixels} px too wide`] : [];
}

/** What is wrong with the current page: in both themes, at both widths, and on a phone with large text. */
const faultsHere = (page: Page) =>
  atBothWidths(page, async () => {
    const faults = [...(await overflowOf(page)), ...(await brokenInBothThemes(page))];
    if (page.viewportSize()?.width !== phone.width) return faults;
    return [...faults, ...(await faultsIfTextWereLarge(page)).map((fault) => `with large letters, ${fault}`)];
  });

/** Loads the page only once, which takes longer than all the checks. */
async function faultsOf(page: Page, address: string): Promise<string[]> {
  // Otherwise a dialog that loads later could be checked while it fades in.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(address);
  // The viewer is a dialog over everything else.
  await expect(page.getByRole("main").or(page.getByRole("dialog")).first()).toBeVisible();
  await expect(page.locator(".skeleton:visible")).toHaveCount(0);
  return (await faultsHere(page)).map((fault) => `${address}, ${fault}`);
}

async function expectNoFaults(page: Page, addresses: readonly string[], id = ""): Promise<void> {
  const errors = collectErrors(page);
  const faults: string[] = [];
  for (const address of addresses) {
    faults.push(...(await faultsOf(page, filled(address, id))));
    faults.push(...errors.splice(0).map((error) => `${address}: ${error}`));
  }
  expect(faults).toEqual([]);
}

test.describe.configure({ mode: "parallel" });

/** How many pages one test checks: the tests share the machine's browsers. */
const pagesAtOnce = 12;
for (let from = 0; from < albumPages.length; from += pagesAtOnce) {
  const addresses = albumPages.slice(from, from + pagesAtOnce);
  test(`no page from ${addresses[0]} to ${addresses.at(-1)} breaks a rule of axe, and each has room for large letters`, async ({
    page,
  }) => {
    await expectNoFaults(page, addresses, await signInWithPicture(page.request));
  });
}

test("no page for visitors breaks an axe rule, and each fits large text", async ({ page }) => {
  await expectNoFaults(page, visitorPages);
});

test("no page of the super admin breaks an axe rule, and each fits large text", async ({ page }) => {
  const data = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  await page.request.post("/api/auth/login", { data });
  await expectNoFaults(page, superAdminPages);
});

test("the wizard and an empty album break no axe rule, and fit large text", async ({ page }) => {
  await signUpNewFamily(page.request);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const faults: string[] = [];
  await walkThroughWizard(page, async () => {
    faults.push(...(await faultsHere(page)));
  });
  await expect(page.getByRole("button", { name: "Upload your first photo" })).toBeVisible();
  expect([...faults, ...(await faultsOf(page, "/"))]).toEqual([]);
});
