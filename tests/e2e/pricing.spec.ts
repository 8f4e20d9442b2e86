import { expect } from "@playwright/test";
import { test } from "./support/test";

const price = (plan: string) => `li:has(h2:text-is("${plan}")) strong`;

for (const [locale, family, premium] of [
  ["en-GB", "£4.99", "£9.99"],
  ["de-DE", "€5.79", "€11.59"],
  ["ja-JP", "JP¥933", "JP¥1,868"],
  // The table has no currency for this region.
  ["en-IN", "£4.99", "£9.99"],
] as const) {
  test.describe(`a browser in ${locale}`, () => {
    test.use({ locale });
    test("is shown prices in its own currency, without a script", async ({ page, request }) => {
      const html = await (await request.get("/pricing", { headers: { "Accept-Language": locale } })).text();
      expect(html).toContain(family);
      await page.goto("/pricing");
      await expect(page.locator(price("Family Plan"))).toHaveText(family);
      await expect(page.locator(price("Premium Plan"))).toHaveText(premium);
    });
  });
}
