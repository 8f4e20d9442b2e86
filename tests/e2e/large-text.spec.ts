import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { faultsOfLargeText, withLargeText } from "./support/large-text";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const width = 390;

async function arrive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("main").or(page.getByRole("dialog")).first()).toBeVisible();
  await expect(page.locator(".skeleton:visible")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** A family with a picture that is also in the basket, so that every button of the header is there. */
async function signInWithPicture(request: APIRequestContext): Promise<string> {
  await signUpFamily(request);
  const [id = ""] = await uploadPhotos(request, { count: 1, year: 2024, month: 7 });
  const added = await request.post("/api/basket/add", { data: { mediaId: id, quantity: 1 } });
  expect(added.ok()).toBe(true);
  return id;
}

test.beforeEach(({ page }) => withLargeText(page));

test("with text twice as large, menus and dialogs fit, and Log out is visible at once @phone", async ({
  page,
}) => {
  const id = await signInWithPicture(page.request);
  const faults: string[] = [];
  const look = async (what: string) => {
    for (const fault of await faultsOfLargeText(page, width)) faults.push(`${what}: ${fault}`);
  };
  const dialog = page.getByRole("dialog").last();
  const close = async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  };
  await arrive(page, "/");

  await test.step("the account menu", async () => {
    await page.getByRole("button", { name: /^Your account/ }).click();
    const logOut = dialog.getByRole("button", { name: "Log out" });
    await expect(logOut).toBeInViewport({ ratio: 1 });
    await look("menu");
    for (const group of ["Photos", "Prints and gifts", "Family", "Notifications", "Settings"]) {
      await dialog.getByRole("button", { name: group, exact: true }).click();
      await look(`menu, ${group}`);
      await expect(logOut).toBeInViewport({ ratio: 1 });
    }
    await dialog.getByRole("button", { name: "Administration" }).click();
    for (const group of ["Family", "Prints", "Server"]) {
      await dialog.getByRole("button", { name: group, exact: true }).click();
      await look(`administration, ${group}`);
      await expect(logOut).toBeInViewport({ ratio: 1 });
    }
    await close();
  });

  for (const [what, open] of [
    ["family switcher", () => page.getByRole("button", { name: /^Your family/ }).click()],
    ["upload", () => page.getByRole("navigation").getByRole("button", { name: "Upload" }).click()],
    ["basket", () => page.getByRole("button", { name: /^Review/ }).click()],
    ["share", () => page.getByRole("main").getByRole("button", { name: "Share" }).click()],
    [
      "notice",
      async () => {
        await page.getByRole("button", { name: "Notice board", exact: true }).click();
        await page.getByRole("button", { name: "Post a notice" }).click();
      },
    ],
  ] as const) {
    await test.step(what, async () => {
      await open();
      await expect(page.getByRole("dialog").or(page.getByRole("menu")).first()).toBeVisible();
      await look(what);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog").or(page.getByRole("menu"))).toHaveCount(0);
    });
  }

  for (const name of ["Edit", "Delete", "Details"]) {
    await test.step(`the viewer's ${name}`, async () => {
      await arrive(page, `/view-image/${id}`);
      await page.getByRole("dialog").getByRole("button", { name, exact: true }).first().click();
      await look(`viewer, ${name}`);
    });
  }
  expect(faults).toEqual([]);
});
