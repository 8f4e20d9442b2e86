import { fillAlbum, fillVersion, pastMonths } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { openPage, slowDown, withChromium } from "./chromium.mjs";
import { linkPictures } from "./linked-pictures.mjs";
import { signIn } from "./people.mjs";
import { figure, megabytes, row } from "./row.mjs";
import { MissingToolError, requireTool } from "./tools.mjs";

export const title = "Long month, scrolled";

const minCalmFrames = 0.95;
const maxHeapGrowth = 1.25;
const giveUpMs = 30 * 60_000;
const heapSamples = 10;
/** Frames between two reports of the pictures that came into the document. */
const reportFrames = 20;

/**
 * Runs in the page: records every picture added to the document, every frame and every long task. Which pictures have
 * been seen is remembered outside the page, so that its memory is its own.
 */
function watchScrolling() {
  const counts = { frames: 0 };
  const tasks = [];
  window.benchScrolling = { added: [], counts, tasks, pauses: [] };
  const note = (node) => {
    if (!(node instanceof Element)) return;
    for (const tile of [node, ...node.querySelectorAll("[data-media-id]")]) {
      const id = tile.getAttribute("data-media-id");
      if (id) window.benchScrolling.added.push(id);
    }
  };
  note(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      if (type === "attributes") note(target);
      else for (const node of addedNodes) note(node);
    }
  }).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["data-media-id"],
  });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
  }).observe({ type: "longtask" });
  const count = () => {
    counts.frames += 1;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

/**
 * Runs in the page: scrolls a third of the window per frame, like a flung wheel, until `wanted` pictures have been seen
 * or nothing new has come for a while.
 */
async function scrollOn({ wanted, patienceMs, reportFrames }) {
  const watched = window.benchScrolling;
  const report = () => window.benchSaw(watched.added.splice(0));
  let lastProgress = performance.now();
  let before = await report();
  for (let frame = 1; before < wanted; frame++) {
    window.scrollBy(0, window.innerHeight / 3);
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (frame % reportFrames > 0) continue;
    const seen = await report();
    if (seen !== before) {
      before = seen;
      lastProgress = performance.now();
    } else if (performance.now() - lastProgress > patienceMs) break;
  }
  return before;
}

/** Runs in the page: its long tasks, without those in which the bench had garbage collected. */
function countTasks() {
  const { counts, tasks, pauses } = window.benchScrolling;
  const own = tasks.filter(
    ({ startTime }) => !pauses.some(({ from, to }) => startTime >= from && startTime <= to),
  );
  return {
    ...counts,
    longTasks: own.length,
    longestTask: Math.max(0, ...own.map(({ duration }) => duration)),
    nodes: document.getElementsByTagName("*").length,
  };
}

/** With the memory of typed arrays, which is outside the heap. */
async function heapBytes(page, tools) {
  const from = await page.evaluate(() => performance.now());
  await tools.send("HeapProfiler.collectGarbage");
  await page.evaluate(
    (begun) => window.benchScrolling.pauses.push({ from: begun, to: performance.now() }),
    from,
  );
  const { usedSize, backingStorageSize = 0 } = await tools.send("Runtime.getHeapUsage");
  return usedSize + backingStorageSize;
}

/**
 * Scrolls a page of tiles from its top until this many have been added to the document.
 * @param {string} address of the page
 */
export async function scrollThrough(browser, session, address, items) {
  const { page, tools, close } = await openPage(browser, session);
  page.setDefaultTimeout(giveUpMs);
  let failed = 0;
  page.on("response", (response) => {
    if (response.status() >= 400 && response.url().startsWith(session.url)) failed += 1;
  });
  const answer = await page.goto(session.url + address, { waitUntil: "load" });
  if (answer?.status() === 404) throw new MissingToolError(`the page ${address}`);
  await page.waitForSelector("[data-media-id]");
  await page.waitForLoadState("networkidle");
  await slowDown(tools, { isNetworkSlow: false });
  const pictures = new Set();
  await page.exposeFunction("benchSaw", (ids) => {
    for (const id of ids) pictures.add(id);
    return pictures.size;
  });
  await page.evaluate(watchScrolling);
  const heaps = [];
  let seen = 0;
  for (let part = 1; part <= heapSamples; part++) {
    const wanted = Math.round((items * part) / heapSamples);
    seen = await page.evaluate(scrollOn, { wanted, patienceMs: 60_000, reportFrames });
    heaps.push(await heapBytes(page, tools));
    if (seen < wanted) break;
  }
  const counts = await page.evaluate(countTasks);
  await close();
  return { ...counts, seen, heaps, failed };
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireTool("chromium");
  const items = bench.isQuick ? 1_500 : 50_000;
  const wanted = pastMonths().at(-1);
  return withAlbum(bench, { name: `month-${items}-${fillVersion}`, isKept: true }, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items, months: [wanted] });
    await linkPictures(album, reader.familyId);
    const run = await withChromium((browser) =>
      scrollThrough(
        browser,
        { url: album.url, cookie: reader.cookie },
        `/media/${wanted.year}/${wanted.month}`,
        items,
      ),
    );
    return scrollRows(run, items, `Month of ${items.toLocaleString("en-GB")}`);
  });
}

/** The figures of `scrollThrough`. */
export function scrollRows({ frames, longTasks, longestTask, seen, heaps, nodes, failed }, items, what) {
  const calm = 1 - longTasks / frames;
  const early = heaps[Math.min(1, heaps.length - 1)];
  const growth = heaps.at(-1) / early;
  return [
    row({
      what: `${what}: frames without a task over 50 ms`,
      measured: `${figure(calm * 100)} %`,
      target: `>= ${minCalmFrames * 100} %`,
      isMet: calm >= minCalmFrames,
      note: `4x CPU slowdown, once from top to bottom, a third of the window a frame; ${longTasks} long tasks in ${frames} frames, the longest ${Math.round(longestTask)} ms`,
    }),
    row({
      what: `${what}: memory`,
      measured: megabytes(heaps.at(-1)),
      limit: `${megabytes(early)} after a fifth`,
      ratio: `${figure(growth)} x`,
      target: `<= ${maxHeapGrowth} x`,
      isMet: growth <= maxHeapGrowth,
      note: `JavaScript heap and array buffers after a collection at each tenth, without the bench's own list of what was seen: ${heaps.map((bytes) => figure(bytes / 1e6)).join(", ")} MB; ${nodes} elements at the end`,
    }),
    row({
      what: `${what}: pictures reached`,
      measured: seen.toLocaleString("en-GB"),
      target: items.toLocaleString("en-GB"),
      isMet: seen >= items && failed === 0,
      note: `tiles that came into the document; ${failed} failed requests`,
    }),
  ];
}
