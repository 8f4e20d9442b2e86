import { randomInt } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import sharp from "sharp";
import { brokenRules } from "./support/accessible";
import { collectErrors, signUpFamily } from "./support/family";
import { test } from "./support/test";

/** Two people whom the stand-in for the models tells apart by colour (tests/support/fake-recognition.mjs). */
const red = "#e01818";
const violet = "#c818d8";

/** A dull picture with a bright round face in each of these colours. */
async function picture(colours: readonly string[]): Promise<Buffer> {
  const shade = () => `hsl(${randomInt(360)} 6% ${50 + randomInt(35)}%)`;
  const heads = colours.map((colour, at) => {
    const x = 480 + at * 640;
    return `<circle cx="${x}" cy="560" r="230" fill="${colour}"/>
      <circle cx="${x - 80}" cy="510" r="22" fill="#222"/><circle cx="${x + 80}" cy="510" r="22" fill="#222"/>
      <path d="M${x - 90} 630q90 90 180 0" stroke="#222" stroke-width="18" fill="none"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
    <rect width="100%" height="100%" fill="${shade()}"/>
    <rect y="75%" width="100%" height="25%" fill="${shade()}"/>${heads.join("")}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer();
}

async function upload(request: APIRequestContext, ...colours: string[]): Promise<string> {
  const answer = await request.post("/api/media", {
    multipart: {
      fileData: { name: "party.jpg", mimeType: "image/jpeg", buffer: await picture(colours) },
      year: "2024",
      month: "3",
      description: "The party",
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Waits until the worker has analysed every picture and found this many faces. */
async function untilRead(page: Page, facesCount: number): Promise<void> {
  const state = async () => (await page.request.get("/api/recognition")).json();
  await expect.poll(state, { intervals: [500] }).toMatchObject({ picturesLeft: 0, facesCount });
}

test("a family finds each other by face, and erases it all again", async ({ page }) => {
  const errors = collectErrors(page);
  await signUpFamily(page.request);
  for (const colours of [[red, violet], [red], [violet]]) await upload(page.request, ...colours);

  await test.step("an admin switches it on, where the people page leads", async () => {
    await page.goto("/people");
    await expect(page.getByRole("heading", { name: "Find people by their faces" })).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("link", { name: "Open the family's settings" }).click();
    await page.getByRole("switch", { name: "Faces" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Look for faces" }).click();
    await expect(page.getByRole("switch", { name: "Faces" })).toBeChecked();
    await untilRead(page, 4);
  });

  await test.step("one of two faces is named as someone new, and tagged in both photos", async () => {
    await page.goto("/people");
    await expect(page.getByRole("button", { name: "Say who" })).toHaveCount(2);
    await expect(page.getByRole("link", { name: /2 photos/ }).first()).toBeVisible();
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Say who" }).first().click();
    await page.getByRole("textbox", { name: "Name" }).fill("Efua");
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Add Efua to the family" }).click();
    await page.getByRole("button", { name: "Tag 2 photos" }).click();
    await expect(page.getByText("Efua is tagged in 2 photos", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: /Efua/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Efua" })).toBeVisible();
    await expect(page.getByRole("link", { name: /The party/ })).toHaveCount(2);
    expect(await brokenRules(page)).toEqual([]);
  });

  await test.step("she is found by her name", async () => {
    await page.goto("/search?q=efua");
    await expect(page.getByText("2 results for “efua”")).toBeVisible();
    await page.getByRole("link", { name: /Photos with Efua.*2 photos/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: /Photos of Efua/ })).toBeVisible();
  });

  await test.step("on a new picture her face is known, and one press tags her", async () => {
    const id = await upload(page.request, red, violet);
    await untilRead(page, 6);
    await page.goto(`/view-image/${id}`);
    await page.getByRole("button", { name: "Who is in this photo?" }).click();
    const people = page.getByRole("list", { name: "Suggested people" });
    await expect(people).toContainText("Is this Efua?");
    await expect(page.getByRole("list", { name: /Not named yet/ }).getByRole("button")).toHaveCount(1);
    expect(await brokenRules(page)).toEqual([]);
    await page.getByRole("button", { name: "Yes, this is Efua" }).click();
    await expect(page.getByRole("list", { name: "People in this photo" })).toContainText("Efua");
    await expect(people).toHaveCount(0);
  });

  await test.step("all faces are erased with one button; who was tagged stays tagged", async () => {
    await page.goto("/settings?tab=family");
    await page.getByRole("button", { name: "Erase all faces" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Erase all faces" }).click();
    await expect(page.getByRole("switch", { name: "Faces" })).not.toBeChecked();
    await page.goto("/people");
    await expect(page.getByRole("heading", { name: "Find people by their faces" })).toBeVisible();
    await page.goto("/search?q=efua");
    await expect(page.getByText("3 results for “efua”")).toBeVisible();
  });
  expect(errors).toEqual([]);
});
