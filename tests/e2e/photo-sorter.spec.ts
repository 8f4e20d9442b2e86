import { randomInt } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { brokenRules } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { signInSuperAdmin } from "./support/outbox";
import { test } from "./support/test";

interface Dropped {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture with sharp edges and bright colours, unlike any other: not blurry, not dark, and without text. */
function mosaic(): Promise<Buffer> {
  const tile = 75;
  const tiles = Array.from({ length: 16 * 12 }, (_, at) => {
    const [x, y] = [(at % 16) * tile, Math.floor(at / 16) * tile];
    const fill = `hsl(${randomInt(360)} 70% ${30 + randomInt(50)}%)`;
    return `<rect x="${x}" y="${y}" width="${tile}" height="${tile}" fill="${fill}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">${tiles.join("")}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
}

async function taken(name: string, at: string | null, picture?: Buffer): Promise<Dropped> {
  const base = sharp(picture ?? (await mosaic()));
  const dated = at ? base.withExifMerge({ IFD0: { Make: "Test" }, IFD2: { DateTimeOriginal: at } }) : base;
  return { name, mimeType: "image/jpeg", buffer: await dated.jpeg({ quality: 90 }).toBuffer() };
}

const sizeOf = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}\\.`) });

test("a batch is sorted, reviewed and uploaded to its months", async ({ page, playwright, baseURL }) => {
  await signUpFamily(page.request);
  await page.goto("/ai-photo-sorter");
  await expect(page.getByRole("link", { name: "See the plans" })).toBeVisible();
  const superAdmin = await signInSuperAdmin(playwright.request, baseURL);
  const { currentFamily } = await (await page.request.get("/api/auth/me")).json();
  const data = { subscriptionTier: "family" };
  const subscribed = await superAdmin.patch(`/api/super-admin/organizations/${currentFamily.id}`, { data });
  expect(subscribed.status()).toBe(200);
  await superAdmin.dispose();

  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "AI Sorter" }).click();
  await expect(page.getByText("Drop your photos here")).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);

  const scene = await mosaic();
  const first = await taken("march.jpg", "2024:03:05 10:00:00");
  const batch = [
    first,
    { ...first, name: "march again.jpg" },
    await taken("july 1.jpg", "2024:07:03 10:00:00"),
    await taken("july 2.jpg", "2024:07:09 10:00:00"),
    await taken("burst 1.jpg", "2024:07:20 10:00:00", scene),
    await taken(
      "burst 2.jpg",
      "2024:07:20 10:00:01",
      await sharp(scene).modulate({ brightness: 1.03 }).jpeg().toBuffer(),
    ),
    await taken("IMG_20250501_101010.jpg", null),
    await taken("Screenshot_20240703-101010.jpg", null),
    await taken("undated.jpg", null),
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("milk") },
  ];
  await page.getByLabel("Files to sort").setInputFiles(batch);

  await expect(page.getByRole("heading", { name: /March 2024/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /July 2024/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /May 2025/ })).toBeVisible();
  const found = page.getByRole("list", { name: "What was found" });
  await expect(found).toContainText("1 similar photo");
  await expect(found).toContainText("1 duplicate");
  await expect(found).toContainText("1 screenshot or document");
  await expect(found).toContainText("1 can't be uploaded");
  expect(await brokenRules(page)).toEqual([]);

  // The photo without a date is filed by hand.
  await page.getByRole("button", { name: "Another month" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Year").selectOption("2023");
  await dialog.getByLabel("Month").selectOption("December");
  await dialog.getByRole("button", { name: "Move them there" }).click();
  await expect(page.getByRole("heading", { name: /December 2023/ })).toBeVisible();

  // A reload keeps the review; one photo is described by keyboard.
  await page.reload();
  await expect(page.getByRole("heading", { name: /December 2023/ })).toBeVisible();
  await sizeOf(page, "march.jpg").focus();
  await page.keyboard.press("Space");
  await page
    .getByRole("region", { name: "Selected items" })
    .getByRole("button", { name: "Describe" })
    .click();
  await page.getByRole("dialog").getByLabel("Description").fill("First flowers");
  await page.getByRole("button", { name: "#spring" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();

  await page.getByRole("button", { name: "Upload 6 · skip 3" }).click();
  await expect(page.getByText("Successfully uploaded 6 of 6 files.")).toBeVisible();

  await page.goto("/media/2024/3");
  await expect(page.locator("[data-media-id]")).toHaveCount(1);
  await page.goto("/media/2024/7");
  await expect(page.locator("[data-media-id]")).toHaveCount(3);
  await page.goto("/media/2023/12");
  await expect(page.locator("[data-media-id]")).toHaveCount(1);
  await page.goto("/search?tag=spring");
  await expect(page.locator("[data-media-id]")).toHaveCount(1);
});
