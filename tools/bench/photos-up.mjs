import { statSync } from "node:fs";
import path from "node:path";
import { withAlbum } from "./album-server.mjs";
import { openPage, slowDown, withChromium } from "./chromium.mjs";
import { signIn } from "./people.mjs";
import { preparePictures } from "./pictures.mjs";
import { withPlainNode } from "./plain-node-upload.mjs";
import { figure, megabytes, row, seconds, times } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "Photos up from a phone";

const count = 30;
const maxRatio = 1.15;
/** A home connection: 20 Mbit/s up, 50 down. */
const line = { offline: false, latency: 20, downloadThroughput: 6_250_000, uploadThroughput: 2_500_000 };
const timeout = 300_000;

/** The pages' own way: photos chosen in the dialog, until it says that all are up. @returns seconds */
async function uploadThroughPages(browser, session, files) {
  const { page, tools, close } = await openPage(browser, session);
  await page.goto(`${session.url}/`, { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Upload", exact: true }).last().click();
  await page.getByLabel("Files to upload").setInputFiles(files);
  const start = page.getByRole("button", { name: `Upload ${files.length} files` });
  await start.waitFor();
  await slowDown(tools, { isNetworkSlow: false });
  await tools.send("Network.emulateNetworkConditions", line);
  const began = performance.now();
  await start.click();
  await page.getByText("Upload complete").first().waitFor({ timeout });
  const took = (performance.now() - began) / 1000;
  await close();
  return took;
}

/** As many bytes in one request of an empty page on the same line. @returns seconds */
async function sendOnLine(browser, url, bytes) {
  const { page, tools, close } = await openPage(browser, { url, cookie: "none=none", isPhone: true });
  await page.goto(url);
  await tools.send("Network.emulateNetworkConditions", line);
  const took = await page.evaluate(async (size) => {
    const body = new Blob([new Uint8Array(size)]);
    const began = performance.now();
    await (await fetch("/", { method: "POST", body })).text();
    return (performance.now() - began) / 1000;
  }, bytes);
  await close();
  return took;
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const rounds = bench.isQuick ? 1 : 3;
  const perRound = bench.isQuick ? 5 : count;
  const files = await preparePictures(bench, perRound);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const runs = { pages: [], line: [], ratios: [] };
  await withChromium((browser) =>
    // Without the worker: what happens to the photos afterwards is the ingest's figure.
    withAlbum(bench, { name: "photos-up", env: { WORKER_IN_PROCESS: "off" } }, (album) =>
      withPlainNode(path.join(bench.folder, "plain-node"), async (plainUrl) => {
        for (let round = 0; round < rounds; round++) {
          // Another family each time, to which the photos are new.
          const { cookie } = await signIn(album, `phone-${round}`);
          const alone = await sendOnLine(browser, plainUrl, bytes);
          const pages = await uploadThroughPages(browser, { url: album.url, cookie, isPhone: true }, files);
          runs.line.push(alone);
          runs.pages.push(pages);
          runs.ratios.push(pages / alone);
        }
      }),
    ),
  );
  const ratio = median(runs.ratios);
  return [
    row({
      what: `${perRound} photos of ${megabytes(bytes / perRound)} up from a phone`,
      measured: seconds(median(runs.pages)),
      limit: seconds(median(runs.line)),
      ratio: times(ratio),
      target: `<= ${maxRatio} x`,
      isMet: ratio <= maxRatio,
      note: `through the pages, screen of a Pixel 7, 4x CPU slowdown, 20 Mbit/s up and 20 ms, from the press of the button to the last answer; median of ${rounds}; limit: ${figure(bytes / 1e6)} MB in one request on the same line`,
    }),
  ];
}
