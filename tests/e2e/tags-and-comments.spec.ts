import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { collectErrors, joinFamilyOf, signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

async function upload(request: APIRequestContext, description: string): Promise<string> {
  const data = {
    fileName: "beach.jpg",
    fileType: "image/jpeg",
    fileData: (await photo()).toString("base64"),
    year: 2024,
    month: 3,
    description,
  };
  const answer = await request.post("/api/media", { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

/** Someone else in the family of the owner signed in here, with their own browser. */
async function joinAs(owner: APIRequestContext, page: Page, name: string): Promise<void> {
  const person = await joinFamilyOf(owner, page.request);
  const family = await (await owner.get("/api/family-members")).json();
  const own = family.find((member: { name: string }) => member.name === person.username) ?? family.at(-1);
  const renamed = await owner.put(`/api/family-members/${own.id}`, { data: { name, nickname: name } });
  expect(renamed.status(), await renamed.text()).toBe(200);
}

test("someone is tagged and finds it, and both write under the picture", async ({ page, browser }, info) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  const mediaId = await upload(page.request, "Low tide");
  const context = await browser.newContext({ ...info.project.use, baseURL: info.project.use.baseURL ?? "" });
  const nana = await context.newPage();
  await joinAs(page.request, nana, "Nana");

  await test.step("the owner tags her by typing her name", async () => {
    await page.goto("/media/2024/3");
    await page.getByRole("link", { name: "Low tide" }).click();
    await page.getByRole("button", { name: "Who is in this photo?" }).click();
    await page.getByRole("button", { name: "Tag people" }).click();
    await page.getByRole("combobox", { name: "Who is in this photo?" }).fill("nan");
    await page.getByRole("option", { name: "Nana" }).click();
    await expect(page.getByText("With Nana")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Tag people" })).toBeFocused();
    expect(await brokenRulesAtBothWidths(page)).toEqual([]);
  });

  await test.step("she finds it among the pictures of her", async () => {
    await nana.goto("/tagged");
    await expect(nana.getByRole("heading", { level: 1, name: "Photos of me" })).toBeVisible();
    expect(await brokenRulesAtBothWidths(nana)).toEqual([]);
    await nana.getByRole("link", { name: "Low tide" }).click();
    await nana.getByRole("button", { name: "Comments, 0 comments" }).click();
    const box = nana.getByRole("textbox", { name: "Write a comment" });
    await box.fill("What a day that was!");
    await box.press("ArrowLeft");
    await nana.getByRole("button", { name: "Send" }).click();
    await expect(nana.getByRole("list", { name: "Comments" })).toContainText("What a day that was!");
    await expect(nana.getByRole("button", { name: "Comments, 1 comment" })).toBeVisible();
    expect(await brokenRulesAtBothWidths(nana)).toEqual([]);
  });

  await test.step("the owner answers, from the link of the notification", async () => {
    const notifications = await (await page.request.get("/api/notifications")).json();
    expect(notifications.items[0]).toMatchObject({
      title: "Nana commented on your photo",
      message: "What a day that was!",
      url: `/card/${mediaId}#comments`,
    });
    await page.goto(notifications.items[0].url);
    await expect(page.getByRole("heading", { name: "Comments" })).toBeFocused();
    await page.getByRole("textbox", { name: "Write a comment" }).fill("It was");
    await page.getByRole("button", { name: "Send" }).click();
    await expect(page.getByRole("list", { name: "Comments" }).getByRole("listitem")).toHaveCount(2);
  });

  await test.step("she changes her words and takes them away", async () => {
    await nana.reload();
    await nana.getByRole("button", { name: "Comments, 2 comments" }).click();
    await nana.getByRole("button", { name: "Edit your comment" }).click();
    await nana.getByRole("textbox", { name: "Your comment" }).fill("What an evening!");
    await nana.getByRole("button", { name: "Save" }).click();
    await expect(nana.getByText("What an evening!")).toBeVisible();
    await nana.getByRole("button", { name: "Delete your comment" }).click();
    await nana.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(nana.getByRole("list", { name: "Comments" }).getByRole("listitem")).toHaveCount(1);
    await expect(nana.getByRole("button", { name: "Comments, 1 comment" })).toBeVisible();
  });
  expect(errors).toEqual([]);
  await context.close();
});

/** The month and day this many days from today, in a leap year. */
const birthDate = (days: number) =>
  `2000-${new Date(Date.now() + days * 86_400_000).toISOString().slice(5, 10)}`;

test("birthdays are shown under the header, rotate, and can be dismissed for the day", async ({ page }) => {
  await signUpFamily(page.request);
  for (const [name, days] of [
    ["Ife", 0],
    ["Nana", 1],
    ["Bisi", 16],
  ] as const) {
    const data = { name, birthDate: birthDate(days) };
    expect((await page.request.post("/api/family-members", { data })).status()).toBe(201);
  }
  await page.goto("/favorites");
  const banner = page.getByRole("complementary", { name: "Family news" });
  await expect(banner.getByRole("listitem")).toHaveText([
    /Ife's birthday is (today|tomorrow)/,
    /Nana's birthday is (tomorrow|in 2 days|today)/,
  ]);
  const isInView = (name: string) =>
    banner.getByText(name).evaluate((element) => {
      const box = element.getBoundingClientRect();
      return document.elementFromPoint(box.left + 2, box.top + box.height / 2) === element;
    });
  await page.mouse.move(200, 600);
  await expect.poll(() => isInView("Nana's")).toBe(true);
  await expect.poll(() => isInView("Ife's")).toBe(true);
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);
  await page.goto("/");
  await expect(banner.getByRole("listitem").last()).toHaveText("5 free prints left this month");
  await page.goto("/favorites");
  await banner.getByRole("button", { name: "Hide until tomorrow" }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Favorites" })).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test("billing shows the plan and how much of it is used", async ({ page }) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  await page.goto("/billing");
  await expect(page.getByRole("heading", { level: 1, name: "Billing" })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "0% of the storage used" })).toBeVisible();
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);
  expect(errors).toEqual([]);
});
