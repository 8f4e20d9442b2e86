import { fillAlbum, fillVersion, pastMonths } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { openPage, withChromium } from "./chromium.mjs";
import { linkPictures } from "./linked-pictures.mjs";
import { scrollRows, scrollThrough } from "./long-month.mjs";
import { signIn } from "./people.mjs";
import { ms, row } from "./row.mjs";
import { median } from "./statistics.mjs";
import { requireTool } from "./tools.mjs";

export const title = "All photos";

const maxScrubMs = 300;
const scrubs = 20;

/** Runs in the page: from the next release of the pointer, times when a tile is in the window below that month's heading. */
function armScrub(month) {
  const isInWindow = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  };
  const isShown = (selector, text = "") =>
    [...document.querySelectorAll(selector)].some(
      (element) => element.textContent.includes(text) && isInWindow(element),
    );
  window.benchScrub = new Promise((resolve) => {
    const watch = (released) => {
      if (isShown("h2", month) && isShown("[data-media-id]")) resolve(performance.now() - released);
      else requestAnimationFrame(() => watch(released));
    };
    window.addEventListener("pointerup", () => watch(performance.now()), { once: true, capture: true });
  });
}

/** Releases the timeline's handle at a position from 0 to 1. @returns milliseconds until the right tiles are there */
async function scrubTo(page, at) {
  const slider = page.getByRole("slider", { name: "Timeline" });
  const rail = await page.locator("[data-timeline]").boundingBox();
  const handle = await slider.locator("..").boundingBox();
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + handle.width / 2, rail.y + rail.height * at, { steps: 5 });
  const [month] = (await slider.getAttribute("aria-valuetext")).split(",");
  await page.evaluate(armScrub, month);
  await page.mouse.up();
  return page.evaluate(() => window.benchScrub);
}

async function scrubAround(browser, session) {
  const { page, close } = await openPage(browser, session);
  await page.goto(`${session.url}/all-photos`, { waitUntil: "load" });
  await page.getByRole("slider", { name: "Timeline" }).waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  const took = [];
  for (let step = 0; step < scrubs; step++) {
    // Spread over all the years, never the same position twice.
    took.push(await scrubTo(page, 0.03 + 0.94 * ((step * 0.618034) % 1)));
    await page.waitForLoadState("networkidle");
  }
  await close();
  return took;
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireTool("chromium");
  const [items, scrolled] = bench.isQuick ? [20_000, 1_500] : [1_000_000, 50_000];
  return withAlbum(bench, { name: `all-${items}-${fillVersion}`, isKept: true }, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items, months: pastMonths() });
    await linkPictures(album, reader.familyId, scrolled + 1_000);
    const session = { url: album.url, cookie: reader.cookie };
    const took = await withChromium((browser) => scrubAround(browser, session));
    const run = await withChromium((browser) => scrollThrough(browser, session, "/all-photos", scrolled));
    const what = `All ${items.toLocaleString("en-GB")} photos`;
    return [
      row({
        what: `${what}: the right tiles after the handle is let go, p50`,
        measured: ms(median(took)),
        target: `<= ${maxScrubMs} ms`,
        isMet: median(took) <= maxScrubMs,
        note: `${scrubs} places all over the years; the slowest ${Math.round(Math.max(...took))} ms`,
      }),
      ...scrollRows(run, scrolled, what),
    ];
  });
}
