import { requireTool } from "./tools.mjs";

export const cpuSlowdown = 4;
/** DevTools' "Fast 3G". */
const fast3g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/**
 * A Chromium while `work` runs.
 * @template T
 * @param {(browser: import("@playwright/test").Browser) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws MissingToolError without Chromium
 */
export async function withChromium(work) {
  const executablePath = requireTool("chromium");
  const { chromium } = await import("@playwright/test");
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-quic",
      "--disable-background-networking",
      "--enable-precise-memory-info",
    ],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/**
 * A fresh page, signed in, with nothing cached.
 * @param {import("@playwright/test").Browser} browser
 * @param {{ url: string, cookie: string, isPhone?: boolean }} session isPhone: on a phone's screen, otherwise a
 * desktop's
 */
export async function openPage(browser, { url, cookie, isPhone }) {
  const { devices } = await import("@playwright/test");
  const context = await browser.newContext(
    isPhone ? devices["Pixel 7"] : { viewport: { width: 1440, height: 900 } },
  );
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
    }),
  );
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  return { page, tools, close: () => context.close() };
}

/** @param {import("@playwright/test").CDPSession} tools */
export async function slowDown(tools, { isNetworkSlow }) {
  await tools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  if (isNetworkSlow) await tools.send("Network.emulateNetworkConditions", fast3g);
}
