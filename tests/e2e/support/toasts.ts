import { expect, type Page } from "@playwright/test";

/**
 * Records every toast, starting with the next page load. Toasts last five seconds, and on a busy machine a test may
 * look too late.
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
