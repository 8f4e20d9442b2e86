import { createServer, request as forward } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { withAlbum } from "./album-server.mjs";
import { withBareChromium } from "./bare-chromium.mjs";
import { memoryOf, requireProcFiles, treeOf } from "./process-tree.mjs";
import { figure, megabytes, row } from "./row.mjs";

export const title = "TV for eight hours";

const hours = 8;
const secondsEach = 5;
const slides = (hours * 3_600) / secondsEach;
const quickSlides = 1_440;
/** The page's timers run this many times as fast: a photo has about 70 ms. */
const speed = 70;
const maxGrowthBytes = 50e6;
/**
 * An hour. Chromium keeps decoded pictures for some seconds, in which this show has 70 times as many as a real one:
 * memory rises until then, and must stay there.
 */
const warmSlides = 720;
const samples = 10;
const pageSize = 100;
const screen = { width: 1920, height: 1080 };
const giveUpMs = 30 * 60_000;

/** Runs in the page, before its own scripts. */
function watchShow(times) {
  const { setTimeout } = window;
  window.setTimeout = (work, ms, ...rest) => setTimeout(work, (ms ?? 0) / times, ...rest);
  const counts = { longTasks: 0, longest: 0, slides: 0, maxPictures: 0 };
  window.benchShow = counts;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      counts.longTasks += 1;
      counts.longest = Math.max(counts.longest, duration);
    }
  }).observe({ type: "longtask" });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Element && node.querySelector("img")) counts.slides += 1;
      }
    }
    counts.maxPictures = Math.max(counts.maxPictures, document.images.length);
  }).observe(document, { childList: true, subtree: true });
}

const state = {
  ...{ name: "Living room", source: { kind: "everything" }, seconds: secondsEach, isShuffled: true },
  ...{ isPaused: false, step: 0, isGone: false, version: "bench" },
};

const itemAt = (index) => ({
  id: `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
  ...{ mediaType: "image", year: 2024, month: 1 + (index % 12), yearPrecision: "exact" },
  description: index % 3 === 0 ? `Photo ${index} of a long holiday by the sea` : "",
  ...{ takenAt: "2024-06-01T12:00:00", durationMs: null, editVersion: 0 },
  ...{ playable: "none", playableSmall: "none", uploadedBy: null },
});

/** As large as a medium image is. */
const madeUpPicture = (seed) =>
  sharp({
    create: {
      ...{ width: 1280, height: 960, channels: 3, background: "#888" },
      noise: { type: "gaussian", mean: 90 + 10 * seed, sigma: 50 },
    },
  })
    .blur(1.5)
    .jpeg({ quality: 80 })
    .toBuffer();

/** The album's own pages, with an endless show of made-up photos in place of its items. */
async function withEndlessShow(albumUrl, work) {
  const pictures = await Promise.all(Array.from({ length: 8 }, (_, seed) => madeUpPicture(seed)));
  let made = 0;
  const sendJson = (response, json) => {
    response.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "private, no-store" });
    response.end(JSON.stringify(json));
  };
  const server = createServer((request, response) => {
    const url = request.url ?? "/";
    if (url.startsWith("/api/show/items")) {
      const items = Array.from({ length: pageSize }, () => itemAt(made++));
      return sendJson(response, { items, nextCursor: String(made) });
    }
    if (url.startsWith("/api/show")) return sendJson(response, state);
    if (url.startsWith("/api/images/medium/")) {
      response.writeHead(200, { "Content-Type": "image/jpeg", "Cache-Control": "private, no-cache" });
      return response.end(pictures[Number(url.slice(-12)) % pictures.length]);
    }
    const onward = forward(new URL(url, albumUrl), { method: request.method, headers: request.headers });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${server.address().port}`, pictures[0].length);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The memory of all the browser's processes, after a garbage collection. */
async function memoryOfBrowser({ pid, send }) {
  await send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize = 0 } = await send("Runtime.getHeapUsage");
  const pss = treeOf(pid).reduce((sum, part) => sum + memoryOf(part).pssBytes, 0);
  return { pss, heap: usedSize + backingStorageSize };
}

async function watch(bench, page, url, wanted) {
  await page.send("Emulation.setDeviceMetricsOverride", { ...screen, deviceScaleFactor: 1, mobile: false });
  await page.send("Page.addScriptToEvaluateOnNewDocument", { source: `(${watchShow})(${speed})` });
  await page.send("Page.navigate", { url: `${url}/show` });
  const startedAt = Date.now();
  const countsNow = async () => {
    const asked = { expression: "window.benchShow", returnByValue: true };
    return (await page.send("Runtime.evaluate", asked)).result.value ?? { slides: 0 };
  };
  const reached = async (count) => {
    for (let counts = await countsNow(); ; counts = await countsNow()) {
      if (counts.slides >= count) return counts;
      if (Date.now() - startedAt > giveUpMs) throw new Error(`Only ${counts.slides} photos were shown.`);
      await wait(500);
    }
  };
  const warm = await reached(warmSlides);
  const memory = [await memoryOfBrowser(page)];
  let counts = warm;
  for (let part = 1; part <= samples; part++) {
    counts = await reached(warmSlides + Math.round(((wanted - warmSlides) * part) / samples));
    const now = await memoryOfBrowser(page);
    memory.push(now);
    bench.log(`${counts.slides} photos: ${megabytes(now.pss)}, heap ${megabytes(now.heap)}`);
  }
  // Loading the page isn't part of the show: its cost is in the warm counts.
  return {
    ...counts,
    longTasks: counts.longTasks - warm.longTasks,
    memory,
    seconds: (Date.now() - startedAt) / 1000,
  };
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const wanted = bench.isQuick ? quickSlides : slides;
  return withAlbum(bench, { name: "show" }, (album) =>
    withEndlessShow(album.url, async (url, pictureBytes) => {
      const run = await withBareChromium((page) => watch(bench, page, url, wanted));
      return asRows(run, pictureBytes);
    }),
  );
}

function asRows({ slides: shown, memory, longTasks, longest, maxPictures, seconds }, pictureBytes) {
  const what = `A TV's ${figure((shown * secondsEach) / 3_600)} hours`;
  const growth = memory.at(-1).pss - memory[0].pss;
  const list = (name) => memory.map((one) => figure(one[name] / 1e6)).join(", ");
  return [
    row({
      what: `${what}: growth of the browser's memory`,
      measured: megabytes(growth),
      target: `<= ${megabytes(maxGrowthBytes)}`,
      isMet: growth <= maxGrowthBytes,
      note: `${shown} photos of ${figure(pictureBytes / 1e3)} KB at 1920x1080, timers ${speed} times as fast, in ${figure(seconds)} s; all of Chromium's processes (PSS) after ${warmSlides} photos and at each tenth: ${list("pss")} MB; heap and array buffers: ${list("heap")} MB`,
    }),
    row({
      what: `${what}: tasks over 50 ms`,
      measured: String(longTasks),
      target: "0",
      isMet: longTasks === 0,
      note: `of the page's main thread, after the first ${warmSlides} photos; the longest, with loading the page: ${Math.round(longest)} ms`,
    }),
    row({
      what: `${what}: pictures in the document`,
      measured: String(maxPictures),
      target: "<= 2",
      isMet: maxPictures <= 2,
      note: "at most, at any time",
    }),
  ];
}
