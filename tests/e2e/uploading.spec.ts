import { expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { heifPicture } from "../support/pictures";
import { collectErrors, signUpFamily } from "./support/family";
import { type ChosenFile, clip, photo, photos } from "./support/files";
import { signInSuperAdmin } from "./support/outbox";
import { test } from "./support/test";

const dialog = (page: Page) => page.getByRole("dialog");
const picker = (page: Page) => page.getByLabel("Files to upload");
const thumbnails = (page: Page) => dialog(page).locator('li img[src^="blob:"]');

async function openUpload(page: Page) {
  const bottomBar = page.getByRole("navigation", { name: "Main" });
  const bar = (await bottomBar.isVisible()) ? bottomBar : page.getByRole("banner");
  await bar.getByRole("button", { name: "Upload" }).click();
  await expect(dialog(page)).toBeVisible();
}

/** The same small picture under many names, each with different bytes after its end, where nobody looks. */
async function manyPhotos(count: number): Promise<ChosenFile[]> {
  const picture = await photo(320, 240);
  return Array.from({ length: count }, (_, at) => ({
    name: `IMG_${at + 1}.jpg`,
    mimeType: "image/jpeg",
    buffer: Buffer.concat([picture, Buffer.from(`${at} ${Math.random()}`)]),
  }));
}

/** What dragging files from the desktop does to the page, as far as a page can know. */
async function drag(page: Page, kind: "dragover" | "drop", selector: string, types: "files" | "text") {
  await page.locator(selector).evaluate(
    (target, [name, what, base64]) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      if (what === "files") transfer.items.add(new File([bytes], "dropped.jpg", { type: "image/jpeg" }));
      else transfer.setData("text/plain", "dropped words");
      const about = { bubbles: true, cancelable: true, dataTransfer: transfer };
      target.dispatchEvent(new DragEvent(name, about));
    },
    [kind, types, (await photo(640, 480)).toString("base64")] as const,
  );
}

test("files dropped anywhere on a page are in the dialog; text is left alone", async ({ page }) => {
  const errors = collectErrors(page);
  // Chromium never answers when asked for the handle of a file that a page made up; other browsers have no handles.
  await page.addInitScript(() => {
    Reflect.deleteProperty(DataTransferItem.prototype, "getAsFileSystemHandle");
  });
  await signUpFamily(page.request);
  await page.goto("/settings");
  await drag(page, "dragover", "main h1", "text");
  await expect(page.getByText("Drop to upload")).toBeHidden();
  // By then it is at work.
  await expect(async () => {
    await drag(page, "dragover", "main h1", "files");
    await expect(page.getByText("Drop to upload")).toBeVisible({ timeout: 500 });
  }).toPass();
  await drag(page, "drop", "main h1", "files");
  await expect(page.getByText("Drop to upload")).toBeHidden();
  await expect(dialog(page).getByText("dropped.jpg")).toBeAttached();
  await expect(thumbnails(page)).toHaveCount(1);
  // Dropped outside the dialog's own drop zone.
  await drag(page, "drop", "[role=dialog] h2", "files");
  await expect(page).toHaveURL(/\/settings$/);
  await dialog(page).getByRole("button", { name: "Upload 2 files" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Upload complete" })).toBeVisible();
  expect(errors).toEqual([]);
});

test("only files in view are decoded among five hundred chosen ones, with a clip and a broken one", async ({
  page,
}, info) => {
  await signUpFamily(page.request);
  await page.goto("/");
  await openUpload(page);
  const broken = { name: "broken.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture") };
  await picker(page).setInputFiles([broken]);
  await picker(page).setInputFiles([clip(info.outputDir, 1)]);
  await picker(page).setInputFiles(await manyPhotos(500));
  const list = dialog(page).getByRole("list", { name: "Selected files" });
  await expect(list.getByRole("listitem")).toHaveCount(502);
  await expect(list.getByText("broken.jpg")).not.toHaveClass("sr-only");
  await expect(list.locator("li").nth(1).locator("img")).toBeVisible();
  await expect.poll(() => thumbnails(page).count()).toBeGreaterThan(10);
  await expect(dialog(page).getByRole("switch")).toHaveAccessibleDescription(/None of them has a date/);
  expect(await thumbnails(page).count()).toBeLessThan(80);
  await list.locator("li").last().scrollIntoViewIfNeeded();
  await expect(list.locator("li").last().locator("img")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Remove IMG_500.jpg" }).click();
  await expect(dialog(page).getByRole("button", { name: "Remove IMG_499.jpg" })).toBeFocused();
});

test("photos go to the months they were taken in, and a duplicate stops none of them", async ({ page }) => {
  await signUpFamily(page.request);
  await page.goto("/");
  const [first, second, third] = await photos(3);
  if (!first || !second || !third) throw new Error("There are three");
  const dated = async (file: ChosenFile, at: string) => ({
    ...file,
    buffer: await sharp(file.buffer)
      .withExifMerge({ IFD2: { DateTimeOriginal: at } })
      .jpeg()
      .toBuffer(),
  });
  const march = await dated(first, "2024:03:15 10:00:00");
  await openUpload(page);
  await picker(page).setInputFiles([march]);
  await dialog(page).getByRole("button", { name: "Upload 1 file" }).click();
  await expect(dialog(page)).toBeHidden();

  await openUpload(page);
  const again = { ...march, name: "the same again.jpg" };
  await picker(page).setInputFiles([again, await dated(second, "2023:05:06 10:00:00"), third]);
  await expect(dialog(page).getByRole("switch")).toHaveAccessibleDescription(
    /^2 go to March 2024 and May 2023\. 1 has no date: it goes to /,
  );
  await dialog(page).getByRole("button", { name: "Upload 3 files" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Duplicate File Detected" })).toBeVisible();
  await expect(dialog(page)).toContainText("the same again.jpg already exists in your album.");
  await expect(dialog(page)).toContainText("Successfully uploaded 2 of 3 files.");
  await page.keyboard.press("Escape");
  await dialog(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(dialog(page)).toBeHidden();
  for (const month of ["2024/3", "2023/5"]) {
    await page.goto(`/media/${month}`);
    await expect(page.locator("[data-media-id]")).toHaveCount(1);
  }
});

test("an iPhone's photo is uploaded unchanged, to a month before the album began, and is shown @phone", async ({
  page,
}) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  await page.goto("/");
  await openUpload(page);
  await expect(
    dialog(page).getByText("JPG, PNG, GIF, WebP, AVIF, HEIC, RAW or JPEG XL up to 10MB"),
  ).toBeVisible();
  await picker(page).setInputFiles([
    { name: "IMG_0042.HEIC", mimeType: "image/heic", buffer: heifPicture("turned") },
  ]);
  await expect(dialog(page).getByText("IMG_0042.HEIC").first()).toBeAttached();
  await expect(dialog(page).getByRole("switch")).toHaveAccessibleDescription(/before 2022/);
  await expect(dialog(page).getByText("The album begins in 2022. Start it in 2021?")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Start in 2021" }).click();
  await expect(dialog(page).getByRole("switch")).toHaveAccessibleDescription("It goes to July 2021.");
  await expect(
    dialog(page).getByLabel("Year").getByRole("option", { name: "2021", exact: true }),
  ).toBeAttached();
  await dialog(page).getByRole("button", { name: "Upload 1 file" }).click();
  await expect(dialog(page)).toBeHidden();
  await page.goto("/media/2021/7");
  await page.locator("[data-media-id] a").first().click();
  const shown = page.locator('img[src*="/api/images/medium/"]').first();
  await expect(shown).toBeVisible();
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([160, 120]);
  expect(errors).toEqual([]);
});

test("the limits that a super admin sets are what the browser says and checks", async ({
  page,
  playwright,
  baseURL,
}) => {
  await signUpFamily(page.request);
  const superAdmin = await signInSuperAdmin(playwright.request, baseURL);
  const path = "/api/super-admin/settings";
  // Other tests upload meanwhile, but none of them a video this large.
  const setVideoLimit = async (megabytes: number) => {
    const settings = await (await superAdmin.get(path)).json();
    return superAdmin.put(path, { data: { ...settings, maxVideoBytes: megabytes * 1_048_576 } });
  };
  try {
    expect((await setVideoLimit(50)).status()).toBe(200);
    await page.goto("/");
    await openUpload(page);
    await expect(dialog(page).getByText("MP4, MOV, AVI, MKV, WebM, MPG or MTS up to 50MB")).toBeVisible();
    await dialog(page).evaluate(async (element) => {
      const input = element.querySelector("input[type=file]") as HTMLInputElement;
      const transfer = new DataTransfer();
      const piece = new Uint8Array(1_048_576);
      const pieces = Array.from({ length: 51 }, () => piece);
      transfer.items.add(new File(pieces, "film.mp4", { type: "video/mp4" }));
      input.files = transfer.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await expect(page.getByText("film.mp4: videos can be up to 50MB.").first()).toBeVisible();
    await expect(dialog(page).getByRole("button", { name: "Upload", exact: true })).toBeDisabled();
  } finally {
    await setVideoLimit(10_240);
    await superAdmin.dispose();
  }
});

test("a photo refused by the server, a lost network and a second tab lose nothing", async ({
  page,
  context,
}) => {
  await signUpFamily(page.request);
  await page.goto("/");
  const [one, two] = await photos(2);
  if (!one || !two) throw new Error("There are two");
  const forged = { name: "forged.jpg", mimeType: "image/jpeg", buffer: Buffer.from("%PDF-1.4 no picture") };

  await test.step("what is refused stays with its reason, the next one goes up", async () => {
    await openUpload(page);
    await picker(page).setInputFiles([forged, one]);
    await dialog(page).getByRole("button", { name: "Upload 2 files" }).click();
    await expect(dialog(page).getByText(/Failed to upload forged\.jpg: Unsupported file type/)).toBeVisible();
    await expect(page.getByText(/Successfully uploaded 1 of 2 files/).first()).toBeVisible();
    await dialog(page).getByRole("button", { name: "Clear All" }).click();
  });

  await test.step("a network that goes away in the middle is waited for", async () => {
    let isAway = false;
    await page.route("**/api/media", async (route) => {
      if (isAway || route.request().method() !== "POST") return route.fallback();
      isAway = true;
      await context.setOffline(true);
      await route.abort("internetdisconnected");
      setTimeout(() => void context.setOffline(false), 2_000);
    });
    await picker(page).setInputFiles([two]);
    await dialog(page).getByRole("button", { name: "Upload 1 file" }).click();
    await expect(dialog(page).getByText(/^Connection lost\. It will be sent again/)).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await page.unroute("**/api/media");
  });

  await test.step("the same photos in a second tab are told of, and stay one each", async () => {
    const other = await context.newPage();
    await other.goto("/");
    await openUpload(other);
    await picker(other).setInputFiles([one, two]);
    await dialog(other).getByRole("button", { name: "Upload 2 files" }).click();
    await expect(dialog(other)).toContainText("2 files already exist in your album.");
    await dialog(other).getByRole("button", { name: "Dismiss" }).click();
    await other.close();
    const latest = await (await page.request.get("/api/media")).json();
    expect(latest.items).toHaveLength(2);
  });
});
