import { expect, type Page } from "@playwright/test";

/**
 * Hears every toast of the pages that are loaded from now on. A toast is there for five seconds: a busy machine may look
 * for it only when it has gone.
 * @returns waits until a toast with this text has been shown
 */
export async function hearToasts(page: Page): Promise<(text: string) => Promise<void>> {
  const heard: string[] = [];
  await page.exposeFunction("hearToast", (text: string) => void heard.push(text));
  await page.addInitScript(() => {
    const { hearToast } = window as unknown as { hearToast: (text: string) => void };
    const seen = new WeakSet<Element>();
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll("li[data-swipe-direction]")) {
        if (!seen.has(toast)) hearToast(toast.textContent ?? "");
        seen.add(toast);
      }
    }).observe(document, { childList: true, subtree: true });
  });
  return (text) => expect.poll(() => heard.some((toast) => toast.includes(text))).toBe(true);
}
