import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { runningPostgres } from "../../ops/lib/embedded-postgres.mjs";
import { prepareClips } from "./clips.mjs";
import { untilDerived } from "./ingest.mjs";
import { Line, requireSuccess } from "./line.mjs";
import { withMemoryLimit } from "./memory-limit.mjs";
import { signIn } from "./people.mjs";
import { multipartBody, uploadPictures } from "./picture-uploader.mjs";
import { preparePictures } from "./pictures.mjs";
import { whileWatching } from "./process-tree.mjs";
import { figure, megabytes, ms, row, times } from "./row.mjs";
import { percentile } from "./statistics.mjs";
import { emptyDataDir, withWholeStart } from "./whole-start.mjs";

export const title = "In a small container";

const mebibyte = 1024 ** 2;
const minRate = 0.6;
const uploaders = 2;
const visitEveryMs = 500;
const slowestHomeMs = 10_000;

/** Looks at home and a month, like someone who waits for the photos, until it is over. */
async function visitUntil(over, { url, cookie }) {
  const line = new Line(url, cookie);
  const visits = { ms: [], failed: 0 };
  while (!over.aborted) {
    for (const place of ["/", "/api/media/month/2025/1"]) {
      const answer = await line.call(place).catch(() => null);
      if (answer?.status === 200) visits.ms.push(answer.ms);
      else visits.failed++;
    }
    await wait(visitEveryMs);
  }
  line.close();
  return visits;
}

async function uploadClip({ url, cookie }, file) {
  const line = new Line(url, cookie);
  const upload = multipartBody(path.basename(file), readFileSync(file), {
    type: "video",
    mediaType: "video/mp4",
  });
  requireSuccess(await line.call("/api/media", { method: "POST", ...upload }), "The clip");
  line.close();
}

/** The whole installation under a limit: photos and a clip, until the last is shown. */
function ingestUnder(bench, { bytes, env = {}, files, clip }) {
  const dataDir = emptyDataDir(bench, "small-container");
  return withMemoryLimit(bytes, (group) =>
    withWholeStart(
      bench,
      dataDir,
      async ({ url, pid }) => {
        const pool = new pg.Pool({ connectionString: await runningPostgres(dataDir), max: 2 });
        const album = { url, query: async (text, values) => (await pool.query(text, values)).rows };
        const person = await signIn(album, "parent");
        const { cookie, familyId } = person;
        const over = new AbortController();
        const visiting = visitUntil(over.signal, { url, cookie });
        const began = performance.now();
        const upload = async () => {
          const clipUp = uploadClip({ url, cookie }, clip);
          await uploadPictures({ url, cookie, files, format: "multipart", uploaders });
          await clipUp;
          await untilDerived(album, familyId, files.length + 1);
        };
        try {
          const { peak } = await whileWatching(pid, upload, 250);
          const perSecond = files.length / ((performance.now() - began) / 1000);
          over.abort();
          return { perSecond, peak, visits: await visiting, kills: group.kills() };
        } finally {
          over.abort();
          await pool.end();
        }
      },
      { prefix: group.prefix, env },
    ),
  ).finally(() => rmSync(dataDir, { recursive: true, force: true }));
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const files = await preparePictures(bench, bench.isQuick ? 20 : 400);
  const [clip] = await prepareClips({ ...bench, isQuick: true });
  const work = { files, clip };
  const unlimited = await ingestUnder(bench, { ...work, bytes: null });
  const gigabyte = await ingestUnder(bench, { ...work, bytes: 1024 * mebibyte });
  const half = await ingestUnder(bench, { ...work, bytes: 512 * mebibyte, env: { RECOGNITION: "off" } });
  const how = `${files.length} photos of 12 MP by ${uploaders} uploaders and a clip of 1080p, until everything is shown; PostgreSQL included`;
  return [
    ...rowsOf("1 GB", gigabyte, unlimited, how),
    ...rowsOf("512 MB, recognition off, one decoder", half, unlimited, how),
  ];
}

function rowsOf(limit, run, unlimited, how) {
  const ratio = run.perSecond / unlimited.perSecond;
  const home = percentile(run.visits.ms, 95);
  return [
    row({
      what: `${limit}: photos arriving`,
      measured: `${figure(run.perSecond)} img/s`,
      limit: `${figure(unlimited.perSecond)} img/s`,
      ratio: times(ratio),
      target: `>= ${minRate} x`,
      isMet: ratio >= minRate,
      note: `${how}; limit: the same without a limit of memory`,
    }),
    row({
      what: `${limit}: processes killed`,
      measured: String(run.kills),
      target: "0",
      isMet: run.kills === 0,
      note: `by the kernel, for want of memory; ${megabytes(run.peak.pssBytes)} PSS at most (${megabytes(unlimited.peak.pssBytes)} without a limit), looked at every 250 ms`,
    }),
    row({
      what: `${limit}: home and a month meanwhile, p95`,
      measured: ms(home),
      limit: ms(percentile(unlimited.visits.ms, 95)),
      target: `<= ${ms(slowestHomeMs)}, none failed`,
      isMet: run.visits.failed === 0 && home <= slowestHomeMs,
      note: `${run.visits.ms.length} served, ${run.visits.failed} failed`,
    }),
  ];
}
