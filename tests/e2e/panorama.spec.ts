import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { spherePhoto } from "../support/panoramas";
import { collectErrors, signUpFamily } from "./support/family";
import { test } from "./support/test";
import { untilReady } from "./support/upload";

type Colour = "green" | "blue" | "red" | "yellow";

/** The colour in the middle of the screen, compared roughly because graphics cards differ. */
async function colourAhead(page: Page): Promise<Colour | null> {
  const box = await page.getByRole("application").boundingBox();
  if (!box) return null;
  const clip = { x: box.x + box.width / 2 - 4, y: box.y + box.height / 2 - 4, width: 8, height: 8 };
  const { data } = await sharp(await page.screenshot({ clip }))
    .resize(1, 1)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [r = 0, g = 0, b = 0] = data;
  if (r > 140) return g > 120 ? "yellow" : "red";
  if (b > 140) return "blue";
  return g > 110 && r < 90 ? "green" : null;
}

async function uploadSphere(page: Page): Promise<string> {
  await signUpFamily(page.request);
  const buffer = await spherePhoto({ width: 2048, height: 1024 });
  const file = { name: "R0010001.JPG", mimeType: "image/jpeg", buffer };
  const answer = await page.request.post("/api/media", {
    multipart: { fileName: file.name, fileType: file.mimeType, year: "2024", month: "3", fileData: file },
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  // Until then nothing says that it is a panorama.
  await untilReady(page.request, id);
  return id;
}

const button = (page: Page, name: string) => page.getByRole("button", { name });

test("a 360° photo is flat until someone looks around in it", async ({ page }) => {
  const errors = collectErrors(page);
  const id = await uploadSphere(page);
  const libraries: string[] = [];
  await page.goto("/media/2024/3");
  const tile = page.locator(`[data-media-id="${id}"]`);
  await expect(tile.getByText("360°")).toBeVisible();
  await tile.getByRole("link").first().click();
  await expect(button(page, "Look around in the 360° photo")).toBeVisible();
  page.on("request", (request) => libraries.push(new URL(request.url()).pathname));

  await button(page, "Look around in the 360° photo").click();
  await expect.poll(() => colourAhead(page)).toBe("green");
  expect(libraries).toContain(`/api/images/sphere/${id}`);

  await test.step("with the keyboard, by 15 degrees", async () => {
    for (let press = 0; press < 6; press++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => colourAhead(page)).toBe("blue");
    for (let press = 0; press < 6; press++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => colourAhead(page)).toBe("red");
  });

  await test.step("with buttons", async () => {
    for (let press = 0; press < 6; press++) await button(page, "Look right").click();
    await expect.poll(() => colourAhead(page)).toBe("yellow");
  });

  await test.step("by dragging", async () => {
    const box = await page.getByRole("application").boundingBox();
    if (!box) throw new Error("The photo is gone");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const drag = async () => {
      await page.mouse.move(x + box.width * 0.4, y);
      await page.mouse.down();
      await page.mouse.move(x - box.width * 0.4, y, { steps: 8 });
      await page.mouse.up();
      return colourAhead(page);
    };
    // Dragging to the left brings what is on the right into view.
    await expect.poll(drag).toBe("green");
  });

  await page.keyboard.press("Escape");
  await expect(page.getByRole("application")).toBeHidden();
  await expect(button(page, "Look around in the 360° photo")).toBeFocused();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(errors).toEqual([]);
});

test("without graphics the photo stays flat, and says why", async ({ page }) => {
  const id = await uploadSphere(page);
  await page.addInitScript(() => {
    const canvas = HTMLCanvasElement.prototype as { getContext(kind: string): unknown };
    const { getContext } = canvas;
    canvas.getContext = function (kind) {
      return kind.startsWith("webgl") ? null : getContext.call(this, kind);
    };
  });
  await page.goto(`/view-image/${id}`);
  await button(page, "Look around in the 360° photo").click();
  await expect(page.getByText("This device can't show the photo in 360°", { exact: true })).toBeVisible();
  await expect(button(page, "Look around in the 360° photo")).toBeVisible();
});
