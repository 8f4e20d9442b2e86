import { expect } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

test("a file that is no photo is refused by its name and in words, and the others go up", {
  tag: "@both",
}, async ({ page }) => {
  await signUpFamily(page.request);
  await page.goto("/");
  await page.getByRole("button", { name: "Upload", exact: true }).last().click();
  const dialog = page.getByRole("dialog");
  const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
  const whole = await photo(640, 480);
  await page.getByLabel("Files to upload").setInputFiles([
    jpeg("diary.jpg", Buffer.from("Dear diary, this is no picture. ".repeat(500))),
    // Over ten megabytes files go up in parts: the first of them is enough.
    { name: "zeros.heic", mimeType: "image/heic", buffer: Buffer.alloc(40_000_000) },
    jpeg("beach.jpg", whole),
    jpeg("cut.jpg", whole.subarray(0, Math.floor(whole.length * 0.6))),
  ]);
  const parts: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/chunked-upload/")) parts.push(new URL(request.url()).pathname);
  });
  await page.getByRole("button", { name: "Upload 4 files" }).click();
  for (const name of ["diary.jpg", "zeros.heic"]) {
    await expect(
      dialog.getByText(
        `Failed to upload ${name}: Unsupported file type. Please upload an image or video file.`,
      ),
    ).toBeVisible();
  }
  await expect(page.getByText(/Successfully uploaded 2 of 4 files\./).first()).toBeVisible();
  const { items } = (await (await page.request.get("/api/media?limit=10")).json()) as {
    items: { fileName: string; derivatives: string }[];
  };
  expect(items.map(({ fileName }) => fileName).sort()).toEqual(["beach.jpg", "cut.jpg"]);
  // Three parts can be on their way at once.
  expect(parts.filter((path) => /part|chunk$/.test(path)).length).toBeLessThanOrEqual(6);
});
