import { expect } from "@playwright/test";
import { collectErrors, signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

test("an admin has the originals verified and sees the progress", async ({ page }) => {
  await signUpFamily(page.request);
  for (const name of ["garden.jpg", "beach.jpg"]) {
    const uploaded = await page.request.post("/api/media", {
      multipart: {
        fileData: { name, mimeType: "image/jpeg", buffer: await photo() },
        year: "2024",
        month: "3",
        description: "",
      },
    });
    expect(uploaded.status()).toBe(201);
  }
  const errors = collectErrors(page);
  await page.goto("/admin/maintenance");
  await page.getByRole("button", { name: "Start: Verify originals" }).click();
  await expect(page.getByText("All 2 originals intact")).toBeVisible();
  await expect(page.getByRole("button", { name: "Start: Verify originals" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nightly check" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("the maintenance page says that the album is open when it is", async ({ page }) => {
  const answer = await page.goto("/maintenance");
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: /is open/ })).toBeVisible();
});
