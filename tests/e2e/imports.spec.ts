import { expect, type Page } from "@playwright/test";
import { ZipFile } from "yazl";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { type ChosenFile, photo } from "./support/files";
import { test } from "./support/test";

const folder = "Takeout/Google Photos/Photos from 2024";

/** Dated 3 July 2024. */
const sidecar = (title: string, description: string) =>
  Buffer.from(
    JSON.stringify({
      title,
      description,
      photoTakenTime: { timestamp: "1720008000" },
      people: [{ name: "Grandma" }],
    }),
  );

async function archive(name: string, files: Record<string, Buffer>): Promise<ChosenFile> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(content, path);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece as Buffer));
  return { name, mimeType: "application/zip", buffer: Buffer.concat(pieces) };
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);
}

async function openImports(page: Page) {
  await signUpFamily(page.request);
  await page.goto("/import");
  await page.getByRole("button", { name: "Add archives" }).click();
}

test("two parts of a Takeout are uploaded, scanned, imported and undone", async ({ page }) => {
  const parts = [
    await archive("takeout-001.zip", {
      [`${folder}/lake.jpg`]: await photo(),
      [`${folder}/pier.jpg`]: await photo(),
    }),
    await archive("takeout-002.zip", {
      [`${folder}/lake.jpg.supplemental-metadata.json`]: sidecar("lake.jpg", "At the lake"),
      [`${folder}/pier.jpg.supplemental-metadata.json`]: sidecar("pier.jpg", "On the pier"),
    }),
  ];
  await openImports(page);
  await page.getByLabel("Archives to import").setInputFiles(parts);
  await expect(page.getByText("takeout-001.zip: uploaded")).toBeVisible();
  await expect(page.getByText("takeout-002.zip: uploaded")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Review archives" }).click();
  await expect(page.getByText(/^2 photos, .* from 3 July 2024 to 3 July 2024\.$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/^Grandma in 2 photos$/).selectOption("Add Grandma to the family's people");
  await page.getByRole("button", { name: "Start importing" }).click();
  await expect(page.getByText("2 added", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/media/2024/7");
  await expect(page.getByRole("main").locator("[data-tile-link]")).toHaveCount(2);
  await page.goto("/search?q=pier");
  await expect(page.getByRole("main").locator("[data-tile-link]")).toHaveCount(1);

  await page.goto("/import");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("Undone", { exact: true })).toBeVisible();
  await page.goto("/media/2024/7");
  await expect(page.getByRole("main").locator("[data-tile-link]")).toHaveCount(0);
});

test("a file that isn't an archive is refused with a reason, and the next one is accepted", async ({
  page,
}) => {
  await openImports(page);
  const files = page.getByLabel("Archives to import");
  await files.setInputFiles({
    name: "takeout-001.zip",
    mimeType: "application/zip",
    buffer: Buffer.from("no archive"),
  });
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await files.setInputFiles(await archive("takeout-002.zip", { [`${folder}/lake.jpg`]: await photo() }));
  await expect(page.getByText("takeout-002.zip: uploaded")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toBeHidden();
});
