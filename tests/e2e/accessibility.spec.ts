import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { brokenRules, colourRules } from "./support/accessible";
import { collectErrors, signUpFamily, signUpNewFamily, walkThroughWizard } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

const visitorPages = [
  "/",
  "/login",
  "/create-account",
  "/organization/signup",
  "/pricing",
  "/maintenance",
  "/forgot-password",
  "/register/no-such-code",
  "/privacy",
  "/terms",
  "/data-management",
  "/family-safety",
];
const albumPages = [
  "/",
  "/welcome",
  "/recent-uploads",
  "/latest-uploads",
  "/favorites",
  "/all-photos",
  "/albums",
  "/albums?new=1",
  "/on-this-day",
  "/growing-up",
  "/films",
  "/media/2024/3",
  "/search",
  "/search?tag=garden",
  "/settings",
  "/settings?tab=notifications",
  "/settings?tab=memories",
  "/settings?tab=region",
  "/settings?tab=data",
  "/profile",
  "/settings?tab=family",
  "/security",
  "/notifications",
  "/tagged",
  "/people",
  "/people?hidden=true",
  "/map",
  "/map?hide=1",
  "/map/places/2267057",
  "/billing",
  "/admin/stripe-settings",
  "/quota",
  "/print-orders",
  "/admin-print-orders",
  "/gift-shop",
  "/admin/vouchers",
  "/print-diagnostics",
  "/print-provider-test",
  "/admin/maintenance",
  "/pricing",
  "/ai-photo-sorter",
  "/import",
  "/screens",
  "/books",
  "/show",
  "/admin-notifications",
  "/manage-users",
  "/admin-users",
  "/invite-family-members",
  "/create-child-account",
  "/direct-access",
  "/admin/dashboard",
  "/report-issue",
  "/report-content",
  "/test-media",
  "/view-images",
  "/image-diagnostic",
  "/profile-test",
  "/video-test",
  "/login",
  "/nowhere",
];

const superAdminPages = [
  "/super-admin",
  "/super-admin?tab=families",
  "/super-admin?tab=people",
  "/super-admin/settings",
  "/super-admin/api-keys",
  "/super-admin/activity-log",
  "/super-admin/marketing",
  "/super-admin/email-templates",
  "/super-admin/system-health",
  "/super-admin/reports",
  "/setup",
];

/** @returns the item's id */
async function uploadGarden(request: APIRequestContext): Promise<string> {
  const buffer = await photo();
  const item = await request.post("/api/media", {
    multipart: {
      fileData: { name: "garden.jpg", mimeType: "image/jpeg", buffer },
      year: "2024",
      month: "3",
      description: "In the #garden",
    },
  });
  return ((await item.json()) as { id: string }).id;
}

/** How many pages one test looks at: the tests share the machine's two browsers. */
const PAGES_AT_ONCE = 10;

/** What is wrong with a page, in both colours; the page is loaded once. */
async function faultsOf(page: Page, address: string): Promise<string[]> {
  // A dialog that is fetched by itself could otherwise come later, and be judged while it fades in.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(address);
  // The viewer is a dialog over everything else.
  await expect(page.getByRole("main").or(page.getByRole("dialog")).first()).toBeVisible();
  await expect(page.locator(".skeleton:visible")).toHaveCount(0);
  const faults: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const rules = colorScheme === "light" ? colourRules : undefined;
    for (const rule of await brokenRules(page, rules)) faults.push(`${address} ${colorScheme}: ${rule}`);
  }
  // Nothing is cut off: no page scrolls sideways.
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) faults.push(`${address}: ${overflow} px too wide`);
  return faults;
}

async function expectNoFaults(page: Page, addresses: string[]): Promise<void> {
  const errors = collectErrors(page);
  const faults: string[] = [];
  for (const address of addresses) {
    faults.push(...(await faultsOf(page, address)));
    faults.push(...errors.splice(0).map((error) => `${address}: ${error}`));
  }
  expect(faults).toEqual([]);
}

test.describe.configure({ mode: "parallel" });

test("no page for visitors breaks a rule of axe @both", async ({ page }) => {
  await expectNoFaults(page, visitorPages);
});

test("the wizard and an empty album break no rule of axe @both", async ({ page }) => {
  await signUpNewFamily(page.request);
  await page.goto("/");
  const faults: string[] = [];
  // A reload stays at the step that was reached.
  await walkThroughWizard(page, async () => {
    faults.push(...(await faultsOf(page, "/")));
  });
  await expect(page.getByRole("button", { name: "Upload your first photo" })).toBeVisible();
  expect([...faults, ...(await faultsOf(page, "/"))]).toEqual([]);
});

test("the viewer breaks no rule of axe @both", async ({ page }) => {
  await signUpFamily(page.request);
  const id = await uploadGarden(page.request);
  await expectNoFaults(page, ["/", `/view-image/${id}`, `/card/${id}`, `/feed/${id}`]);
});

for (let from = 0; from < albumPages.length; from += PAGES_AT_ONCE) {
  const addresses = albumPages.slice(from, from + PAGES_AT_ONCE);
  test(`no page from ${addresses[0]} to ${addresses.at(-1)} breaks a rule of axe @both`, async ({ page }) => {
    await signUpFamily(page.request);
    await uploadGarden(page.request);
    await expectNoFaults(page, addresses);
  });
}

test("no page of the super admin breaks a rule of axe @both", async ({ page }) => {
  const data = { usernameOrEmail: "super@example.org", password: "super-admin-of-tests" };
  await page.request.post("/api/auth/login", { data });
  await expectNoFaults(page, superAdminPages);
});
