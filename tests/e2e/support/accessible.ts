import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Waits until everything has faded in, so that colours are judged as people see them. */
async function settled(page: Page): Promise<void> {
  // Anything that appears from now on must not fade in while it is checked.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // A paused animation, in a part that isn't drawn, would never end.
    const heldMs = 3_000;
    const held = new Promise((resolve) => setTimeout(resolve, heldMs));
    await Promise.race([held, Promise.allSettled(passing.map((motion) => motion.finished))]);
  });
}

/** axe rules that depend on colours; the others give the same result in light and dark. */
export const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * The axe rules that the page breaks, and where. A dialog that opens during the check is judged half drawn, so
 * violations are checked a second time.
 */
export async function brokenRules(page: Page, rules?: readonly string[]): Promise<string[]> {
  const first = await look(page, rules);
  return first.length === 0 ? first : look(page, rules);
}

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

const widthNames = new Map([
  [desk.width, "desk"],
  [phone.width, "phone"],
]);

/** Checks at a desktop's and a phone's width, which show different parts of a page, without reloading it. */
export async function atBothWidths(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const own = page.viewportSize() ?? desk;
  const faults: string[] = [];
  for (const size of own.width === phone.width ? [phone, desk] : [desk, phone]) {
    await page.setViewportSize(size);
    for (const fault of await look()) faults.push(`${widthNames.get(size.width)}: ${fault}`);
  }
  await page.setViewportSize(own);
  return faults;
}

/** As `brokenRules`, at both widths. */
export const brokenRulesAtBothWidths = (page: Page, rules?: readonly string[]) =>
  atBothWidths(page, () => brokenRules(page, rules));

/** As `brokenRules`, in dark and in light. */
export async function brokenInBothThemes(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const rules = colorScheme === "light" ? colourRules : undefined;
    for (const rule of await brokenRules(page, rules)) faults.push(`${colorScheme}: ${rule}`);
  }
  return faults;
}

/** At both widths and in both themes. */
export const brokenInAnyLook = (page: Page) => atBothWidths(page, () => brokenInBothThemes(page));

async function look(page: Page, rules?: readonly string[]): Promise<string[]> {
  await settled(page);
  // The script is large, so it is injected only once per page.
  const hasAxe = await page.evaluate(() => "axe" in window);
  // Checks the page without its frames: no script runs in a sandboxed frame, so axe would wait for it in vain. The
  // non-legacy mode opens another page for every check. For results other than violations, only one place is reported.
  const axe = new AxeBuilder({ page, ...(hasAxe ? { axeSource: "null" } : {}) })
    .options({ iframes: false, resultTypes: ["violations"], ...(rules ? { runOnly: [...rules] } : {}) })
    .setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(" ")}`);
}
