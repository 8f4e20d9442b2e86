import { expect, type Page } from "@playwright/test";
import { collectErrors, newPerson, signUpFromWelcome } from "./support/family";
import { bytesOf, clip, photos } from "./support/files";
import { test } from "./support/test";
import { hearToasts } from "./support/toasts";

// With all animations, as most people have them.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

async function openUpload(page: Page, entry: string) {
  const bottomBar = page.getByRole("navigation", { name: "Main" });
  if (await bottomBar.isVisible()) {
    await bottomBar.getByRole("button", { name: "Upload" }).click();
  } else {
    await page.getByRole("banner").getByRole("button", { name: "More ways to add photos" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  }
  await expect(page.getByRole("dialog")).toBeVisible();
}

test("a family signs up, uploads, finds, hearts, deletes, restores and signs out @both", async ({
  page,
}, info) => {
  const errors = collectErrors(page);
  const heardToast = await hearToasts(page);
  const person = newPerson();

  await test.step("sign up from the welcome page", async () => {
    await signUpFromWelcome(page, person);
    await expect(page.getByRole("button", { name: "Upload your first photo" })).toBeVisible();
    await expect(page.getByRole("banner").getByText(person.familyName)).toBeVisible();
  });

  await test.step("upload three pictures into March 2024", async () => {
    await openUpload(page, "Upload Photos");
    await page.getByLabel("Files to upload").setInputFiles(await photos(3));
    await page.getByLabel("Year", { exact: true }).selectOption("2024");
    await page.getByLabel("Month", { exact: true }).selectOption("3");
    await page.getByLabel("Description").fill("A day out #seaside");
    await page.getByRole("button", { name: "Upload 3 files" }).click();
    await heardToast("Successfully uploaded 3 of 3 files");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("upload a 20 MB clip in parts", async () => {
    const file = clip(info.outputDir, 20);
    expect(bytesOf(file)).toBeGreaterThan(18e6);
    const chunks: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/chunked-upload/chunk")) chunks.push(request.url());
    });
    await openUpload(page, "Upload Videos");
    await page.getByLabel("Files to upload").setInputFiles(file);
    await page.getByLabel("Year", { exact: true }).selectOption("2024");
    await page.getByLabel("Month", { exact: true }).selectOption("3");
    await page.getByRole("button", { name: "Upload 1 file" }).click();
    await heardToast("Successfully uploaded 1 of 1 files");
    // The 20 chunks are spread over three calls.
    expect(chunks).toHaveLength(3);
  });

  await test.step("see them on home and in the month", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Recent Uploads" })).toBeVisible();
    await page.locator('a[href="/media/2024/3"]').first().click();
    await expect(page).toHaveURL(/\/media\/2024\/3$/);
    await expect(page.getByRole("heading", { name: "March 2024" })).toBeVisible();
    const pictures = page.getByRole("main").getByRole("img");
    await expect
      .poll(() =>
        pictures.evaluateAll(
          (images) => images.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length,
        ),
      )
      .toBeGreaterThanOrEqual(4);
  });

  await test.step("heart one in the viewer", async () => {
    await page
      .getByRole("main")
      .getByRole("link", { name: /seaside/ })
      .first()
      .click();
    const viewer = page.getByRole("dialog");
    // The heart shows at once, but the pages opened below are read from the server.
    const saved = page.waitForResponse((response) => response.url().endsWith("/api/hearts"));
    await viewer.getByRole("button", { name: "Heart, 0 hearts" }).click();
    await saved;
    await expect(viewer.getByRole("button", { name: "Heart, 1 heart" })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
    await page.goto("/favorites");
    await expect(page.getByRole("main").getByRole("link", { name: /seaside/ })).toHaveCount(1);
  });

  await test.step("find them by their hashtag", async () => {
    await page.goto("/search");
    await page.getByRole("searchbox").first().fill("#seaside");
    const hits = page.getByRole("main").getByRole("link", { name: /day out/ });
    await expect(hits).toHaveCount(3);
    await hits.first().click();
    await expect(page).toHaveURL(/\/2024\/3\?highlight=[0-9a-f-]{36}/);
  });

  await test.step("play the clip", async () => {
    await page.goto("/media/2024/3");
    await page.getByRole("main").getByRole("link", { name: /Video/ }).first().click();
    const video = page.locator("video");
    // The version without metadata has to be made first.
    await expect(video).toBeVisible();
    await video.evaluate((element) => {
      (element as HTMLVideoElement).muted = true;
    });
    await page.getByRole("button", { name: "Play the video" }).click();
    await expect
      .poll(() => video.evaluate((element) => (element as HTMLVideoElement).currentTime))
      .toBeGreaterThan(0.2);
    await page.keyboard.press("Escape");
  });

  await test.step("delete one and restore it", async () => {
    await page.goto("/media/2024/3");
    await page
      .getByRole("main")
      .getByRole("link", { name: /seaside/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Photo deleted")).toBeVisible();
    await page.goto("/media/2024/3");
    await expect(page.getByRole("main").getByRole("link", { name: /seaside/ })).toHaveCount(2);
    await page.goto("/settings");
    await page.getByRole("tab", { name: "Trash" }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("The trash is empty")).toBeVisible();
    await page.goto("/media/2024/3");
    await expect(page.getByRole("main").getByRole("link", { name: /seaside/ })).toHaveCount(3);
  });

  await test.step("download a photo without its place", async () => {
    await page
      .getByRole("main")
      .getByRole("link", { name: /seaside/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Download" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Download without place" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^IMG_\d\.jpg$/);
    await page.keyboard.press("Escape");
  });

  await test.step("erase one for good", async () => {
    await page.goto("/media/2024/3");
    await page
      .getByRole("main")
      .getByRole("link", { name: /seaside/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Photo deleted")).toBeVisible();
    await page.goto("/settings");
    await page.getByRole("tab", { name: "Trash" }).click();
    await page.getByRole("button", { name: "Erase now" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase permanently" }).click();
    await expect(page.getByText("The trash is empty")).toBeVisible();
    await page.goto("/media/2024/3");
    await expect(page.getByRole("main").getByRole("link", { name: /seaside/ })).toHaveCount(2);
  });

  await test.step("Back to the month shows what was uploaded on another page", async () => {
    await page.getByRole("banner").locator('a[href="/"]').click();
    await expect(page.getByRole("heading", { name: "Recent Uploads" })).toBeVisible();
    await openUpload(page, "Upload Photos");
    await page.getByLabel("Files to upload").setInputFiles(await photos(2));
    await page.getByLabel("Year", { exact: true }).selectOption("2024");
    await page.getByLabel("Month", { exact: true }).selectOption("3");
    await page.getByLabel("Description").fill("Another day #seaside");
    await page.getByRole("button", { name: "Upload 2 files" }).click();
    await heardToast("Successfully uploaded 2 of 2 files");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/media\/2024\/3$/);
    await expect(page.getByRole("main").getByRole("link", { name: /seaside/ })).toHaveCount(4);
  });

  await test.step("sign out, and Back shows nothing", async () => {
    await page.getByRole("button", { name: /Your account/ }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.goBack();
    await expect(page.getByRole("main").getByRole("link", { name: /seaside/ })).toHaveCount(0);
    await expect(page.getByText("March 2024")).toHaveCount(0);
    const kept = await page.evaluate(async () => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      databases: (await indexedDB.databases()).map((database) => database.name),
      caches: await caches.keys(),
    }));
    expect(kept.caches).toEqual([]);
    expect(kept.databases).toEqual([]);
    expect(JSON.stringify(kept.local)).not.toMatch(/image|user|token/i);
    expect((await page.request.get("/api/auth/me")).status()).toBe(401);
  });
  expect(errors).toEqual([]);
});
