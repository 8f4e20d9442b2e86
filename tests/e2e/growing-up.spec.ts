import { type APIRequestContext, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { brokenInAnyLook } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { photo } from "./support/files";
import { faultsOfLargeTextAtBothWidths, withLargeText } from "./support/large-text";
import { test } from "./support/test";
import { untilReady } from "./support/upload";

/** Uploads a camera's photo of a day, with people on it. @param day YYYY-MM-DD */
async function uploadWith(request: APIRequestContext, memberIds: string[], day: string): Promise<string> {
  const buffer = await sharp(await photo())
    .withExif({
      IFD0: { Make: "Canon", Model: "EOS R6" },
      IFD2: { DateTimeOriginal: `${day.replaceAll("-", ":")} 10:00:00` },
    })
    .jpeg()
    .toBuffer();
  const answer = await request.post("/api/media", {
    multipart: {
      fileName: `IMG_${day}.jpg`,
      fileType: "image/jpeg",
      year: day.slice(0, 4),
      month: String(Number(day.slice(5, 7))),
      description: `Photo of ${day}`,
      fileData: { name: "IMG.jpg", mimeType: "image/jpeg", buffer },
    },
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  expect((await request.put(`/api/media/${id}/tags`, { data: { memberIds } })).ok()).toBe(true);
  await untilReady(request, id);
  return id;
}

async function addPerson(request: APIRequestContext, name: string, birthDate: string): Promise<string> {
  const added = await request.post("/api/family-members", { data: { name, birthDate } });
  expect(added.status()).toBe(201);
  return ((await added.json()) as { id: string }).id;
}

/** With more relatives to compare her with than fit on a phone. */
async function familyWithChild(page: Page): Promise<string> {
  const { request } = page;
  await signUpFamily(request);
  const year = new Date().getUTCFullYear() - 3;
  const id = await addPerson(request, "Mia", `${year}-01-02`);
  const relatives: string[] = [];
  for (const [index, name] of ["Grandma Elisabeth", "Grandpa Friedrich", "Aunt Charlotte"].entries())
    relatives.push(await addPerson(request, name, `19${50 + index}-04-05`));
  for (const day of [`${year}-01-20`, `${year + 2}-03-04`]) await uploadWith(request, [id], day);
  await uploadWith(request, [id, ...relatives], `${year}-06-10`);
  return id;
}

test("a child's photos are shown by age, a first time is marked on one, and a film is made and shared @phone", async ({
  page,
}) => {
  const id = await familyWithChild(page);
  await page.goto("/growing-up");
  await page.getByRole("link", { name: /Mia/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Mia, growing up" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "2 years old",
    "5 months old",
    "The first month",
  ]);

  const two = page.getByRole("region", { name: "2 years old" });
  await two.locator("[data-media-id]").getByRole("link").click();
  await expect(page.getByRole("dialog")).toBeFocused();
  await page.getByRole("button", { name: "Details" }).click();
  await expect(page.getByRole("list", { name: "How old they are" })).toContainText("Mia, 2 years 2 months");
  await page.getByRole("button", { name: "Mark a first" }).click();
  await page.getByRole("button", { name: "First bike ride" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("list", { name: "Firsts" })).toContainText("First bike ride");
  await page.goto(`/growing-up/${id}`);
  await expect(two).toContainText("First bike ride");

  await page.getByRole("link", { name: "Make a film" }).click();
  await expect(page.getByText("3 photos, 0:05, without sound")).toBeVisible();
  await page.getByRole("button", { name: /Leave out 2/ }).click();
  await page.getByRole("button", { name: "Make the film" }).click();
  await expect(page).toHaveURL(/\/films$/);
  const add = page.getByRole("button", { name: "Add to album" });
  await expect(add).toBeVisible();
  await add.click();
  await expect(page.getByRole("link", { name: "See it in the album" })).toBeVisible();
});

test("growing up and films break no axe rule, and fit large text", async ({ page }) => {
  const id = await familyWithChild(page);
  const addresses = ["/growing-up", `/growing-up/${id}`, "/films", `/films/new?kind=growing&memberId=${id}`];
  const faults: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const fault of await brokenInAnyLook(page)) faults.push(`${address}: ${fault}`);
  }
  await withLargeText(page);
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const fault of await faultsOfLargeTextAtBothWidths(page)) faults.push(`${address}: ${fault}`);
  }
  expect(faults).toEqual([]);
});
