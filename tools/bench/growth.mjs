import { existsSync, linkSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fillAlbum, fillVersion } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { signIn } from "./people.mjs";
import { uploadPictures } from "./picture-uploader.mjs";
import { prepareSmallPictures } from "./pictures.mjs";
import { cpuSecondsOfTree, requireProcFiles } from "./process-tree.mjs";
import { figure, row, times } from "./row.mjs";
import { makeScene } from "./scene.mjs";
import { requireTool } from "./tools.mjs";
import { runWrk } from "./wrk.mjs";

export const title = "Growth";

const clients = [1, 8, 64];
/** A hundred times the data makes the logarithm of ten thousand half as large again; anything slower grows faster. */
const maxGrowth = 1.5;
/** A call among 64 may cost more than one among 8, but not by its share of all that wait. */
const maxCrowding = 1.25;
const items = 2_000;
const rareWord = "quokka";
const rareHits = 20;
const uploads = 128;

/**
 * What is measured, by name. `isLinear`: the work grows with the data.
 * @type {Record<string, { what: string, isLinear?: boolean }>}
 */
const tasks = {
  month: { what: "Month page of 20" },
  feed: { what: "Latest uploads, 20" },
  years: { what: "Years" },
  me: { what: "Who is signed in" },
  heart: { what: "A heart" },
  photo: { what: "Photo of 20 KB from disk" },
  rare: { what: `Search with ${rareHits} hits` },
  common: { what: "Search for a frequent word", isLinear: true },
  upload: { what: "Photo of 260 KB up" },
};

/** Thumbnails of some items, all hard links to one file. */
async function writePhotos(album, familyId, ids) {
  const source = path.join(album.dataDir, "one-photo");
  if (!existsSync(source)) {
    const scene = await makeScene(1);
    writeFileSync(source, scene.data.subarray(0, 20_000));
  }
  for (const id of ids) {
    const folder = path.join(album.dataDir, "media", "families", familyId, "derived", id);
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, "thumbnail");
    if (!existsSync(file)) linkSync(source, file);
  }
}

/** Gives a few items a word that no other has. */
async function spreadRareWord(album, familyId) {
  const [{ count }] = await album.query(
    `SELECT count(*)::int AS count FROM "Media" WHERE "familyId" = $1 AND description LIKE $2`,
    [familyId, `%${rareWord}%`],
  );
  if (count === rareHits) return;
  await album.query(
    `UPDATE "Media" SET description = description || $2 WHERE id IN (
       SELECT id FROM "Media" WHERE "familyId" = $1 ORDER BY sha256 LIMIT ${rareHits})`,
    [familyId, ` ${rareWord}`],
  );
  await album.query('VACUUM ANALYZE "Media"');
}

async function callsOf(album, { familyId }) {
  const found = await album.query(
    `SELECT id, year, month FROM "Media" WHERE "familyId" = $1 ORDER BY sha256 LIMIT ${items}`,
    [familyId],
  );
  const ids = found.map(({ id }) => id);
  await writePhotos(album, familyId, ids);
  await spreadRareWord(album, familyId);
  const get = (paths) => paths.map((address) => ({ path: address }));
  return {
    month: get(found.slice(0, 48).map(({ year, month }) => `/api/media/month/${year}/${month}?limit=20`)),
    feed: get(["/api/media?limit=20"]),
    years: get(["/api/media/years"]),
    me: get(["/api/auth/me"]),
    heart: ids.map((mediaId) => ({
      method: "POST",
      path: "/api/hearts",
      body: JSON.stringify({ mediaId }),
    })),
    photo: get(ids.map((id) => `/api/images/thumbnail/${id}`)),
    rare: get([`/api/media/search?q=${rareWord}`]),
    common: get(["/api/media/search?q=the"]),
  };
}

const cpuOf = (album) => cpuSecondsOfTree(album.pid) + cpuSecondsOfTree(album.databasePid());

/** @returns {Promise<Run>} until all are acknowledged, by a family to which the photos are new */
async function timeUploads(album, files, connections) {
  const { cookie } = await signIn(album, `uploader-${Date.now()}`);
  const cpu = cpuOf(album);
  const started = performance.now();
  await uploadPictures({ url: album.url, cookie, files, format: "multipart", uploaders: connections });
  const rate = files.length / ((performance.now() - started) / 1000);
  return { rate, cpu: (cpuOf(album) - cpu) / files.length };
}

/** @returns {Promise<Run>} */
async function timeCalls(bench, album, { seconds, ...task }) {
  const cpu = cpuOf(album);
  const { requestsPerSecond: rate } = await runWrk(bench, { ...task, seconds });
  // wrk doesn't count the calls that are under way when it stops; the server answers them too.
  await wait(500);
  return { rate, cpu: (cpuOf(album) - cpu) / (rate * seconds + task.connections) };
}

/**
 * @typedef {{ rate: number, cpu: number }} Run calls a second, and the CPU seconds of server and PostgreSQL for each
 * @returns {Promise<Record<string, Run[]>>} for each number of clients
 */
async function measureAlbum(bench, size, files) {
  const options = {
    name: `rows-${size}-1-${fillVersion}`,
    isKept: true,
    env: { WORKER_IN_PROCESS: "off" },
  };
  const seconds = bench.isQuick ? 1 : 3;
  return withAlbum(bench, options, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items: size });
    const runs = {};
    for (const [name, calls] of Object.entries(await callsOf(album, reader))) {
      const task = { url: album.url, cookie: reader.cookie, calls, name };
      await runWrk(bench, { ...task, seconds: 1, connections: 8 });
      runs[name] = [];
      for (const connections of clients)
        runs[name].push(await timeCalls(bench, album, { ...task, seconds, connections }));
    }
    await timeUploads(album, files.slice(0, 16), 8);
    runs.upload = [];
    for (const connections of clients) runs.upload.push(await timeUploads(album, files, connections));
    // The next run expects what it filled in.
    await album.query('DELETE FROM "Media" WHERE "familyId" <> $1', [reader.familyId]);
    return runs;
  });
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireTool("wrk");
  requireProcFiles();
  const sizes = bench.isQuick ? [1_000, 10_000, 100_000] : [10_000, 100_000, 1_000_000];
  const files = await prepareSmallPictures(bench, uploads);
  const bySize = [];
  for (const size of sizes) bySize.push(await measureAlbum(bench, size, files));
  return Object.entries(tasks).flatMap(([name, task]) =>
    asRows(
      task,
      sizes,
      bySize.map((runs) => runs[name]),
    ),
  );
}

/** @param {Run[][]} runs by size of the album, then by clients */
function asRows({ what, isLinear = false }, sizes, runs) {
  const [least, , most] = runs;
  const growth = Math.max(...clients.map((_, at) => most[at].cpu / least[at].cpu));
  const crowding = Math.max(...runs.map((byClients) => byClients[2].cpu / byClients[1].cpu));
  const rates = runs.map((byClients) => byClients.map(({ rate }) => rate));
  const listed = rates
    .map((byClients, at) => `${sizes[at].toLocaleString("en-GB")}: ${byClients.map(figure).join(", ")}`)
    .join("; ");
  const target = isLinear ? {} : { target: `<= ${maxGrowth} x`, isMet: growth <= maxGrowth };
  return [
    {
      ...row({
        what: `${what}, at 100 times the data`,
        measured: times(growth),
        ...target,
        note: `CPU of server and PostgreSQL for a call, the most of ${clients.join(", ")} clients; calls a second by rows of the album: ${listed}${isLinear ? "; up to a thousand hits are counted, so it must grow until then" : ""}`,
      }),
      plot: { title: what, clients, sizes, rates },
    },
    row({
      what: `${what}, with 64 clients`,
      measured: times(crowding),
      target: `<= ${maxCrowding} x`,
      isMet: crowding <= maxCrowding,
      note: "CPU for a call, of that with 8 clients; the most of all sizes",
    }),
  ];
}
