import { expect, type Page } from "@playwright/test";
import { signUpFamily } from "./support/family";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

const maxShift = 0.02;
const maxScriptBytes = 170 * 1024;

/** Adds up what jumps without anybody having done anything. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { total: 0, moved: [] as string[] };
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { hadRecentInput, value, sources } = entry as PerformanceEntry & {
          hadRecentInput: boolean;
          value: number;
          sources?: { node: Node | null }[];
        };
        if (hadRecentInput) continue;
        seen.total += value;
        for (const { node } of sources ?? []) {
          if (node instanceof Element) seen.moved.push(node.outerHTML.slice(0, 120));
        }
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const readShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { total: number; moved: string[] } }).shifts);

const calmPages = [
  "/",
  "/media/2024/7",
  "/recent-uploads",
  "/favorites",
  "/search?q=photo",
  "/people",
  "/settings",
];

async function jumpsOf(page: Page, addresses: readonly string[]): Promise<string[]> {
  const jumps: string[] = [];
  for (const address of addresses) {
    await page.goto(address);
    await page.waitForLoadState("networkidle");
    const { total, moved } = await readShifts(page);
    if (total > maxShift) jumps.push(`${address}: ${total.toFixed(4)} by ${moved.join(" | ")}`);
  }
  return jumps;
}

test("no page jumps while it loads @both", async ({ page }) => {
  test.setTimeout(120_000);
  await signUpFamily(page.request);
  await uploadPhotos(page.request, { count: 6, year: 2024, month: 7 });
  await watchShifts(page);
  expect(await jumpsOf(page, calmPages)).toEqual([]);
});

test("in a window of a width that the browser's name doesn't tell, pages are calm from the second on", async ({
  page,
}) => {
  await signUpFamily(page.request);
  await uploadPhotos(page.request, { count: 6, year: 2024, month: 7 });
  await page.setViewportSize({ width: 600, height: 900 });
  await watchShifts(page);
  expect(await jumpsOf(page, ["/media/2024/7"])).toHaveLength(1);
  expect(await jumpsOf(page, ["/media/2024/7", "/recent-uploads"])).toEqual([]);
});

test("home's JavaScript is within its budget", async ({ page }) => {
  await signUpFamily(page.request);
  await uploadPhotos(page.request, { count: 6, year: 2024, month: 7 });
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!/javascript/.test(response.headers()["content-type"] ?? "")) return;
    // As sent, compressed when the pages were built: the same for every run of one build.
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(sizes.length).toBeGreaterThan(3);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(maxScriptBytes);
});
