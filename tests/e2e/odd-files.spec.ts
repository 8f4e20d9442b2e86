import { expect } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

test("a file that isn't a photo is refused by name with a reason, and the others are uploaded", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await page.goto("/");
  await page.getByRole("button", { name: "Upload", exact: true }).last().click();
  const dialog = page.getByRole("dialog");
  const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
  const whole = await photo(640, 480);
  await page
    .getByLabel("Files to upload")
    .setInputFiles([
      jpeg("diary.jpg", Buffer.from("Dear diary, this is no picture. ".repeat(500))),
      { name: "zeros.heic", mimeType: "image/heic", buffer: Buffer.alloc(500_000) },
      jpeg("beach.jpg", whole),
      jpeg("cut.jpg", whole.subarray(0, Math.floor(whole.length * 0.6))),
    ]);
  await page.getByRole("button", { name: "Upload 4 files" }).click();
  for (const name of ["diary.jpg", "zeros.heic"]) {
    const sentence = `Failed to upload ${name}: Unsupported file type. Please upload an image or video file.`;
    await expect(dialog.getByText(sentence)).toBeVisible();
  }
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  const { items } = (await (await page.request.get("/api/media?limit=10")).json()) as {
    items: { fileName: string }[];
  };
  expect(items.map(({ fileName }) => fileName).sort()).toEqual(["beach.jpg", "cut.jpg"]);
});
