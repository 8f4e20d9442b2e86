import { expect, type Page } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

async function makeAlbum({ request }: Page): Promise<void> {
  await signUpFamily(request);
  await uploadPhotos(request, { count: 6, year: 2024, month: 7 });
}

const familyMenu = (page: Page) => page.getByRole("button", { name: /^Your family/ });

test("home's first view needs nothing but the page itself @both", async ({ page }) => {
  await makeAlbum(page);
  await page.route(/./, (route) =>
    route.request().resourceType() === "document" ? route.fallback() : route.abort(),
  );
  await page.goto("/");
  const card = page.getByRole("region", { name: "Recent Uploads" });
  const shown = () =>
    card.locator("[data-thumb] img").evaluateAll((images) =>
      images.map((image) => ({
        isLoaded: (image as HTMLImageElement).naturalWidth > 0,
        fit: getComputedStyle(image).objectFit,
      })),
    );
  await expect.poll(shown).toEqual(Array(4).fill({ isLoaded: true, fit: "cover" }));
  const colours = await card
    .locator("[data-thumb]")
    .evaluateAll((frames) => frames.map((frame) => getComputedStyle(frame).backgroundColor));
  for (const colour of colours) expect(colour).toMatch(/^rgb\(/);
});

test("a press outside an open menu closes it and does nothing else", async ({ page }) => {
  await makeAlbum(page);
  await page.goto("/");
  // Located before the menu hides the page from screen readers, and so from role queries.
  const card = page.getByRole("region", { name: "Recent Uploads" });
  const photo = await card.locator("[data-thumb]").last().boundingBox();
  if (!photo) throw new Error("The card has no photo");
  await familyMenu(page).click();
  const menu = page.getByRole("menu");
  // The menu notices presses beside it only a moment after it has the focus, which is sooner than any hand.
  await expect(menu).toBeFocused();
  await expect(async () => {
    await page.mouse.click(photo.x + photo.width / 2, photo.y + photo.height / 2);
    await expect(menu).toBeHidden({ timeout: 10_000 });
  }).toPass();
  await expect(page).toHaveURL(/\/$/);
  // Without the menu the same press opens the photo.
  await card.locator("[data-thumb]").last().click();
  await expect(page.getByRole("dialog", { name: "A photo of the day" })).toBeVisible();
});

test("opening something over a page changes nothing that all of its elements inherit", async ({ page }) => {
  await makeAlbum(page);
  await page.goto("/");
  const inherited = () =>
    page.locator("#main").evaluate((main) => {
      const style = getComputedStyle(main);
      return {
        pointerEvents: style.pointerEvents,
        scrollBar: style.getPropertyValue("--removed-body-scroll-bar-size"),
      };
    });
  const before = await inherited();
  await familyMenu(page).click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect(await inherited()).toEqual(before);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await inherited()).toEqual(before);
});

/** The duration of a dialog's entrance and of a button's change of colour under this preference, in seconds. */
async function motionOf(page: Page, reducedMotion: "reduce" | "no-preference") {
  await page.emulateMedia({ reducedMotion });
  await page.goto("/");
  const button = page.getByRole("button", { name: "Upload", exact: true });
  const changing = await button.evaluate((element) => getComputedStyle(element).transitionDuration);
  await button.click();
  const dialog = page.getByRole("dialog");
  const appearing = await dialog.evaluate((element) => getComputedStyle(element).animationDuration);
  return { appearing: Number.parseFloat(appearing), changing: Number.parseFloat(changing) };
}

test("nothing fades or slides for people who prefer reduced motion", async ({ page }) => {
  await makeAlbum(page);
  const usual = await motionOf(page, "no-preference");
  expect([usual.appearing, usual.changing]).toEqual([0.18, 0.15]);
  const less = await motionOf(page, "reduce");
  expect(less.appearing).toBeLessThan(0.001);
  expect(less.changing).toBe(0);
});

test("a page is compressed as well as the browser supports", async ({ page }) => {
  await makeAlbum(page);
  const ask = async (accepted: string) => {
    const answer = await page.request.get("/", { headers: { "accept-encoding": accepted } });
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain("Recent Uploads");
    return answer.headers()["content-encoding"];
  };
  expect(await ask("gzip, deflate, br, zstd")).toBe("br");
  expect(await ask("gzip, deflate")).toBe("gzip");
  expect(await ask("identity")).toBeUndefined();
});
