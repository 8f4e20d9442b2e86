import { type APIRequestContext, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { shotExif } from "../support/shot-pictures";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { test } from "./support/test";

/** Degrees as EXIF has them. */
const exifDegrees = (value: number) => {
  const seconds = Math.round(Math.abs(value) * 3_600 * 100);
  return `${Math.floor(seconds / 360_000)}/1 ${Math.floor((seconds % 360_000) / 6_000)}/1 ${seconds % 6_000}/100`;
};

async function uploadFrom(
  request: APIRequestContext,
  { latitude, longitude }: { latitude: number; longitude: number },
  background: string,
): Promise<string> {
  const picture = sharp({ create: { width: 240, height: 180, channels: 3, background } });
  const IFD3 = {
    GPSLatitudeRef: latitude < 0 ? "S" : "N",
    GPSLatitude: exifDegrees(latitude),
    GPSLongitudeRef: longitude < 0 ? "W" : "E",
    GPSLongitude: exifDegrees(longitude),
  };
  const buffer = await picture
    .withExif({ ...shotExif, IFD3 })
    .jpeg()
    .toBuffer();
  const fileData = { name: "place.jpg", mimeType: "image/jpeg", buffer };
  const multipart = { fileName: "place.jpg", fileType: "image", year: "2024", month: "7", fileData };
  const answer = await request.post("/api/media", { multipart });
  expect(answer.status()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Every request that leaves the installation. */
function watchForeign(page: Page): string[] {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== new URL(page.url()).host)
      foreign.push(url.href);
  });
  return foreign;
}

const surface = (page: Page) => page.getByRole("application", { name: "Map of your family's photos" });
const marker = (page: Page, name: string) => surface(page).getByRole("button", { name, exact: true });

test("photos are on the map, by place and in the list; a hidden home is not, and nothing leaves the album", async ({
  page,
}) => {
  await signUpFamily(page.request);
  const lisbon = { latitude: 38.7167, longitude: -9.1333 };
  for (const color of ["#b5651d", "#2e8b57"]) await uploadFrom(page.request, lisbon, color);
  await uploadFrom(page.request, { latitude: 53.7965, longitude: -1.5479 }, "#4682b4");
  await page.goto("/");
  const foreign = watchForeign(page);

  await page.goto("/map");
  await expect(marker(page, "2 photos")).toBeVisible();
  await expect(surface(page).getByRole("link", { name: "Photo" })).toBeVisible();
  const policy = (await (await page.request.get("/map")).headers())["content-security-policy"] ?? "";
  for (const rule of ["default-src 'self'", "connect-src 'self'", "img-src 'self' data: blob:"]) {
    expect(policy).toContain(rule);
  }
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);

  // Zoom in by wheel or buttons until only the two are left, then open the spot's photos.
  await page.getByRole("button", { name: "Show Lisbon on the map" }).click();
  await expect(surface(page).getByRole("link", { name: "Photo" })).toHaveCount(0);
  await marker(page, "2 photos").click();
  await expect(page.getByRole("heading", { name: "Photos from here" })).toBeVisible();
  await expect(page.locator("[data-tile-link]")).toHaveCount(2);

  await page.reload();
  await expect(marker(page, "2 photos")).toBeVisible();
  expect(page.url()).toMatch(/at=38\.7\d+,-9\.1\d+,/);

  await page.getByRole("link", { name: "Lisbon, Portugal" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Lisbon, Portugal" })).toBeVisible();
  await expect(page.locator("[data-tile-link]")).toHaveCount(2);
  await page.getByRole("link", { name: "On the map" }).click();
  await expect(marker(page, "2 photos")).toBeVisible();

  await page.getByRole("button", { name: "Hide our home" }).click();
  await page.getByRole("radio", { name: /Show no place/ }).check();
  await page.getByRole("button", { name: "Hide this place" }).click();
  await expect(page.getByText("300 m around it, 2 photos, no place shown")).toBeVisible();
  await expect(marker(page, "2 photos")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Lisbon, Portugal" })).toHaveCount(0);

  await page.goto("/search?q=leeds");
  await page.getByRole("list", { name: "Places" }).getByRole("link", { name: /Leeds/ }).click();
  await expect(page.locator("[data-tile-link]")).toHaveCount(1);
  expect(foreign).toEqual([]);
});

test("the map is moved by mouse, wheel and keys", async ({ page }) => {
  await signUpFamily(page.request);
  await uploadFrom(page.request, { latitude: 38.7167, longitude: -9.1333 }, "#b5651d");
  await page.goto("/map?at=38.7167,-9.1333,6");
  const photo = surface(page).getByRole("link", { name: "Photo" });
  await expect(photo).toBeVisible();
  const boxOf = async () => (await photo.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await boxOf();
  const ground = await surface(page).boundingBox();
  if (!ground) throw new Error("There is no map");
  await page.mouse.move(ground.x + 200, ground.y + 300);
  await page.mouse.down();
  await page.mouse.move(ground.x + 260, ground.y + 340, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await boxOf()).x - before.x)).toBe(60);
  await expect.poll(async () => Math.round((await boxOf()).y - before.y)).toBe(40);

  await page.mouse.move(ground.x + 100, ground.y + 100);
  await page.mouse.wheel(0, -320);
  await expect.poll(() => page.url()).toMatch(/,7\.0$/);
  await surface(page).focus();
  await page.keyboard.press("-");
  await expect.poll(() => page.url()).toMatch(/,6\.0$/);
});
