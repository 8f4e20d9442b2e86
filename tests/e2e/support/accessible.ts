import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Waits until everything has faded in: colours are judged as people see them. */
async function settled(page: Page): Promise<void> {
  // What comes only now shall not fade in while it is judged.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // One that is held, in a part that isn't drawn, would never end.
    const heldMs = 3_000;
    const held = new Promise((resolve) => setTimeout(resolve, heldMs));
    await Promise.race([held, Promise.allSettled(passing.map((motion) => motion.finished))]);
  });
}

/** Those of axe's rules that the colours decide: all others say the same in light and dark. */
export const colourRules = ["color-contrast", "link-in-text-block"];

/**
 * What breaks a rule of axe on the page: the rule, and where. A dialog that arrives in the middle is judged half drawn, so
 * what is broken is looked at a second time.
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

/** Looks in a desk's window and in a phone's, which show different parts of a page; the page is not loaded again. */
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

/** Both of these. */
export const brokenInAnyLook = (page: Page) => atBothWidths(page, () => brokenInBothThemes(page));

async function look(page: Page, rules?: readonly string[]): Promise<string[]> {
  await settled(page);
  // Its script is large: a page that has it is not given it again.
  const hasAxe = await page.evaluate(() => "axe" in window);
  // In the page itself, without its frames: no script runs in a sandboxed one, axe's neither, and it would be waited for
  // in vain. The other mode opens another page for every look. Of the rules that are kept, one place is reported.
  const axe = new AxeBuilder({ page, ...(hasAxe ? { axeSource: "null" } : {}) })
    .options({ iframes: false, resultTypes: ["violations"], ...(rules ? { runOnly: [...rules] } : {}) })
    .setLegacyMode(true);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(" ")}`);
}
