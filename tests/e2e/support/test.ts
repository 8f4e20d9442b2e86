import { test as base, type Locator, type Page } from "@playwright/test";

/** Controls respond only once React has hydrated them; a page without our scripts is ready immediately. */
export async function waitUntilAlive(page: Page): Promise<void> {
  const isAlive = () => {
    // While the HTML is still arriving, its scripts and controls may not be there yet.
    if (document.readyState === "loading") return false;
    if (!document.querySelector('script[src*="/_next/"]')) return true;
    const pressable = [...document.querySelectorAll("button, a[href], input, select, textarea")];
    const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));
    return pressable.every(isTaken);
  };
  // If a page is never hydrated, the test's own expectations fail.
  await page.waitForFunction(isAlive, undefined, { timeout: 5_000 }).catch(() => {});
}

const patched = new WeakSet<object>();

/**
 * Makes every page of this process wait for hydration after navigating, also in contexts that a test creates itself.
 */
function patchNavigation(page: Page): void {
  const pages = Object.getPrototypeOf(page) as Pick<Page, "goto" | "reload">;
  if (patched.has(pages)) return;
  patched.add(pages);
  const { goto, reload } = pages;
  pages.goto = async function (this: Page, ...parameters) {
    const response = await goto.apply(this, parameters);
    await waitUntilAlive(this);
    return response;
  };
  pages.reload = async function (this: Page, ...parameters) {
    const response = await reload.apply(this, parameters);
    await waitUntilAlive(this);
    return response;
  };
}

const actions = ["click", "fill", "press"] as const;

/** If the app itself navigated, after a sign-out for example, the first action on the new page waits for hydration. */
function patchActions(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator("body")) as Record<
    (typeof actions)[number],
    (this: Locator, ...parameters: unknown[]) => Promise<void>
  >;
  if (patched.has(locators)) return;
  patched.add(locators);
  for (const name of actions) {
    const act = locators[name];
    locators[name] = async function (...parameters) {
      await waitUntilAlive(this.page());
      return act.apply(this, parameters);
    };
  }
}

/** Playwright's `test`, with pages that wait for hydration: by the time a person has found a button, it works. */
export const test = base.extend({
  page: async ({ page }, use) => {
    patchNavigation(page);
    patchActions(page);
    await use(page);
  },
});
