import { expect } from "@playwright/test";
import { brokenRules } from "./support/accessible";
import { signUpNewFamily, walkThroughWizard } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

const visitorPages = [
  "/",
  "/login",
  "/create-account",
  "/organization/signup",
  "/pricing",
  "/forgot-password",
  "/register/no-such-code",
];
const albumPages = [
  "/",
  "/welcome",
  "/recent-uploads",
  "/latest-uploads",
  "/favorites",
  "/media/2024/3",
  "/search",
  "/search?tag=garden",
  "/settings",
  "/settings?tab=notifications",
  "/settings?tab=region",
  "/settings?tab=data",
  "/profile",
  "/settings?tab=family",
  "/security",
  "/notifications",
  "/tagged",
  "/billing",
  "/quota",
  "/print-orders",
  "/admin-print-orders",
  "/pricing",
  "/admin-notifications",
  "/manage-users",
  "/admin-users",
  "/invite-family-members",
  "/create-child-account",
  "/direct-access",
  "/login",
  "/nowhere",
];

for (const scheme of ["light", "dark"] as const) {
  test(`no page breaks a rule of axe in ${scheme} colours @both`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const broken: string[] = [];
    const check = async (address: string) => {
      await page.goto(address);
      // The viewer is a dialog over everything else.
      await expect(page.getByRole("main").or(page.getByRole("dialog")).first()).toBeVisible();
      await expect(page.locator(".skeleton:visible")).toHaveCount(0);
      for (const rule of await brokenRules(page)) broken.push(`${address}: ${rule}`);
      // Nothing is cut off: no page scrolls sideways.
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) broken.push(`${address}: ${overflow} px too wide`);
    };
    for (const address of visitorPages) await check(address);
    await signUpNewFamily(page.request);
    await page.goto("/");
    // A reload stays at the step that was reached.
    await walkThroughWizard(page, () => check("/"));
    await expect(page.getByRole("button", { name: "Upload your first picture" })).toBeVisible();
    await check("/");
    const item = await page.request.post("/api/media", {
      multipart: {
        fileData: { name: "garden.jpg", mimeType: "image/jpeg", buffer: await photo() },
        year: "2024",
        month: "3",
        description: "In the #garden",
      },
    });
    const { id } = (await item.json()) as { id: string };
    for (const address of [...albumPages, `/view-image/${id}`, `/card/${id}`, `/feed/${id}`])
      await check(address);
    expect(broken).toEqual([]);
  });
}
