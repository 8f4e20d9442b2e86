import { expect } from "@playwright/test";
import { brokenInAnyLook, brokenRulesAtBothWidths } from "./support/accessible";
import { collectErrors, signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

test("a search says what it understood, and a part of it is removed @phone", async ({ page }) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  const [first = ""] = await uploadPhotos(page.request, { count: 3, year: 2024, month: 6 });
  await uploadPhotos(page.request, { count: 1, year: 2023, month: 6 });
  const member = await page.request.post("/api/family-members", { data: { name: "Grandma" } });
  const { id } = await member.json();
  await page.request.put(`/api/media/${first}/tags`, { data: { memberIds: [id] } });

  await page.goto("/search");
  await page.getByRole("searchbox").locator("visible=true").fill("photos in June 2024");
  await expect(page.getByText("3 results for “photos in June 2024”")).toBeVisible();
  const parts = page.getByRole("list", { name: "What the search understood" });
  await expect(parts.getByRole("button")).toHaveText(["Photos", "June 2024"]);
  await page.getByRole("searchbox").locator("visible=true").fill("photos of Grandma in June 2024");
  await expect(page.getByText("1 result for “photos of Grandma in June 2024”")).toBeVisible();
  await expect(parts.getByRole("button")).toHaveText(["Photos", "Grandma", "June 2024"]);
  expect(await brokenInAnyLook(page)).toEqual([]);

  await parts.getByRole("button", { name: /^Grandma: / }).click();
  await expect(page).toHaveURL(/plain=person%3Agrandma/);
  await expect(page.getByText("No photos found matching query.").last()).toBeVisible();
  await expect(page.getByText("We looked for Photos and June 2024.")).toBeVisible();
  await expect(parts.getByRole("button", { name: /as plain words/ }).last()).toBeVisible();
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);
  await page.goBack();
  await expect(parts.getByRole("button")).toHaveText(["Photos", "Grandma", "June 2024"]);
  await parts.getByRole("button", { name: /^Grandma: / }).click();
  await page.getByRole("link", { name: "Search without June 2024" }).click();
  await expect(page.getByRole("searchbox").locator("visible=true")).toHaveValue("photos of Grandma");
  expect(errors).toEqual([]);
});
