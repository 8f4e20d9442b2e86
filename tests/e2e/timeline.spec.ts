import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { brokenRulesAtBothWidths } from "./support/accessible";
import { signUpFamily } from "./support/family";
import { faultsIfTextWereLarge } from "./support/large-text";
import { fillYears } from "./support/long-album";
import { test } from "./support/test";

const months = [
  { year: 2025, month: 11, count: 70 },
  { year: 2025, month: 6, count: 80 },
  { year: 2023, month: 12, count: 90 },
  { year: 2022, month: 2, count: 40 },
];

const slider = (page: Page) => page.getByRole("slider", { name: "Timeline" });
const handle = (page: Page) => slider(page).locator("..");
const photo = (page: Page, words: string) => page.getByRole("link", { name: words, exact: true });
const topOf = async (element: Locator) => (await element.boundingBox())?.y ?? Number.NaN;

/** The session for the long album, which is created once: no test here changes it. */
let cookies: Awaited<ReturnType<BrowserContext["cookies"]>> | undefined;

async function openLatest(page: Page): Promise<void> {
  if (cookies) await page.context().addCookies(cookies);
  else {
    await signUpFamily(page.request);
    await fillYears(page.request, months);
    cookies = await page.context().cookies();
  }
  await page.goto("/latest-uploads");
  await expect(slider(page)).toBeAttached();
}

/** Waits until the window has stopped scrolling. */
async function atRest(page: Page): Promise<number> {
  let last = Number.NaN;
  await expect
    .poll(async () => {
      const before = last;
      last = await page.evaluate(() => window.scrollY);
      return last === before;
    })
    .toBe(true);
  return last;
}

/** The photo nearest the middle of the window; "" while none is drawn there. */
const middlePhoto = (page: Page) =>
  page.evaluate(() => {
    const middle = window.innerHeight / 2;
    const distance = (tile: Element) => {
      const { top, bottom, left } = tile.getBoundingClientRect();
      return Math.abs((top + bottom) / 2 - middle) + Math.abs(left - window.innerWidth / 2) / 100;
    };
    const isInWindow = (tile: Element) => {
      const { top, bottom } = tile.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    };
    const tiles = [...document.querySelectorAll("[data-media-id]")].filter(isInWindow);
    return tiles.sort((a, b) => distance(a) - distance(b))[0]?.getAttribute("data-media-id") ?? "";
  });

/** The tile of that photo, once it is drawn and stable, and its width. */
async function middleTile(page: Page): Promise<{ tile: Locator; width: number }> {
  const found = { tile: page.locator("[data-media-id]").first(), width: 0 };
  await expect
    .poll(async () => {
      found.tile = page.locator(`[data-media-id="${await middlePhoto(page)}"]`);
      found.width = (await found.tile.boundingBox({ timeout: 1_000 }).catch(() => null))?.width ?? 0;
      return found.width;
    })
    .toBeGreaterThan(0);
  return found;
}

test("the timeline leads to a month that isn't loaded, and the list grows both ways from there @phone", async ({
  page,
}) => {
  await openLatest(page);
  await slider(page).focus();
  await page.keyboard.press("End");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", "February 2022, 40 items");
  const first = photo(page, "Photo 1 of 2022-2");
  await expect(first).toBeInViewport();
  // Newer photos have been inserted before it by now, and it hasn't moved.
  await expect(page.getByRole("button", { name: /newer items/ })).not.toBeInViewport();
  await atRest(page);
  await expect(first).toBeInViewport();
  const before = await topOf(first);
  await page.evaluate(() => window.scrollBy(0, -300));
  await expect(page.getByRole("link", { name: /of 2023-12$/ }).first()).toBeAttached();
  await atRest(page);
  expect(Math.abs((await topOf(first)) - before - 300)).toBeLessThan(3);
  await slider(page).focus();
  await page.keyboard.press("Home");
  await expect(photo(page, "Photo 1 of 2025-11")).toBeAttached();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("after a jump Select all is the whole list", async ({ page }) => {
  await openLatest(page);
  await slider(page).focus();
  await page.keyboard.press("End");
  await photo(page, "Photo 1 of 2022-2").focus();
  await page.keyboard.press("Space");
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByRole("button", { name: "Select all" }).click();
  const all = months.reduce((sum, { count }) => sum + count, 6);
  await expect(bar).toContainText(`${all} selected`);
});

/** Where the tiles in the window are, by photo. */
const tilesInView = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll("[data-media-id]")].flatMap((tile) => {
        const { top, bottom, left, width } = tile.getBoundingClientRect();
        if (bottom < 0 || top > window.innerHeight) return [];
        const place = [top + window.scrollY, left, width].map(Math.round).join(" ");
        return [[tile.getAttribute("data-media-id"), place]];
      }),
    ),
  );

test("after a return from far down a long list, every photo is loaded again where it was", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await fillYears(page.request, [{ year: 2025, month: 11, count: 1_500 }]);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/media\?/.test(request.url())) asked.push(request.url());
  });
  await page.goto("/latest-uploads");
  await expect(photo(page, "Photo 1 of 2025-11")).toBeAttached();
  // On the third page.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, 9_000));
      return page.evaluate(() => window.scrollY);
    })
    .toBe(9_000);
  await atRest(page);
  await expect.poll(async () => Object.keys(await tilesInView(page)).length).toBeGreaterThan(6);
  const before = await tilesInView(page);
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return photo(page, "Photo 1500 of 2025-11").count();
      },
      { intervals: [100] },
    )
    .toBe(1);
  const read = asked.length;
  await page.evaluate(() => window.scrollTo(0, 9_000));
  await expect.poll(() => tilesInView(page)).toEqual(before);
  // They weren't cached: the same cursors were requested again.
  const again = asked.slice(read);
  expect(again.length).toBeGreaterThan(0);
  for (const url of again) expect(asked.slice(0, read)).toContain(url);
});

test("the size of photos is changed without losing the place, and is remembered", async ({ page }) => {
  await openLatest(page);
  await page.evaluate(() => window.scrollTo(0, 2_500));
  await atRest(page);
  const { tile, width } = await middleTile(page);
  for (const name of ["Smaller photos", "Smaller photos", "Larger photos"]) {
    await page.getByRole("button", { name }).evaluate((button) => (button as HTMLElement).click());
    await atRest(page);
    await expect(tile).toBeInViewport();
  }
  expect((await tile.boundingBox())?.width ?? 0).toBeLessThan(width);
  await page.reload();
  await expect(page.getByText("Size 2 of 5")).toBeAttached();
});

test("two fingers change the size of photos and nothing else, and the handle covers nothing @phone", async ({
  page,
}) => {
  await openLatest(page);
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await expect(handle(page).locator("..")).toHaveCSS("opacity", "1");
  const [knob, bar] = await Promise.all([
    handle(page).boundingBox(),
    page.getByRole("navigation", { name: "Main" }).boundingBox(),
  ]);
  expect((knob?.y ?? 0) + (knob?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  expect(Math.min(knob?.width ?? 0, knob?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await atRest(page);
  const { tile, width } = await middleTile(page);
  const tools = await page.context().newCDPSession(page);
  const fingers = (gap: number) => [
    { x: 195, y: 420 - gap / 2, id: 0 },
    { x: 195, y: 420 + gap / 2, id: 1 },
  ];
  await tools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(300) });
  for (const gap of [280, 250, 220, 190]) {
    await tools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(gap) });
  }
  await expect.poll(async () => (await tile.boundingBox())?.width ?? width).toBeLessThan(width);
  await tools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await atRest(page);
  await expect(tile).toBeInViewport();
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
  await expect(page.getByRole("region", { name: "Selection" })).toBeHidden();

  // Tiles now have marks in their corners, so the handle stays hidden.
  await tile.locator("[data-tile-link]").focus();
  await page.keyboard.press("Space");
  await page.evaluate(() => window.scrollBy(0, 200));
  await atRest(page);
  await expect(handle(page).locator("..")).toHaveCSS("opacity", "0");
  for (const name of ["Smaller photos", "Larger photos"]) {
    const box = await page.getByRole("button", { name }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
});

test("the timeline and the size of photos break no axe rule, and fit large text @phone", async ({ page }) => {
  await openLatest(page);
  await slider(page).focus();
  expect(await brokenRulesAtBothWidths(page)).toEqual([]);
  await slider(page).focus();
  expect(await faultsIfTextWereLarge(page)).toEqual([]);
});

test("the album opens with all photos for people who choose that, and home is a press away", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await fillYears(page.request, months);
  await page.goto("/settings");
  const saved = page.waitForResponse(
    (response) => response.url().endsWith("/api/user-settings") && response.ok(),
  );
  const choice = page.getByRole("radio", { name: /^All photos/ });
  // The choice shows a moment after the press, which `check` doesn't wait for.
  await choice.click();
  await expect(choice).toBeChecked();
  await saved;
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "All photos" })).toBeVisible();
  await expect(page).toHaveURL(/\/all-photos$/);
  await expect(slider(page)).toBeAttached();
  await slider(page).focus();
  await page.keyboard.press("End");
  await expect(slider(page)).toHaveAttribute("aria-valuetext", /^February 2022/);
  await expect(page.getByRole("link", { name: /^Photo \d+ of 2022-2$/ }).first()).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Home" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Recent Uploads" })).toBeVisible();
});
