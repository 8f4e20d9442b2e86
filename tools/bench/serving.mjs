import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fillAlbum } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { Line, requireSuccess } from "./line.mjs";
import { withNginx } from "./nginx.mjs";
import { signIn } from "./people.mjs";
import { plainCookie, withPlainServer } from "./plain-node-server.mjs";
import { cpuSecondsOfTree, requireProcFiles } from "./process-tree.mjs";
import { cpuRow, figure, ms, row, times } from "./row.mjs";
import { median } from "./statistics.mjs";
import { requireTool } from "./tools.mjs";
import { runWrk } from "./wrk.mjs";

export const title = "Picture serving, signed in";

const fileBytes = 25_000;
/** 100 MB: three times what the server keeps in memory, so requesting in turn always reads a file. */
const pictures = 4_000;
const minFromDisk = 0.1;
const minFromMemory = 0.3;
const maxHotMs = 10;
const maxCpu = 1.25;

const derivedPath = (familyId, id) => `families/${familyId}/derived/${id}/thumbnail`;

/** Serving neither decodes nor inspects what it sends. */
function writePictures(album, familyId, ids) {
  for (const id of ids) {
    const file = path.join(album.dataDir, "media", derivedPath(familyId, id));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, randomBytes(fileBytes));
  }
}

/** Also measures the server's CPU time for each, which other programs on the machine affect less than the rate. */
async function ask(bench, task) {
  const cpuSeconds = () => (task.pid ? cpuSecondsOfTree(task.pid) : 0);
  const before = cpuSeconds();
  const run = await runWrk(bench, task);
  return { ...run, cpuSeconds: (cpuSeconds() - before) / (run.requestsPerSecond * task.seconds) };
}

async function requireRightAnswers(album, cookie, address) {
  const line = new Line(album.url, cookie);
  const answer = await line.call(address);
  const stranger = new Line(album.url);
  const refused = await stranger.call(address);
  line.close();
  stranger.close();
  requireSuccess(answer, "A picture");
  if (answer.body.length !== fileBytes) throw new Error(`A picture came with ${answer.body.length} bytes.`);
  if (refused.status !== 401) throw new Error(`Without a session a picture answers ${refused.status}.`);
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireTool("wrk");
  requireTool("nginx");
  requireProcFiles();
  const rounds = bench.isQuick ? 1 : 5;
  const runSeconds = bench.isQuick ? 2 : 5;
  return withAlbum(bench, { name: "serving" }, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items: pictures });
    const ids = (await album.query('SELECT id FROM "Media" ORDER BY id')).map(({ id }) => id);
    writePictures(album, reader.familyId, ids);
    const ours = ids.map((id) => `/api/images/thumbnail/${id}`);
    const theirs = ids.map((id) => `/${derivedPath(reader.familyId, id)}`);
    await requireRightAnswers(album, reader.cookie, ours[0]);

    const folder = path.join(album.dataDir, "media");
    return withNginx(bench, folder, theirs[0].slice(1), (nginxUrl) =>
      withPlainServer({ folder }, async (plain) => {
        const { cookie } = reader;
        const [plainDisk, plainHot] = ["/file", "/hot"].map((kind) => theirs.map((file) => kind + file));
        const tasks = {
          disk: { url: album.url, pid: album.pid, paths: ours, cookie },
          plainDisk: { ...plain, paths: plainDisk, cookie: plainCookie },
          nginxDisk: { url: nginxUrl, paths: theirs },
          hot: { url: album.url, pid: album.pid, paths: ours.slice(0, 1), cookie },
          plainHot: { ...plain, paths: plainHot.slice(0, 1), cookie: plainCookie },
          nginxHot: { url: nginxUrl, paths: theirs.slice(0, 1) },
        };
        const runs = {};
        for (const [name, task] of Object.entries(tasks)) await runWrk(bench, { ...task, name, seconds: 2 });
        for (let round = 0; round < rounds; round++) {
          for (const [name, task] of Object.entries(tasks)) {
            runs[name] = [...(runs[name] ?? []), await ask(bench, { ...task, name, seconds: runSeconds })];
          }
        }
        return asRows(
          runs,
          `wrk -t2 -c32, median of ${rounds} runs of ${runSeconds} s, in turn with plain Node and nginx`,
        );
      }),
    );
  });
}

function asRows(runs, how) {
  const of = (name, what) => median(runs[name].map((run) => run[what]));
  const rate = (name) => `${figure(of(name, "requestsPerSecond"))}/s`;
  const compared = (what, ours, theirs, least, note) => {
    const ratio = of(ours, "requestsPerSecond") / of(theirs, "requestsPerSecond");
    return row({
      what,
      measured: rate(ours),
      limit: rate(theirs),
      ratio: times(ratio),
      target: `>= ${least} x nginx`,
      isMet: ratio >= least,
      note,
    });
  };
  const cpu = (what, ours, theirs) =>
    cpuRow(what, of(ours, "cpuSeconds"), of(theirs, "cpuSeconds"), {
      maxRatio: maxCpu,
      note: `the server's CPU; limit: plain Node that checks a cookie and sends the file with its headers; ${how}`,
    });
  const hotMs = of("hot", "p99Ms");
  return [
    compared(
      "Picture of 25 KB from disk, signed in",
      "disk",
      "nginxDisk",
      minFromDisk,
      `${pictures.toLocaleString("en-GB")} pictures in turn, more than the server keeps in memory; p99 ${ms(of("disk", "p99Ms"))}; ${how}`,
    ),
    cpu("Picture of 25 KB from disk, CPU each", "disk", "plainDisk"),
    compared("Picture of 25 KB, hot", "hot", "nginxHot", minFromMemory, `one picture; ${how}`),
    cpu("Picture of 25 KB, hot, CPU each", "hot", "plainHot"),
    row({
      what: "Picture of 25 KB, hot, p99",
      measured: ms(hotMs),
      limit: ms(of("nginxHot", "p99Ms")),
      ratio: times(hotMs / of("nginxHot", "p99Ms")),
      target: `<= ${maxHotMs} ms`,
      isMet: hotMs <= maxHotMs,
      note: how,
    }),
  ];
}
