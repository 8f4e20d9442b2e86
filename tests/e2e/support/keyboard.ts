import { expect, type Locator, type Page } from "@playwright/test";
import { waitUntilAlive } from "./test";

/** More tab stops than there are between two things on any of our pages. */
const maxStops = 120;

/** A description of the focused element for the report, and how its focus shows. */
function focusedElement(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, visibility } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const hasOutline =
      outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0 && !/, 0\)$|\/ 0\)$/.test(outlineColor);
    const isInView =
      box.width > 0 &&
      box.height > 0 &&
      box.bottom > 0 &&
      box.top < innerHeight &&
      box.right > 0 &&
      box.left < innerWidth;
    return {
      name: `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 60)}`,
      isShown: (hasOutline || /rgb|lab|lch|color/.test(boxShadow)) && visibility === "visible",
      isInView,
    };
  });
}

/** What the keyboard reached without showing it. */
export type Unseen = string[];

/** Presses Tab once. The element reached must show its focus. */
export async function tab(page: Page, unseen: Unseen, key = "Tab"): Promise<void> {
  await page.keyboard.press(key);
  let hidden: string | null = null;
  const isSeen = async () => {
    const focused = await focusedElement(page);
    hidden = focused && !(focused.isShown && focused.isInView) ? focused.name : null;
    return hidden === null;
  };
  if (await isSeen()) return;
  // Gives elements that slide into view on focus time to do so; only those that never show take all of it.
  await expect
    .poll(isSeen, { timeout: 5_000 })
    .toBe(true)
    .catch(() => unseen.push(`${new URL(page.url()).pathname}: ${hidden}`));
}

const isFocused = (target: Locator) =>
  target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Presses Tab (or Shift+Tab) until the focus is there. @throws Error when the keyboard doesn't get there */
export async function tabTo(page: Page, target: Locator, unseen: Unseen, key = "Tab"): Promise<void> {
  await target.first().waitFor({ state: "attached" });
  for (let stop = 0; stop < maxStops; stop++) {
    // The focus can get there before React does, and a key pressed then does nothing.
    if (await isFocused(target)) return waitUntilAlive(page);
    await tab(page, unseen, key);
  }
  throw new Error(`The keyboard doesn't reach ${target}`);
}

/** Tabs to the target and presses a key. */
export async function pressOn(
  page: Page,
  target: Locator,
  unseen: Unseen,
  key: "Enter" | "Space" = "Enter",
): Promise<void> {
  await tabTo(page, target, unseen);
  await page.keyboard.press(key);
}

/** The focus cycles inside a dialog, forwards and backwards. */
export async function expectTrapped(page: Page, dialog: Locator, unseen: Unseen): Promise<void> {
  const stops = await dialog
    .locator("button:visible, a[href]:visible, input:visible, select:visible, textarea:visible")
    .count();
  const holdsFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
  for (let stop = 0; stop < Math.min(stops + 2, 20); stop++) {
    await tab(page, unseen);
    expect(await holdsFocus()).toBe(true);
  }
  for (let stop = 0; stop < 3; stop++) {
    await tab(page, unseen, "Shift+Tab");
    expect(await holdsFocus()).toBe(true);
  }
}
