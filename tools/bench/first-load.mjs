import { setTimeout as wait } from "node:timers/promises";
import { fillAlbum, fillVersion, pastMonths } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { openPage, slowDown, withChromium } from "./chromium.mjs";
import { feelInteractions } from "./interactions.mjs";
import { linkPictures } from "./linked-pictures.mjs";
import { signIn } from "./people.mjs";
import { uploadPictures } from "./picture-uploader.mjs";
import { preparePictures } from "./pictures.mjs";
import { figure, ms, row } from "./row.mjs";
import { median } from "./statistics.mjs";
import { MissingToolError, requireTool } from "./tools.mjs";

export const title = "First load of home, signed in";

const maxScriptBytes = 150 * 1024;
const maxLcpMs = 1_500;
const maxInpMs = 100;
const maxShift = 0.02;
const settleMs = 5_000;
const monthItems = 300;

/** Runs in the page, before any of its own code. */
function watchVitals() {
  const vitals = { lcp: 0, shift: 0 };
  window.benchVitals = vitals;
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) vitals.lcp = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) vitals.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
}

function countScripts(tools) {
  const scripts = new Map();
  const counted = { bytes: 0, files: 0 };
  tools.on("Network.responseReceived", ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) scripts.set(requestId, response.url);
  });
  tools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!scripts.has(requestId)) return;
    counted.bytes += encodedDataLength;
    counted.files += 1;
  });
  return counted;
}

async function loadHome(page, url) {
  const answer = await page.goto(`${url}/`, { waitUntil: "load", timeout: 120_000 });
  if (answer?.status() === 404) throw new MissingToolError("the page /");
  if (answer?.status() !== 200) throw new Error(`Home answered ${answer?.status()}.`);
}

/** Bytes of script over the wire, at full speed: until the page is loaded, and including what it fetches afterwards. */
async function weigh(browser, session) {
  const { page, tools, close } = await openPage(browser, session);
  const counted = countScripts(tools);
  await loadHome(page, session.url);
  await page.waitForLoadState("networkidle");
  const atLoad = counted.bytes;
  await wait(settleMs);
  await close();
  return { atLoad, bytes: counted.bytes, files: counted.files };
}

async function feel(browser, session) {
  const { page, tools, close } = await openPage(browser, session);
  await page.addInitScript(watchVitals);
  await slowDown(tools, { isNetworkSlow: true });
  await loadHome(page, session.url);
  await page.waitForLoadState("networkidle");
  await wait(settleMs);
  const loaded = await page.evaluate(() => ({ ...window.benchVitals }));
  await close();
  return loaded;
}

async function untilDerived(album) {
  for (;;) {
    const left = await album.query(`SELECT 1 FROM "Media" WHERE derivatives = 'pending' LIMIT 1`);
    if (left.length === 0) return;
    await wait(200);
  }
}

async function measureLoads(bench, rounds) {
  const files = await preparePictures(bench, 12);
  return withAlbum(bench, { name: "home" }, async (album) => {
    const person = await signIn(album, "reader");
    const session = { url: album.url, cookie: person.cookie };
    await uploadPictures({ ...session, files, format: "multipart", uploaders: 2 });
    await untilDerived(album);
    return withChromium(async (browser) => {
      const weighed = [];
      const felt = [];
      // The first load finds the server cold.
      await weigh(browser, session);
      for (let round = 0; round < rounds; round++) {
        weighed.push(await weigh(browser, session));
        felt.push(await feel(browser, session));
      }
      return { weighed, felt };
    });
  });
}

async function measureInteractions(bench, rounds) {
  const month = pastMonths().at(-1);
  const options = { name: `month-${monthItems}-${fillVersion}`, isKept: true };
  return withAlbum(bench, options, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items: monthItems, months: [month] });
    await linkPictures(album, reader.familyId);
    const session = { url: album.url, cookie: reader.cookie };
    return withChromium(async (browser) => {
      const runs = [];
      // The first finds the server cold.
      for (let round = -1; round < rounds; round++) {
        const run = await feelInteractions(browser, session, month);
        if (round >= 0) runs.push(run);
      }
      return runs;
    });
  });
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireTool("chromium");
  const rounds = bench.isQuick ? 1 : 5;
  const { weighed, felt } = await measureLoads(bench, rounds);
  return [...asRows(weighed, felt, rounds), ...asInpRows(await measureInteractions(bench, rounds), rounds)];
}

function asInpRows(runs, rounds) {
  return Object.keys(runs[0]).map((kind) => {
    const value = median(runs.map((run) => run[kind].ms));
    return row({
      what: `INP: ${kind}`,
      measured: ms(value),
      target: `<= ${ms(maxInpMs)}`,
      isMet: value <= maxInpMs,
      note: `the longest of ${runs[0][kind].count} clicks and keys, each made twice, until the next frame; median of ${rounds}, 4x CPU slowdown, on ${runs[0][kind].page === "/" ? "home" : `a month of ${monthItems} photos`}`,
    });
  });
}

function asRows(weighed, felt, rounds) {
  const of = (runs, what) => median(runs.map((run) => run[what]));
  const kilobytes = (bytes) => `${figure(bytes / 1024)} KB`;
  const how = `median of ${rounds}, 4x CPU slowdown, DevTools' Fast 3G, nothing cached`;
  const feeling = (what, value, most, shown, note = how) =>
    row({
      what: `Home: ${what}`,
      measured: shown(value),
      target: `<= ${shown(most)}`,
      isMet: value <= most,
      note,
    });
  const bytes = of(weighed, "bytes");
  return [
    row({
      what: "Home: JavaScript over the wire",
      measured: kilobytes(bytes),
      target: `<= ${kilobytes(maxScriptBytes)}`,
      isMet: bytes <= maxScriptBytes,
      note: `as sent to Chromium (brotli where the build has it, else gzip), ${of(weighed, "files")} files, what the page fetches in the ${settleMs / 1000} s after it included (${kilobytes(of(weighed, "atLoad"))} until the network is quiet)`,
    }),
    feeling("LCP", of(felt, "lcp"), maxLcpMs, ms),
    feeling("CLS", of(felt, "shift"), maxShift, figure),
  ];
}
