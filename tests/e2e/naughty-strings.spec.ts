import { type APIRequestContext, type Browser, expect, type Page, type TestInfo } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { naughtyStrings } from "./support/naughty-strings";
import { test } from "./support/test";

/** Posts a text. If the album doesn't accept it, it must be refused as input, never with a server error. */
async function send(
  request: APIRequestContext,
  method: "POST" | "PUT" | "PATCH",
  path: string,
  data: unknown,
) {
  const answer = await request.fetch(path, { method, data });
  expect(answer.status(), `${method} ${path}: ${JSON.stringify(data)}`).toBeLessThan(500);
  const text = await answer.text();
  return { isTaken: answer.ok(), body: text ? JSON.parse(text) : undefined };
}

/** Watches for anything that runs: dialogs, page errors, violations of the security policy. */
function watch(page: Page): string[] {
  const found: string[] = [];
  page.on("dialog", (dialog) => {
    found.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => found.push(`error ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error") found.push(`console ${message.text()}`);
  });
  page.on("request", (request) => {
    if (new URL(request.url()).hostname === "example.invalid") found.push(`request ${request.url()}`);
  });
  return found;
}

/** The same person on a phone, with the settings of the project of that name. */
async function onPhone(page: Page, browser: Browser, { config }: TestInfo): Promise<Page> {
  const { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent } =
    config.projects.find(({ name }) => name === "phone")?.use ?? {};
  const storageState = await page.context().storageState();
  const context = await browser.newContext({
    ...{ viewport, deviceScaleFactor, isMobile, hasTouch, userAgent },
    storageState,
  });
  return context.newPage();
}

/** Visits every page that shows what was written. */
async function walk(page: Page, screen: string, uploaded: readonly string[]): Promise<void> {
  const paths = [
    "/",
    "/recent-uploads",
    "/media/2024/3",
    "/tagged",
    `/view-image/${uploaded[0]}#comments`,
    `/card/${uploaded[0]}`,
    `/feed/${uploaded[1]}`,
    `/search?q=${encodeURIComponent(naughtyStrings[1] ?? "")}`,
    `/search?tag=${encodeURIComponent(naughtyStrings[3] ?? "")}`,
    "/notifications",
    "/admin-notifications",
    "/manage-users",
    "/settings",
  ];
  for (const path of paths) {
    await test.step(`${screen}: walk ${path}`, async () => {
      await page.goto(path);
      await expect(page.getByRole("main").or(page.getByRole("dialog")).first()).toBeVisible();
      await page.waitForLoadState("networkidle");
      expect(await page.evaluate(() => "__ran" in window)).toBe(false);
      // Long or tall text breaks no page: nothing is wider than the screen.
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${path} is ${overflow} px too wide`).toBeLessThanOrEqual(0);
    });
  }

  await test.step(`${screen}: a comment reads as it was written`, async () => {
    await page.goto(`/view-image/${uploaded[0]}#comments`);
    const comments = page.getByRole("list", { name: "Comments" });
    await expect(comments.getByText(naughtyStrings[0] ?? "", { exact: true })).toBeVisible();
    await expect(comments.locator("script, img, iframe, style, base")).toHaveCount(0);
    await page.getByRole("button", { name: "Tag people" }).click();
    await expect(
      page.getByRole("listbox", { name: "People of the family" }).getByRole("option").first(),
    ).toBeVisible();
    expect(await page.evaluate(() => "__ran" in window)).toBe(false);
  });
}

test("texts that look like code run nowhere, and appear where they were written, on a desktop and a phone", async ({
  page,
  browser,
}, info) => {
  const { request } = page;
  await signUpFamily(request);
  const found = watch(page);
  const uploaded: string[] = [];
  const fileData = async () => (await photo(320, 240)).toString("base64");

  await test.step("they are written into every field", async () => {
    for (const [index, text] of naughtyStrings.entries()) {
      const item = await send(request, "POST", "/api/media", {
        fileName: `${text.slice(0, 60)}.jpg`,
        fileType: "image/jpeg",
        fileData: await fileData(),
        year: 2024,
        month: 3,
        description: `${text} #${text}`,
      });
      const mediaId: string = item.body.id ?? uploaded[0];
      if (item.isTaken) uploaded.push(mediaId);
      const person = await send(request, "POST", "/api/family-members", {
        name: text,
        nickname: text,
        birthDate: `2000-${new Date().toISOString().slice(5, 10)}`,
      });
      if (person.isTaken && index < 10) {
        await send(request, "PUT", `/api/media/${uploaded[0]}/tags`, { memberIds: [person.body.id] });
      }
      // The first picture gets all of them.
      await send(request, "POST", `/api/media/${uploaded[0]}/comments`, { text });
      await send(request, "POST", "/api/notices", { title: text, message: text });
      if (index % 3 === 0) await send(request, "POST", "/api/hashtags/featured", { hashtag: text });
      await send(request, "POST", "/api/admin-notifications", {
        title: text,
        message: text,
        audience: "all",
      });
      await send(request, "PUT", "/api/organization/current", { name: text, icon: "heart" });
    }
    await send(request, "PUT", "/api/organization/current", { name: naughtyStrings[1], icon: "heart" });
    expect(uploaded.length).toBeGreaterThan(20);
  });

  await walk(page, "desk", uploaded);
  const phone = await onPhone(page, browser, info);
  const foundOnPhone = watch(phone);
  await walk(phone, "phone", uploaded);
  expect([...found, ...foundOnPhone]).toEqual([]);
  await phone.context().close();
});
