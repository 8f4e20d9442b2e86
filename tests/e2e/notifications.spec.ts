import { type BrowserContext, expect, type Page } from "@playwright/test";
import { collectErrors, joinFamilyOf, signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { test } from "./support/test";

async function twoPeople(page: Page, context: BrowserContext) {
  await signUpFamily(page.request);
  const guest = await context.newPage();
  await joinFamilyOf(page.request, guest.request);
  return guest;
}

async function uploadPicture(page: Page): Promise<void> {
  const { status } = await page.request
    .post("/api/media", {
      data: {
        fileName: "beach.jpg",
        fileType: "image",
        year: 2024,
        month: 7,
        description: "At the sea",
        fileData: (await photo()).toString("base64"),
      },
    })
    .then((answer) => ({ status: answer.status() }));
  expect(status).toBe(201);
}

test("an admin's message rings the other person's bell, is read, and counts as read @phone", async ({
  page,
  browser,
  viewport,
}) => {
  const elsewhere = await browser.newContext({ viewport });
  const nana = await twoPeople(page, elsewhere);
  const errors = collectErrors(nana);
  await nana.goto("/");
  await expect(nana.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();

  await page.goto("/admin-notifications");
  await page.getByLabel("Title").fill("Grandma arrives");
  await page.getByLabel("Message").fill("On Sunday at noon.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: "Send it" }).click();
  const sent = page.getByRole("region", { name: "Sent" });
  await expect(sent.getByRole("heading", { name: "Grandma arrives" })).toBeVisible();

  await nana.reload();
  await nana.getByRole("link", { name: "Notifications, 1 new" }).click();
  await expect(nana.getByText("On Sunday at noon.")).toBeVisible();
  // Once seen for a moment it is read, and the badge disappears.
  await expect(nana.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();

  await page.reload();
  await expect(sent.getByRole("progressbar", { name: "Read" })).toHaveAttribute("aria-valuenow", "100");
  expect(errors).toEqual([]);
  await elsewhere.close();
});

test("new pictures appear among the notifications, and lead to the picture", async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const nana = await twoPeople(page, elsewhere);
  await uploadPicture(page);
  await expect(async () => {
    await nana.goto("/notifications");
    await expect(nana.getByText("added a new photo")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await nana.getByRole("link", { name: /added a new photo/ }).click();
  await expect(nana).toHaveURL(/\/view-image\//);
  await elsewhere.close();
});

test("a member doesn't see the admins' page, and a link that ends the weekly mail says what it did", async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  const nana = await twoPeople(page, elsewhere);
  for (const address of ["/admin-notifications", "/admin/notifications"]) {
    await nana.goto(address);
    await expect(nana.getByRole("heading", { name: "This page is for your family's admins" })).toBeVisible();
  }
  await nana.goto("/api/unsubscribe?token=not-ours");
  await expect(nana.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  await elsewhere.close();
});
