import sharp from "sharp";
import { signUpFamily } from "./support/family";
import { clip, photo, photos } from "./support/files";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const out = "/tmp/up/shots";
for (const width of [390, 1440]) {
  for (const scheme of ["light", "dark"] as const) {
    test(`shots ${width} ${scheme}`, async ({ page }, info) => {
      test.setTimeout(300_000);
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await signUpFamily(page.request);
      await uploadPhotos(page.request, { count: 3, year: 2024, month: 3 });
      await page.goto("/");
      const open = () =>
        page
          .locator(width === 390 ? "nav[data-bottom-bar] button" : "header button:has-text('Upload')")
          .first()
          .click();
      await page.screenshot({ path: `${out}/home-${width}-${scheme}.png` });
      const dates = ["2024:03:05 10:00:00", "2023:05:05 10:00:00", "2019:05:05 10:00:00", null];
      const pics = await Promise.all(Array.from({ length: 8 }, () => photo(800, 600)));
      const files = await Promise.all(
        Array.from({ length: 200 }, async (_, at) => {
          const date = dates[at % 4];
          const base = sharp(pics[at % 8]);
          const buffer = await (date ? base.withExifMerge({ IFD2: { DateTimeOriginal: date } }) : base)
            .jpeg()
            .toBuffer();
          return {
            name: `IMG_${at}.jpg`,
            mimeType: "image/jpeg",
            buffer: Buffer.concat([buffer, Buffer.from(`${at}${Math.random()}`)]),
          };
        }),
      );
      const input = page.getByLabel("Files to upload");
      await open();
      await page.waitForTimeout(800);
      await page.screenshot({ path: `${out}/empty-${width}-${scheme}.png` });
      for (const count of [1, 12, 200]) {
        if (count === 12) {
          await input.setInputFiles([clip(info.outputDir, 1)]);
          await input.setInputFiles([
            { name: "a broken picture.jpg", mimeType: "image/jpeg", buffer: Buffer.from("x") },
          ]);
        }
        await input.setInputFiles(files.slice(0, count === 12 ? 10 : count));
        await page.waitForTimeout(2500);
        await page.screenshot({ path: `${out}/dialog-${count}-${width}-${scheme}.png` });
      }
      await page.getByRole("button", { name: /^Upload \d+ files/ }).click();
      await page.waitForTimeout(3000);
      await page.screenshot({ path: `${out}/running-${width}-${scheme}.png` });
      await page.getByRole("button", { name: "Cancel Upload" }).click();
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${out}/cancelled-${width}-${scheme}.png` });
      await input.setInputFiles([
        ...files.slice(0, 3),
        ...(await photos(1)),
        { name: "forged.jpg", mimeType: "image/jpeg", buffer: Buffer.from("%PDF") },
      ]);
      await page.getByRole("button", { name: /^Upload \d+ files/ }).click();
      await page.getByText("Duplicate File Detected").waitFor();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `${out}/duplicates-${width}-${scheme}.png` });
      await page.getByRole("button", { name: "Dismiss" }).click();
      await page.waitForTimeout(500);
      await page.screenshot({ path: `${out}/failed-${width}-${scheme}.png` });
      await page.getByRole("button", { name: "Close" }).click();
      await page.waitForTimeout(500);
      await page.evaluate(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(["x"], "a.jpg", { type: "image/jpeg" }));
        document
          .querySelector("main")
          ?.dispatchEvent(
            new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer: transfer }),
          );
      });
      await page.waitForTimeout(150);
      await page.screenshot({ path: `${out}/drop-${width}-${scheme}.png` });
    });
  }
}
