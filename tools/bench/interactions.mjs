import { setTimeout as wait } from "node:timers/promises";
import { openPage, slowDown } from "./chromium.mjs";

const settleMs = 1_000;
/**
 * A hand rests on a button before pressing it, and a press takes time: the page responds to each step, not to all three
 * at once.
 */
const handMs = 80;
/** The first time evaluates the code of what opens. */
const times = 2;

/** Runs in the page, before any of its own code. */
function watchInteractions() {
  window.benchLongest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) window.benchLongest = Math.max(window.benchLongest, duration);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}

/** Moves and presses the pointer as a mouse does, without the scripts that a test uses to verify its target. */
async function press(page, target) {
  await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await target.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await wait(handMs);
  await page.mouse.down();
  await wait(handMs);
  await page.mouse.up();
}

async function pressWithShift(page, target) {
  await page.keyboard.down("Shift");
  await press(page, target);
  await page.keyboard.up("Shift");
}

const strike = (page, key) => page.keyboard.press(key, { delay: handMs });

const button = (page, name) => page.getByRole("button", { name, exact: typeof name === "string" }).first();
const tile = (page, place) => page.locator("[data-media-id] a").nth(place);
const mark = (page, place) => page.locator("[data-media-id]").nth(place).locator("[data-tile-check]");

const opened = (name) => [(page) => press(page, button(page, name)), (page) => strike(page, "Escape")];

/** What people do, by its kind: each step is one click or key. */
const kinds = {
  menus: { page: "/", steps: [...opened(/^Your family:/), ...opened("More ways to add photos")] },
  dialogs: { page: "/", steps: [...opened(/^Your account/), ...opened("Upload")] },
  "viewer (open, next, close)": {
    page: "month",
    steps: [
      (page) => press(page, tile(page, 3)),
      (page) => strike(page, "ArrowRight"),
      (page) => press(page, button(page, "Next")),
      (page) => strike(page, "Escape"),
    ],
  },
  selection: {
    page: "month",
    steps: [
      (page) => press(page, mark(page, 2)),
      (page) => press(page, tile(page, 4)),
      (page) => pressWithShift(page, tile(page, 9)),
      (page) => strike(page, "Escape"),
    ],
  },
};

/**
 * The longest interaction of each kind, in milliseconds until the next frame, on a page with nothing cached.
 * @param {import("@playwright/test").Browser} browser
 * @param {{ url: string, cookie: string }} session
 * @param {{ year: number, month: number }} month with some hundred photos
 * @returns {Promise<Record<string, { ms: number, count: number, page: string }>>}
 */
export async function feelInteractions(browser, session, { year, month }) {
  const longest = {};
  for (const [kind, { page: address, steps }] of Object.entries(kinds)) {
    const { page, tools, close } = await openPage(browser, session);
    await page.addInitScript(watchInteractions);
    await slowDown(tools, { isNetworkSlow: false });
    await page.goto(`${session.url}${address === "month" ? `/media/${year}/${month}` : address}`);
    const settled = async () => {
      // Parts of the page are fetched when they are first needed.
      await page.waitForLoadState("networkidle");
      await wait(settleMs);
    };
    await settled();
    for (let time = 0; time < times; time++) {
      for (const step of steps) {
        await step(page);
        await settled();
      }
    }
    longest[kind] = {
      ms: await page.evaluate(() => window.benchLongest),
      count: steps.length,
      page: address,
    };
    await close();
  }
  return longest;
}
