import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Waits until everything has faded in: colours are judged as people see them. */
async function settled(page: Page): Promise<void> {
  // What comes only now shall not fade in while it is judged.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter((motion) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(passing.map((motion) => motion.finished));
  });
}

/** What breaks a rule of axe on the page: the rule, and where. */
export async function brokenRules(page: Page): Promise<string[]> {
  await settled(page);
  // No script runs in a sandboxed frame, axe's neither: it would be waited for in vain.
  const { violations } = await new AxeBuilder({ page }).exclude("iframe[sandbox]").analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ html }) => html).join(" ")}`);
}
