import { type BrowserContext, expect, type Page } from "@playwright/test";
import { brokenRules, brokenRulesAtBothWidths } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

/** A TV polls every two seconds. One poll may be under way when the code is entered; the next one gets the answer. */
const maxQuestions = 2;

/** A TV in the living room, where nobody is signed in. */
async function openTv(context: BrowserContext): Promise<{ tv: Page; code: string }> {
  const tv = await context.newPage();
  await tv.goto("/show");
  const label = await tv.getByLabel(/^Code /).getAttribute("aria-label");
  return { tv, code: (label ?? "").replace("Code ", "").replaceAll(" ", "") };
}

const photoOn = (tv: Page) => tv.locator("main img").last();
const srcOn = (tv: Page) => photoOn(tv).getAttribute("src");

test("a TV is paired in seconds, follows the phone, and shows nothing once it is removed @phone", async ({
  page: phone,
  browser,
}) => {
  const living = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  await signUpFamily(phone.request);
  await uploadPhotos(phone.request, { count: 4, year: 2024, month: 3 });
  const { tv, code } = await openTv(living);
  const asked: string[] = [];
  tv.on("request", (request) => asked.push(new URL(request.url()).pathname));
  expect(await brokenRules(tv)).toEqual([]);

  // As from the QR code.
  await phone.goto(`/screens?code=${code}`);
  await phone.getByLabel("Order", { exact: true }).selectOption("In order");
  const paired = phone.waitForResponse(
    (answer) => answer.url().endsWith("/api/screens") && answer.status() === 201,
  );
  await phone.getByRole("button", { name: "Start the show" }).click();
  await paired;
  asked.length = 0;
  await expect(photoOn(tv)).toBeVisible();
  const told = asked.indexOf("/api/show/items");
  expect(asked.slice(0, told).filter((path) => path === "/api/show").length).toBeLessThanOrEqual(
    maxQuestions,
  );
  await expect(tv.getByText("A photo of the day")).toBeVisible();
  expect(await brokenRulesAtBothWidths(phone)).toEqual([]);

  await phone.getByRole("button", { name: "Pause Living room" }).click();
  await expect(tv.getByRole("img", { name: "Paused" })).toBeVisible();
  const first = await srcOn(tv);
  await phone.getByRole("button", { name: "Next on Living room" }).click();
  await expect.poll(() => srcOn(tv)).not.toBe(first);
  await tv.keyboard.press("ArrowRight");
  await expect(tv.locator("main img")).toHaveCount(2);

  // The network is lost: what is shown stays, and the remote works again afterwards.
  await living.setOffline(true);
  await phone.getByRole("button", { name: "Play Living room" }).click();
  await expect(photoOn(tv)).toBeVisible();
  await living.setOffline(false);
  await expect(tv.getByRole("img", { name: "Paused" })).toHaveCount(0);

  await tv.reload();
  await expect(photoOn(tv)).toBeVisible();
  const picture = await tv.evaluate(async () => {
    const { items } = (await (await fetch("/api/show/items")).json()) as { items: { id: string }[] };
    return `/api/images/medium/${items[0]?.id}`;
  });
  const status = () => tv.evaluate(async (path) => (await fetch(path)).status, picture);
  expect(await status()).toBe(200);
  expect(await tv.evaluate(async () => (await fetch("/api/media/years")).status)).toBe(401);

  await phone.getByRole("button", { name: "Remove Living room" }).click();
  await phone.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(tv.getByLabel(/^Code /)).toBeVisible();
  await expect(tv.locator("main img")).toHaveCount(0);
  expect(await status()).toBe(401);
  await living.close();
});
