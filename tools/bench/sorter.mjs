import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { childProgram } from "../../ops/lib/child-program.mjs";
import { withAlbum } from "./album-server.mjs";
import { cpuSlowdown, openPage, slowDown, withChromium } from "./chromium.mjs";
import { longTasksDuring } from "./main-thread.mjs";
import { signIn } from "./people.mjs";
import { copyRealPictures } from "./real-pictures.mjs";
import { figure, megabytes, notMeasured, row, seconds } from "./row.mjs";
import { makeBatch } from "./sorter-batch.mjs";
import { requireTool } from "./tools.mjs";

export const title = "Photo sorter";

const pictures = 500;
const longTaskMs = 50;
const giveUpMs = 20 * 60_000;

/** Runs in the page: whether everything has its place and can be uploaded. */
const isSorted = () =>
  [...document.querySelectorAll("button:enabled")].some((button) => /^Upload \d+/.test(button.textContent));

/** Runs in the page: what it stores of the review, without the small pictures. */
async function storedItems() {
  const { name } = (await indexedDB.databases()).find((database) =>
    database.name?.startsWith("keepsake-sorter-"),
  );
  const database = await new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const items = await new Promise((resolve) => {
    const request = database.transaction("items").objectStore("items").getAll();
    request.onsuccess = () => resolve(request.result);
  });
  database.close();
  return items.map((item) => ({ ...item, facts: item.facts && { ...item.facts, preview: null } }));
}

/** The page at a desk as it is, and on a phone's screen with a phone's speed. */
const devices = [
  { name: "at a desk", isPhone: false },
  { name: "on a phone", isPhone: true },
];

/**
 * What the browser itself needs to hand over this many files, measured with a page that receives them and does nothing.
 */
async function chooseForNothing(browser, session, batch) {
  const { page, tools, close } = await openPage(browser, session);
  await page.setContent('<input type="file" multiple onchange="this.isHeard = true">');
  if (session.isPhone) await slowDown(tools, { isNetworkSlow: false });
  const { tasks } = await longTasksDuring(longTaskMs, { browser, page }, async () => {
    await page.locator("input").setInputFiles(batch.map(({ file }) => file));
    await page.waitForTimeout(2000);
  });
  await close();
  return tasks;
}

async function sortInPage(browser, session, batch) {
  const { page, tools, close } = await openPage(browser, session);
  page.setDefaultTimeout(giveUpMs);
  await page.goto(`${session.url}/ai-photo-sorter`, { waitUntil: "networkidle" });
  const input = page.getByLabel("Files to sort");
  await input.waitFor({ state: "attached" });
  if (session.isPhone) await slowDown(tools, { isNetworkSlow: false });
  const { tasks, result: ms } = await longTasksDuring(longTaskMs, { browser, page }, async () => {
    const started = performance.now();
    await input.setInputFiles(batch.map(({ file }) => file));
    // Checked once a second: a locator's own search is a long task on a slow phone.
    while (!(await page.evaluate(isSorted))) await page.waitForTimeout(1000);
    return performance.now() - started;
  });
  await tools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await tools.send("Runtime.getHeapUsage");
  // What was shown last is stored a moment later.
  await page.waitForTimeout(1500);
  const items = await page.evaluate(storedItems);
  await close();
  return { ms, tasks, heapBytes: usedSize, items };
}

async function arrangementOf(bench, folder, items) {
  const file = path.join(folder, "items.json");
  writeFileSync(file, JSON.stringify(items));
  const program = childProgram(bench.programs["sorter-arrangement"], [file]);
  const arrangement = await program.ready;
  await program.ended;
  return arrangement;
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireTool("chromium");
  const folder = path.join(bench.folder, "sorter-batch");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const real = copyRealPictures(bench.root, folder);
  const made = await makeBatch(folder, bench.isQuick ? 60 : pictures - real.length);
  // As in a real folder: the real ones among the others.
  const batch = [...made, ...real].sort((one, other) => (one.name < other.name ? -1 : 1));
  return withAlbum(bench, { name: "sorter" }, async (album) => {
    const runs = [];
    for (const { name, isPhone } of devices) {
      const { cookie } = await signIn(album, isPhone ? "sorter-phone" : "sorter");
      const session = { url: album.url, cookie, isPhone };
      // A separate browser for each: the second time it would know the files.
      const choice = await withChromium((browser) => chooseForNothing(browser, session, batch));
      runs.push({ name, choice, ...(await withChromium((browser) => sortInPage(browser, session, batch))) });
    }
    const what = `${batch.length} pictures sorted`;
    const [{ items }] = runs;
    const arrangement = await arrangementOf(bench, folder, items);
    return [...foundRows(what, batch, items, arrangement), ...runs.flatMap((run) => paceRows(what, run))];
  });
}

const rounded = (numbers) => numbers.map(Math.round).join(", ");

function asTasks(tasks) {
  if (tasks.length === 0) return "0 tasks";
  const count = tasks.length === 1 ? "1 task" : `${tasks.length} tasks`;
  return `${count}: ${rounded(tasks.map(({ ms }) => ms))} ms, of it computing ${rounded(tasks.map(({ cpuMs }) => cpuMs))} ms`;
}

/** A task counts as the page's own only while it computes, not while it waits for a core. */
const computing = (tasks) => tasks.filter(({ cpuMs }) => cpuMs > longTaskMs);

const pairsOf = (names) =>
  names.flatMap((name, at) => names.slice(at + 1).map((other) => [name, other].sort().join(" ")));

/** What was read from real cameras' pictures. Most are older than the album, so the page asks about them. */
function realPictures(what, batch, items) {
  const real = batch.filter(({ dated }) => dated === "real");
  if (real.length === 0) return notMeasured(`${what}: real pictures`, "needs ../shared/corpus");
  const known = real.filter(({ written }) => written);
  const read = new Map(items.map(({ name, facts }) => [name, facts?.taken?.at]));
  const right = known.filter(({ name, written: { year, month } }) =>
    read.get(name)?.startsWith(`${year}-${String(month).padStart(2, "0")}`),
  );
  return row({
    what: `${what}: months of real pictures`,
    measured: `${figure((right.length / known.length) * 100)} %`,
    target: "100 %",
    isMet: right.length === known.length,
    note: `${right.length} of the ${known.length} in whose bytes one month is written, of ${real.length} pictures of cameras and test suites${right.length < known.length ? `; not: ${known.filter((one) => !right.includes(one)).map(({ name }) => name)}` : ""}`,
  });
}

/** How the page coped with it. */
const paceRows = (what, { name, ms, tasks, choice, heapBytes }) => [
  row({
    what: `${what} ${name}: no task over ${longTaskMs} ms`,
    measured: asTasks(tasks),
    limit: `${asTasks(choice)} for the choice alone`,
    target: "none but the choice's",
    isMet: computing(tasks).length <= computing(choice).length,
    note: `${name === "on a phone" ? `screen of a Pixel 7, ${cpuSlowdown}x CPU slowdown of the page` : "1440 x 900, as fast as this machine is"}; pictures are read by workers; a task counts by what it computes, as the page waits for a core while they do; limit: the same files chosen in a page that hears of them and does nothing: Chromium's own work before it tells the page`,
  }),
  row({
    what: `${what} ${name}: time and memory`,
    measured: `${seconds(ms / 1000)}, ${megabytes(heapBytes)}`,
    note: "from the choice to a review that can be uploaded; the page's JavaScript heap after a collection",
  }),
];

/** What was determined about the pictures, by the page's own arrangement. */
function foundRows(what, batch, items, arrangement) {
  const truth = new Map(batch.map((picture) => [picture.name, picture]));
  const filed = new Map(
    arrangement.months.flatMap(({ year, month, names }) => names.map((name) => [name, { year, month }])),
  );
  // The others of a set go with its best.
  for (const { best, others } of arrangement.alike)
    for (const other of others) if (filed.has(best)) filed.set(other, filed.get(best));
  const suggested = new Map(arrangement.uncertain.map(({ name, suggestion }) => [name, suggestion]));
  const rightOf = (dated) => {
    const those = batch.filter((picture) => picture.dated === dated);
    const right = those.filter(({ name, year, month }) => {
      const found = filed.get(name) ?? suggested.get(name);
      return found?.year === year && found?.month === month;
    });
    return { right: right.length, all: those.length, share: right.length / Math.max(1, those.length) };
  };
  const [camera, name, nothing] = ["camera", "name", "nothing"].map(rightOf);
  const bursts = Map.groupBy(
    batch.filter(({ burst }) => burst),
    ({ burst }) => burst,
  );
  const wanted = new Set([...bursts.values()].flatMap((shots) => pairsOf(shots.map((shot) => shot.name))));
  // Some real pictures exist in several files: nobody has said which.
  const isMade = (name) => truth.get(name)?.dated !== "real";
  const found = arrangement.alike.flatMap(({ best, others }) => pairsOf([best, ...others].filter(isMade)));
  const hits = found.filter((pair) => wanted.has(pair)).length;
  const precision = hits / Math.max(1, found.length);
  const recall = hits / Math.max(1, wanted.size);
  const percent = (share) => `${figure(share * 100)} %`;
  return [
    row({
      what: `${what}: months, date known`,
      measured: percent(camera.share),
      target: "100 %",
      isMet: camera.right === camera.all,
      note: `${camera.right} of ${camera.all} with a camera's date`,
    }),
    row({
      what: `${what}: months, inferred`,
      measured: percent(name.share),
      note: `${name.right} of ${name.all} by their names; ${nothing.right} of ${nothing.all} without any date are offered the right month, by the day of their last change`,
    }),
    realPictures(what, batch, items),
    row({
      what: `${what}: bursts found`,
      measured: `${percent(precision)} precision, ${percent(recall)} recall`,
      note: `pairs of constructed bursts of three, moved and a little brighter; ${arrangement.alike.flatMap(({ others }) => others).length} set apart as alike, ${arrangement.blurry.length} as blurred or dark, ${arrangement.documents.length} as documents, ${arrangement.duplicates.length} as duplicates; 3 MP JPEGs, arranged in ${figure(arrangement.ms)} ms, ${items.length} items kept`,
    }),
  ];
}
