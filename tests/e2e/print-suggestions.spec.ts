import { expect } from "@playwright/test";
import { brokenRules } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

test("the month's free prints are filled from the suggestions", async ({ page }) => {
  await signUpFamily(page.request);
  const now = new Date();
  const ids: string[] = [];
  for (const name of ["garden", "lake"]) {
    const uploaded = await page.request.post("/api/media", {
      multipart: {
        fileData: { name: `${name}.jpg`, mimeType: "image/jpeg", buffer: await photo(2000, 1500) },
        year: String(now.getUTCFullYear()),
        month: String(now.getUTCMonth() + 1),
        description: `At the ${name}`,
      },
    });
    expect(uploaded.status()).toBe(201);
    ids.push(((await uploaded.json()) as { id: string }).id);
  }
  expect((await page.request.post("/api/hearts", { data: { mediaId: ids[1] } })).status()).toBe(201);
  // They are suggested once their thumbnails are made.
  await expect
    .poll(async () => (await (await page.request.get("/api/print/suggestions")).json()).items.length)
    .toBe(2);

  await page.goto("/print-orders");
  const offered = page.getByRole("region", { name: "Suggested for this month" });
  await expect(offered.getByRole("listitem").first()).toContainText("1 heart");
  expect(await brokenRules(page)).toEqual([]);
  await offered.getByRole("button", { name: "Add to basket: At the lake" }).click();
  await expect(page.getByText("1 Photo Ready to Print").first()).toBeVisible();
  await offered.getByRole("button", { name: "Add to basket: At the garden" }).click();
  await expect(offered).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Print orders" })).toBeVisible();
  await expect(offered).toHaveCount(0);
});
