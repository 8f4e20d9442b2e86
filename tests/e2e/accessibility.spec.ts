import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { photo } from "./support/files";

const visitorPages = ["/", "/login", "/create-account", "/organization/signup", "/forgot-password"];
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
      await page.evaluate(() => document.fonts.ready);
      // Colours are judged once everything has faded in.
      await page.evaluate(async () => {
        const passing = document
          .getAnimations()
          .filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
        await Promise.allSettled(passing.map((motion) => motion.finished));
      });
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, nodes } of violations)
        broken.push(`${address}: ${id} at ${nodes[0]?.target.join(" ")}`);
      // Nothing is cut off: no page scrolls sideways.
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) broken.push(`${address}: ${overflow} px too wide`);
    };
    for (const address of visitorPages) await check(address);
    await signUpFamily(page.request);
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
