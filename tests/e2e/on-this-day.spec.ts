import { type APIRequestContext, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { brokenInAnyLook, brokenRulesAtBothWidths, colourRules } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { faultsOfLargeTextAtBothWidths, withLargeText } from "./support/large-text";
import { test } from "./support/test";
import { untilReady } from "./support/upload";

const two = (value: number) => String(value).padStart(2, "0");

/** A camera's photo of today's date in an earlier year, filed there. */
async function uploadTaken(
  request: APIRequestContext,
  page: Page,
  yearsAgo: number,
  hour: number,
): Promise<string> {
  // In the browser's time zone, which may differ.
  const [year = 0, month = 0, day = 0] = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  });
  const taken = year - yearsAgo;
  const buffer = await sharp(await photo())
    .withExif({
      IFD0: { Make: "Canon", Model: "EOS R6" },
      IFD2: { DateTimeOriginal: `${taken}:${two(month)}:${two(day)} ${two(hour)}:00:00` },
    })
    .jpeg()
    .toBuffer();
  const answer = await request.post("/api/media", {
    multipart: {
      fileName: `IMG_${yearsAgo}_${hour}.jpg`,
      fileType: "image/jpeg",
      year: String(taken),
      month: String(month),
      description: `Photo of ${yearsAgo} years and ${hour} hours`,
      fileData: { name: "IMG.jpg", mimeType: "image/jpeg", buffer },
    },
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  await untilReady(request, id);
  return id;
}

async function familyWithMemories(page: Page): Promise<string[]> {
  await signUpFamily(page.request);
  // A page whose script reports the browser's time zone.
  await page.goto("/favorites");
  return [
    await uploadTaken(page.request, page, 3, 9),
    await uploadTaken(page.request, page, 3, 15),
    await uploadTaken(page.request, page, 1, 12),
  ];
}

test("home remembers this day, and its page opens, hides and restores its photos @phone", async ({
  page,
}) => {
  const [loved = ""] = await familyWithMemories(page);
  await page.request.post("/api/hearts", { data: { mediaId: loved } });
  await page.goto("/");
  const card = page.getByRole("region", { name: "On this day" });
  await expect(card.getByRole("link")).toHaveCount(2);
  await expect(card.getByRole("link").first()).toContainText("Three years ago today");
  await card.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/on-this-day#year-/);
  await expect(page.getByRole("heading", { level: 1, name: "On this day" })).toBeVisible();
  const year = page.getByRole("region", { name: "Three years ago" });
  const tiles = year.locator("[data-media-id]");
  await expect(tiles).toHaveCount(2);
  await expect(page.getByRole("region", { name: "One year ago" }).locator("[data-media-id]")).toHaveCount(1);

  await tiles.first().getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/view-image/${loved}`));
  // The address changes before the viewer is there, and only then can it be closed.
  await expect(page.getByRole("dialog")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/on-this-day/);

  await year.getByRole("button", { name: /More about.*3 years and 9/ }).click();
  await page.getByRole("menuitem", { name: "Not this again" }).click();
  await expect(tiles).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tiles).toHaveCount(2);

  await page.getByRole("link", { name: "Yesterday" }).click();
  await expect(page.getByRole("heading", { name: /No memories of/ })).toBeVisible();
  await page.getByRole("link", { name: "The day after" }).click();
  await expect(tiles).toHaveCount(2);

  // The reader's time zone is known now.
  const settings = (await (await page.request.get("/api/user-settings")).json()) as { timeZone: string };
  expect(settings.timeZone).toBe(await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone));
});

test("this day's page and its settings break no axe rule, and fit large text", async ({ page }) => {
  await familyWithMemories(page);
  const faults: string[] = [];
  for (const address of ["/", "/on-this-day", "/on-this-day?date=2025-01-02", "/settings?tab=memories"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const fault of await brokenInAnyLook(page)) faults.push(`${address}: ${fault}`);
  }
  await page.goto("/on-this-day");
  await page
    .getByRole("button", { name: /More about/ })
    .first()
    .click();
  await expect(page.getByRole("menuitem", { name: "Not this again" })).toBeVisible();
  for (const rule of await brokenRulesAtBothWidths(page, colourRules)) faults.push(`menu: ${rule}`);
  await withLargeText(page);
  for (const address of ["/", "/on-this-day", "/settings?tab=memories"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const fault of await faultsOfLargeTextAtBothWidths(page)) faults.push(`${address}: ${fault}`);
  }
  expect(faults).toEqual([]);
});
