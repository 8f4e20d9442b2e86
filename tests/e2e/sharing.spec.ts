import { expect, type Page } from "@playwright/test";
import { collectErrors, signUpFamily, type TestPerson } from "./support/family";
import { photos } from "./support/files";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

/** Stands in for a phone's native sharing, which no test can operate. */
async function withNativeShare(page: Page): Promise<() => Promise<ShareData[]>> {
  await page.addInitScript(() => {
    const shared: ShareData[] = [];
    Object.assign(window, { sharedByTest: shared });
    // With a mouse the page offers its own sheet.
    window.matchMedia = new Proxy(window.matchMedia, {
      apply: (ask, window, [query]) =>
        /pointer: fine/.test(query) ? { matches: false } : Reflect.apply(ask, window, [query]),
    });
    Object.defineProperty(navigator, "share", {
      configurable: true,
      value: async (data: ShareData) => void shared.push(data),
    });
  });
  return () => page.evaluate(() => (window as unknown as { sharedByTest: ShareData[] }).sharedByTest);
}

async function signIn(page: Page, person: TestPerson): Promise<void> {
  await page.getByLabel("Username or email").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign In with Love" }).click();
}

const metaOf = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"], meta[name="${name}"]`).first().getAttribute("content");

test("a shared picture's link greets with the family's welcome, and leads to the picture after sign-in", async ({
  page,
  browser,
}) => {
  const person = await signUpFamily(page.request);
  const [id] = await uploadPhotos(page.request, { count: 1, year: 2024, month: 7 });
  const shared = await withNativeShare(page);
  await page.goto(`/view-image/${id}`);
  const button = page.getByRole("dialog").getByRole("button", { name: "Share" });
  await button.click();
  await expect.poll(shared).toHaveLength(1);
  // An immediate second press is ignored.
  await button.click();
  const [data, ...more] = await shared();
  expect(more).toEqual([]);
  expect(data?.title).toBe(person.familyName);
  expect(data?.text).toContain("Log in to see our little one's latest adventures");
  const url = data?.url ?? "";
  expect(new URL(url).pathname).toBe(`/display-single-image-${id}`);

  const stranger = await browser.newContext();
  const visitor = await stranger.newPage();
  await visitor.goto(url);
  await expect(visitor.getByRole("heading", { level: 1 })).toContainText("Your family's photos");
  expect(await metaOf(visitor, "og:title")).toBe(person.familyName);
  expect(await metaOf(visitor, "twitter:card")).toBe("summary_large_image");
  const image = await metaOf(visitor, "og:image");
  expect(image).toContain("/api/share-preview/");
  expect(image).not.toContain(id);
  const preview = await visitor.request.get(image ?? "");
  expect([preview.status(), preview.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect((await visitor.content()).includes("/api/images/")).toBe(false);

  await visitor.getByRole("link", { name: "Sign In" }).first().click();
  await signIn(visitor, person);
  await expect(visitor).toHaveURL(new RegExp(`/display-single-image-${id}`));
  await expect(visitor.getByRole("dialog").getByRole("img").first()).toBeVisible();
  await expect(visitor).not.toHaveURL(/album=/);
  await stranger.close();
});

test("without the family's token a link reveals nothing", async ({ page, browser }) => {
  await signUpFamily(page.request);
  const [id] = await uploadPhotos(page.request, { count: 1, year: 2024, month: 7 });
  const stranger = await browser.newContext();
  const visitor = await stranger.newPage();
  const seen: (string | null)[][] = [];
  for (const path of [
    `/view-image/${id}`,
    `/view-image/${crypto.randomUUID()}`,
    `/view-image/${id}?album=forged`,
  ]) {
    await visitor.goto(path);
    seen.push([await metaOf(visitor, "og:title"), await metaOf(visitor, "og:image")]);
  }
  expect(new Set(seen.map((one) => one.join())).size).toBe(1);
  expect(seen[0]?.[0]).toBe("Keepsake");
  await stranger.close();
});

test("without a phone's sharing, a sheet leads to a messaging app's share link", async ({
  page,
  context,
}) => {
  const errors = collectErrors(page);
  const person = await signUpFamily(page.request);
  await uploadPhotos(page.request, { count: 1, year: 2024, month: 7 });
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "share", { configurable: true, value: undefined }),
  );
  await context.route("https://wa.me/**", (route) => route.fulfill({ body: "a messaging app" }));
  await page.goto("/");
  await page.getByRole("main").getByRole("button", { name: "Share" }).click();
  const sheet = page.getByRole("dialog", { name: "Share" });
  await expect(sheet).toContainText(`Only people in ${person.familyName} can open this link`);
  await expect(sheet.getByRole("img", { name: "QR code of the link" })).toBeVisible();
  const opened = context.waitForEvent("page");
  await sheet.getByRole("link", { name: "WhatsApp" }).click();
  const url = new URL((await opened).url());
  expect(url.host).toBe("wa.me");
  expect(url.searchParams.get("text")).toContain(`“${person.familyName}”`);
  expect(url.searchParams.get("text")).toMatch(/http:\/\/localhost:\d+\/\?album=[\w-]+$/);
  expect(errors).toEqual([]);
});

test.describe("shared from another app", () => {
  test.use({ serviceWorkers: "allow" });

  /** As the system does: a form with files, sent as a page load. */
  async function shareFiles(page: Page, names: string[]): Promise<void> {
    const files = await photos(names.length);
    const sent = files.map(({ buffer }, place) => ({
      name: names[place] ?? "",
      base64: buffer.toString("base64"),
    }));
    await page.evaluate((list) => {
      const form = Object.assign(document.createElement("form"), {
        method: "post",
        action: "/share-target",
        enctype: "multipart/form-data",
      });
      const input = Object.assign(document.createElement("input"), { type: "file", name: "media" });
      input.multiple = true;
      const chosen = new DataTransfer();
      for (const { name, base64 } of list) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        chosen.items.add(
          new File([bytes], name, { type: /pdf$/.test(name) ? "application/pdf" : "image/jpeg" }),
        );
      }
      input.files = chosen.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    }, sent);
  }

  const controlled = (page: Page) =>
    page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
    });

  test("shared pictures open in the upload dialog, which says what can't be uploaded @phone", async ({
    page,
  }) => {
    await signUpFamily(page.request);
    await page.goto("/");
    await controlled(page);
    await shareFiles(page, ["beach.jpg", "garden.jpg", "letter.pdf"]);
    const dialog = page.getByRole("dialog", { name: "Upload Family Media" });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText("beach.jpg")).toBeVisible();
    await expect(dialog.getByText("garden.jpg")).toBeVisible();
    await expect(dialog.getByText(/Unsupported file type\(s\)/)).toBeVisible();
    await expect(page).not.toHaveURL(/share-target/);
    await dialog.getByRole("button", { name: "Upload 2 files" }).click();
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(() => caches.has("keepsake-shared-files"))).toBe(false);
  });

  test("pictures wait while nobody is signed in, and are there after sign-in", async ({ page, context }) => {
    const person = await signUpFamily(page.request);
    await page.goto("/");
    await controlled(page);
    await context.clearCookies();
    await shareFiles(page, ["beach.jpg"]);
    await page.getByRole("link", { name: "Sign In" }).first().click();
    await signIn(page, person);
    const dialog = page.getByRole("dialog", { name: "Upload Family Media" });
    await expect(dialog.getByText("beach.jpg")).toBeVisible();
  });
});

test("home reports a share that no service worker received", async ({ page }) => {
  await signUpFamily(page.request);
  const answer = await page.request.post("/share-target", {
    multipart: { media: { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("jpeg") } },
    maxRedirects: 0,
  });
  expect([answer.status(), answer.headers().location]).toEqual([303, "/?share-target=lost"]);
  await page.goto("/?share-target=lost");
  await expect(page.getByText("The photos didn't arrive", { exact: true })).toBeVisible();
});
