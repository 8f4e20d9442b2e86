import { expect } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { startSlowLine } from "./support/slow-line";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

test("a heart counts even if the page is left before it was sent", async ({ page, baseURL }) => {
  await signUpFamily(page.request);
  const [id] = await uploadPhotos(page.request, { count: 1, year: 2024, month: 3 });
  const line = await startSlowLine(baseURL ?? "");
  try {
    await page.goto(`${line.origin}/view-image/${id}`);
    const release = line.holdRequests((path) => path === "/api/hearts");
    await page.getByRole("button", { name: "Heart, 0 hearts" }).click();
    await expect(page.getByRole("button", { name: "Heart, 1 heart" })).toBeVisible();
    await page.goto("about:blank");
    release();
    const heartsOf = async () => (await page.request.get(`/api/hearts/${id}/count`)).json();
    await expect.poll(heartsOf).toEqual({ count: 1 });
  } finally {
    await line.stop();
  }
});
