import { test as base, type Locator, type Page } from "@playwright/test";

/** What can be pressed answers only once React has taken it over; a page without our scripts is ready as it is. */
export async function waitUntilAlive(page: Page): Promise<void> {
  const isAlive = () => {
    // While the HTML is still arriving, its scripts and controls may not be there yet.
    if (document.readyState === "loading") return false;
    if (!document.querySelector('script[src*="/_next/"]')) return true;
    const pressable = [...document.querySelectorAll("button, a[href], input, select, textarea")];
    const isTaken = (element: Element) => Object.keys(element).some((key) => key.startsWith("__reactProps$"));
    return pressable.every(isTaken);
  };
  // A page that never comes alive fails by what is expected of it.
  await page.waitForFunction(isAlive, undefined, { timeout: 5_000 }).catch(() => {});
}

const patched = new WeakSet<object>();

/** Lets every page of this process, also of contexts that a test makes itself, come alive before a test goes on. */
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

/** A page that the app itself went to, after a sign-out for one, is waited for at the first press or word on it. */
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

/** Playwright's, but that a page can be pressed as soon as it is reached, as it can when a person has found the button. */
export const test = base.extend({
  page: async ({ page }, use) => {
    patchNavigation(page);
    patchActions(page);
    await use(page);
  },
});
