import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { collectErrors, joinFamilyOf, signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

async function upload(request: APIRequestContext, description: string): Promise<void> {
  const fileData = (await photo(800, 600)).toString("base64");
  const answer = await request.post("/api/media", {
    data: { fileName: "IMG_1.jpg", fileType: "image", fileData, year: 2024, month: 7, description },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

const noticeOf = (page: Page) => page.getByRole("article", { name: "Sunday lunch" });

/** On phones an admin's board is collapsed unless something in it is unread. */
async function openHome(page: Page): Promise<void> {
  await page.goto("/");
  const fold = page.getByRole("button", { name: /^(Notice board|\d+ .*notices?)$/ });
  const board = page.getByRole("heading", { name: "Notice board" });
  await expect(fold.or(board).first()).toBeVisible();
  if (!(await fold.isVisible())) return;
  if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click();
  await expect(fold).toHaveAttribute("aria-expanded", "true");
}

test("an admin's notices, hashtags and month icons reach the family @phone", async ({
  page,
  browser,
  baseURL,
}, info) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  const theirs = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: info.project.use.viewport ?? null,
  });
  await joinFamilyOf(page.request, theirs.request);
  const nana = await theirs.newPage();
  const nanasErrors = collectErrors(nana);

  await test.step("an admin posts a notice, with both its parts", async () => {
    await openHome(page);
    const dialog = page.getByRole("dialog", { name: "Post a notice" });
    await page.getByRole("button", { name: "Post a notice" }).click();
    await dialog.getByLabel("Title").fill("Sunday lunch");
    await dialog.getByRole("button", { name: "Post" }).click();
    await expect(dialog.getByText("Please fill in both title and message.")).toBeVisible();
    await dialog
      .getByLabel("Message")
      .fill(
        "We are at Nana's from one o'clock.\nBring the old albums, she wants to scan the ones from <b>Lagos</b>.",
      );
    await dialog.getByRole("button", { name: "Post" }).click();
    await expect(dialog).toBeHidden();
    await expect(noticeOf(page)).toBeVisible();
    await upload(page.request, "The first swim #Seaside");
  });

  await test.step("a member reads on and likes it, also by its notification's address", async () => {
    await nana.goto("/");
    const notice = noticeOf(nana);
    await expect(notice).not.toContainText("Lagos");
    await notice.getByRole("button", { name: /^see more/ }).click();
    await expect(notice).toContainText("<b>Lagos</b>");
    await notice.getByRole("button", { name: "Like Sunday lunch" }).click();
    await expect(notice.getByRole("button", { name: /^1 like/ })).toBeVisible();
    await expect(nana.getByRole("button", { name: "Post a notice" })).toHaveCount(0);
    const list = await nana.request.get("/api/notices");
    const [{ id }] = (await list.json()) as [{ id: string }];
    await nana.goto("/recent-uploads");
    await nana.goto(`/#notice-${id}`);
    await expect(notice).toContainText("<b>Lagos</b>");
    await expect(notice).toBeFocused();
  });

  await test.step("the admin sees who likes it, and hides it for a while", async () => {
    await openHome(page);
    const notice = noticeOf(page);
    await notice.getByRole("button", { name: /^1 like/ }).click();
    const likes = page.getByRole("dialog", { name: "Who likes this" });
    await expect(likes.getByRole("listitem")).toHaveCount(1);
    expect(await brokenRulesAtBothWidths(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(likes).toBeHidden();
    await notice.getByRole("button", { name: "Edit Sunday lunch" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit notice" });
    await dialog.getByRole("switch", { name: "On the board" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(notice.getByText("Hidden")).toBeVisible();
    await nana.goto("/");
    await expect(nana.getByRole("heading", { name: "Recent Uploads" })).toBeVisible();
    await expect(noticeOf(nana)).toHaveCount(0);
  });

  await test.step("hashtags are featured, and lead to their pictures", async () => {
    await page.getByRole("button", { name: "Feature hashtags" }).click();
    const dialog = page.getByRole("dialog", { name: "Featured hashtags" });
    await dialog.getByLabel("Hashtag").fill("Holiday");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog.getByRole("button", { name: "Remove #Holiday" })).toBeVisible();
    await dialog.getByRole("button", { name: "Feature #seaside" }).click();
    await expect(dialog.getByRole("button", { name: "Remove #seaside" })).toBeVisible();
    await dialog.getByLabel("Hashtag").fill("SEASIDE");
    await dialog.getByRole("button", { name: "Add" }).click();
    await expect(dialog.getByText("#SEASIDE is already featured.")).toBeVisible();
    expect(await brokenRulesAtBothWidths(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(dialog).toBeHidden();

    await nana.goto("/");
    const chips = nana.getByRole("list", { name: "Featured hashtags" }).getByRole("link");
    await expect(chips).toHaveText(["#Holiday", "#seaside"]);
    await chips.last().click();
    await expect(nana).toHaveURL(/\/search\?tag=seaside/);
    await expect(nana.getByRole("img", { name: /The first swim/ })).toBeVisible();
  });

  await test.step("a month gets an icon by keyboard, and wears it in the grid and on its page", async () => {
    await page.getByRole("button", { name: "Month icons for 2024" }).click();
    const dialog = page.getByRole("dialog", { name: "Icon for July 2024" });
    await dialog.getByRole("radio", { name: "Sun", exact: true }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(dialog.getByRole("radio", { name: "Swimming" })).toBeChecked();
    expect(await brokenRulesAtBothWidths(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("link", { name: "July 2024, 1 item, Swimming" })).toBeVisible();
    await nana.goto("/");
    const month = nana.getByRole("link", { name: "July 2024, 1 item, Swimming" });
    // It is drawn, not just named.
    await expect
      .poll(() => month.locator("use").evaluate((use) => (use as SVGUseElement).getBBox().width))
      .toBeGreaterThan(10);
    await month.click();
    await expect(nana.getByRole("heading", { level: 1, name: /July 2024.*Swimming/ })).toBeVisible();
    await expect(nana.getByRole("button", { name: "Month icon" })).toHaveCount(0);

    await page.goto("/media/2024/7");
    await page.getByRole("button", { name: "Month icon" }).click();
    await page.getByRole("button", { name: "Remove icon" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "July 2024", exact: true })).toBeVisible();
  });

  await test.step("a deleted notice is gone", async () => {
    await openHome(page);
    await page.getByRole("button", { name: "Edit Sunday lunch" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(noticeOf(page)).toHaveCount(0);
  });

  expect([...errors, ...nanasErrors]).toEqual([]);
  await theirs.close();
});
