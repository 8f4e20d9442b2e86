import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { PDFDocument } from "pdf-lib";
import sharp from "sharp";
import { brokenInAnyLook } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { faultsOfLargeTextAtBothWidths, withLargeText } from "./support/large-text";
import { test } from "./support/test";
import { untilReady } from "./support/upload";

const year = new Date().getUTCFullYear() - 1;

/** Photos of a year, of different colours and shapes. */
async function uploadYear(page: Page, count: number): Promise<void> {
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const [width, height] = at % 3 === 2 ? [900, 1200] : [1200, 900];
      // A camera's photos can be chosen at once, others only after the worker has analysed them.
      const buffer = await sharp(await photo(width, height))
        .withExif({ IFD0: { Make: "Apple", Model: "iPhone 15 Pro" } })
        .jpeg()
        .toBuffer();
      const answer = await page.request.post("/api/media", {
        multipart: {
          fileName: `IMG_${at}.jpg`,
          fileType: "image/jpeg",
          year: String(year),
          month: String(1 + (at % 4) * 3),
          description: at % 4 === 0 ? `The day at the lake, number ${at}` : "",
          fileData: { name: "IMG.jpg", mimeType: "image/jpeg", buffer },
        },
      });
      expect(answer.status()).toBe(201);
      return ((await answer.json()) as { id: string }).id;
    }),
  );
  for (const id of ids) {
    await untilReady(page.request, id);
  }
}

test("a year becomes a book, is changed by hand, and is downloaded for a printer", async ({ page }) => {
  await signUpFamily(page.request);
  await uploadYear(page, 12);
  await page.goto("/books");
  expect(await brokenInAnyLook(page)).toEqual([]);
  await page.getByRole("button", { name: "New book" }).click();
  const form = page.getByRole("dialog", { name: "New book or calendar" });
  await form.getByLabel("About").selectOption({ label: String(year) });
  await form.getByRole("button", { name: "Choose the photos" }).click();
  await expect(page.getByRole("heading", { level: 1, name: String(year) })).toBeVisible();
  expect(await brokenInAnyLook(page)).toEqual([]);

  await page.getByLabel("Title").fill("Our best year");
  await page.getByRole("button", { name: "Move page 2 later" }).click();
  // By keyboard alone.
  await page.getByRole("button", { name: /^Page 1/ }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Page 1" });
  await dialog.getByRole("radio", { name: "To the edges" }).check();
  await dialog.getByLabel("Caption").fill("In the morning");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Our best year" })).toBeVisible();

  await page.getByRole("button", { name: "Make the PDF" }).click();
  const link = page.getByRole("link", { name: /Download PDF/ });
  await expect(link).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toBe("Our best year.pdf");
  const pdf = await PDFDocument.load(await readFile(await download.path()));
  expect(pdf.getPageCount()).toBe(21);

  await withLargeText(page);
  for (const address of ["/books", page.url()]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await faultsOfLargeTextAtBothWidths(page)).toEqual([]);
  }
});
