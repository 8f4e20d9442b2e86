import { setTimeout as wait } from "node:timers/promises";
import { fillAlbum, fillVersion } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { openPage, withChromium } from "./chromium.mjs";
import { Line } from "./line.mjs";
import { linkPictures } from "./linked-pictures.mjs";
import { signIn } from "./people.mjs";
import { figure, ms, row } from "./row.mjs";
import { median } from "./statistics.mjs";
import { requireTool } from "./tools.mjs";

export const title = "Map";

/** Long enough to draw a map without photos. */
const groundMs = 2_000;
const maxScriptBytes = 80 * 1024;
const sizes = [
  { points: 10_000, maxDrawnMs: 100 },
  { points: 100_000, maxDrawnMs: 1_000 },
];

/** Clusters of different sizes around 400 spots between the polar circles, as a family's journeys are. */
const placeItems = `
  INSERT INTO "MediaFacts" ("mediaId", "familyId", latitude, longitude)
  SELECT id, "familyId",
    -50 + spot * 37 % 110 + (hashtext(id::text) % 1000) * scale / 1000.0,
    -170 + spot * 61 % 340 + (hashtext(id::text || 'east') % 1000) * scale / 1000.0
  FROM (SELECT id, "familyId", abs(hashtext(sha256)) % 400 AS spot, 0.01 + abs(hashtext(sha256)) % 7 * 0.1 AS scale
        FROM "Media") placed
  ON CONFLICT DO NOTHING`;

/** Runs in the page: records when the first markers exist and have been painted. */
function watchMarkers() {
  window.benchMap = { drawnAt: 0 };
  const isMarker = '[role="application"] img';
  new MutationObserver((_, observer) => {
    if (!document.querySelector(isMarker)) return;
    observer.disconnect();
    // A message is handled once the frame is painted, before pictures that have come since.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => Object.assign(window.benchMap, { drawnAt: performance.now() });
    requestAnimationFrame(() => port2.postMessage(null));
  }).observe(document, { childList: true, subtree: true });
}

/**
 * From the last byte of the points until the frame that shows their markers. The points are held back until the page
 * and its base map are drawn, which would otherwise be measured too.
 */
async function drawOnce(browser, session) {
  const { page, close } = await openPage(browser, session);
  await page.route("**/api/map/points", async (route) => {
    const response = await route.fetch();
    await wait(groundMs);
    await route.fulfill({ response });
  });
  await page.goto(session.url, { waitUntil: "load", timeout: 120_000 });
  await page.waitForLoadState("networkidle");
  await page.evaluate(watchMarkers);
  await page.evaluate(() => window.next.router.push("/map"));
  await page.waitForFunction(() => window.benchMap.drawnAt > 0, undefined, { timeout: 120_000 });
  const drawn = await page.evaluate(() => {
    const [points] = performance.getEntriesByName(new URL("/api/map/points", location.href).href);
    return window.benchMap.drawnAt - points.responseEnd;
  });
  await close();
  return drawn;
}

/** The scripts of a page, by their address, with what each weighs on the wire. */
async function scriptsOf(browser, session, address) {
  const { page, tools, close } = await openPage(browser, session);
  const addresses = new Map();
  const weights = new Map();
  tools.on("Network.responseReceived", ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) addresses.set(requestId, response.url);
  });
  tools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const script = addresses.get(requestId);
    if (script) weights.set(script, encodedDataLength);
  });
  await page.goto(`${session.url}${address}`, { waitUntil: "load", timeout: 120_000 });
  await page.waitForLoadState("networkidle");
  await close();
  return weights;
}

async function measureSize(bench, { points, maxDrawnMs }, isWeighed) {
  const options = { name: `map-${points}-${fillVersion}`, isKept: true };
  const rounds = bench.isQuick ? 1 : 7;
  return withAlbum(bench, options, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items: points });
    await album.query(placeItems);
    await album.query('VACUUM ANALYZE "MediaFacts"');
    if (points <= 10_000) await linkPictures(album, reader.familyId);
    const session = { url: album.url, cookie: reader.cookie };
    const line = new Line(album.url, reader.cookie);
    const calls = [];
    for (let call = -2; call < rounds * 3; call++) {
      const { ms: took } = await line.json("/api/map/points");
      if (call >= 0) calls.push(took);
    }
    line.close();
    return withChromium(async (browser) => {
      const drawn = [];
      // The first load finds the server cold.
      for (let round = -1; round < rounds; round++) {
        const one = await drawOnce(browser, session);
        if (round >= 0) drawn.push(one);
      }
      const rows = asRows({ points, maxDrawnMs, rounds }, drawn, calls);
      return isWeighed ? [await weigh(browser, session), ...rows] : rows;
    });
  });
}

async function weigh(browser, session) {
  const home = await scriptsOf(browser, session, "/");
  const map = await scriptsOf(browser, session, "/map");
  const own = [...map].filter(([address]) => !home.has(address));
  const bytes = own.reduce((sum, [, weight]) => sum + weight, 0);
  return row({
    what: "Map page, JavaScript beyond home's",
    measured: `${figure(bytes / 1024)} KB`,
    target: `<= ${maxScriptBytes / 1024} KB`,
    isMet: bytes <= maxScriptBytes,
    note: `${own.length} files over the wire that home doesn't load, until nothing more is fetched; outlines, names and points are data`,
  });
}

function asRows({ points, maxDrawnMs, rounds }, drawn, calls) {
  const count = points.toLocaleString("en-GB");
  const value = median(drawn);
  return [
    row({
      what: `Map of ${count} photos, drawn`,
      measured: ms(value),
      target: `<= ${ms(maxDrawnMs)}`,
      isMet: value <= maxDrawnMs,
      note: `from the last byte of the points until the frame that shows their markers, in Chromium at 1440 px, in a map whose ground is drawn; median of ${rounds}`,
    }),
    row({
      what: `Points of ${count} photos, p50`,
      measured: ms(median(calls)),
      note: `GET /api/map/points; median of ${calls.length} on one connection`,
    }),
  ];
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireTool("chromium");
  const rows = [];
  for (const [index, size] of (bench.isQuick ? sizes.slice(0, 1) : sizes).entries()) {
    rows.push(...(await measureSize(bench, size, index === 0)));
  }
  return rows;
}
