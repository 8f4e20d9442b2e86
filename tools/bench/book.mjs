import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { withAlbum } from "./album-server.mjs";
import { untilDerived } from "./ingest.mjs";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { uploadPictures } from "./picture-uploader.mjs";
import { preparePictures } from "./pictures.mjs";
import { cpuSecondsOfTree, memoryOfTree, requireProcFiles, whileWatching } from "./process-tree.mjs";
import { megabytes, row, seconds } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "Photo book and calendar";

const maxSeconds = 20;
const maxGrowthBytes = 350e6;
const pages = 60;
const photos = 100;
const pollMs = 50;
const leastDpi = 250;

/** Sixty pages with a hundred photos: every third page has one, the others two. */
function bookPages(mediaIds, count) {
  const left = [...mediaIds];
  const page = (at) => ({
    layout: at % 3 === 0 ? "full" : null,
    mediaIds: left.splice(0, at % 3 === 0 ? 1 : 2),
    heading: "",
    caption: at % 3 === 1 ? "At the lake" : "",
  });
  return Array.from({ length: count }, (_, at) => page(at));
}

/** Changes the title, so that the PDF has to be made again. */
async function timed(album, line, book, turn) {
  const { value: latest } = await line.json(`/api/books/${book.id}`);
  await line.json(`/api/books/${book.id}`, "PATCH", { version: latest.version, title: `Turn ${turn}` });
  const cpuBefore = cpuSecondsOfTree(album.pid);
  const begun = performance.now();
  let { value } = await line.json(`/api/books/${book.id}/file`, "POST");
  const { peak } = await whileWatching(album.pid, async () => {
    while (value.file.state === "making") {
      await wait(pollMs);
      ({ value } = await line.json(`/api/books/${book.id}`));
    }
  });
  if (value.file.state !== "ready" || value.file.problems > 0) throw new Error("The PDF was not made.");
  return {
    seconds: (performance.now() - begun) / 1000,
    cpu: cpuSecondsOfTree(album.pid) - cpuBefore,
    bytes: value.file.bytes,
    peak,
  };
}

/** What another program finds in the PDF. @returns a note; "" where poppler-utils is missing */
async function look(bench, album, person, book) {
  const answer = await fetch(`${album.url}/api/books/${book.id}/file`, {
    headers: { cookie: person.cookie },
  });
  const file = path.join(bench.folder, "book.pdf");
  mkdirSync(bench.folder, { recursive: true });
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  try {
    const lines = (program, ...options) =>
      execFileSync(program, [...options, file], { encoding: "utf8" })
        .trim()
        .split("\n")
        .slice(2)
        .map((line) => line.trim().split(/\s+/));
    const images = lines("pdfimages", "-list");
    const isSharp = images.every((columns) => Number(columns[12]) >= leastDpi);
    const isEmbedded = lines("pdffonts").every((columns) => columns[4] === "yes");
    return `${images.length} photos${isSharp ? `, all >= ${leastDpi} dpi` : ", SOME BLURRED"}; fonts ${isEmbedded ? "embedded" : "MISSING"}`;
  } catch (error) {
    if (error.code === "ENOENT") return "poppler-utils is missing, so nothing else has read it";
    throw error;
  } finally {
    rmSync(file);
  }
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const count = bench.isQuick ? 20 : photos;
  const rounds = bench.isQuick ? 1 : 5;
  const files = await preparePictures(bench, count);
  return withAlbum(bench, { name: "book" }, async (album) => {
    const person = await signIn(album, "maker");
    await uploadPictures({ url: album.url, cookie: person.cookie, files, format: "multipart", uploaders: 2 });
    await untilDerived(album, person.familyId, count);
    const line = new Line(album.url, person.cookie);
    const rows = await album.query('SELECT id, year FROM "Media" ORDER BY id');
    const mediaIds = rows.map(({ id }) => id);
    const made = await line.json("/api/books", "POST", {
      kind: "book",
      format: "square",
      source: { mediaIds },
    });
    const wanted = bookPages(mediaIds, bench.isQuick ? 12 : pages);
    const book = await line.json(`/api/books/${made.value.id}`, "PATCH", { version: 1, pages: wanted });
    const year = Math.max(...rows.map((one) => one.year)) + 1;
    const calendar = await line.json("/api/books", "POST", {
      kind: "calendar",
      format: "a4",
      source: { year },
    });
    const months = mediaIds
      .slice(0, 12)
      .map((id) => ({ layout: null, mediaIds: [id], heading: "", caption: "" }));
    await line.json(`/api/books/${calendar.value.id}`, "PATCH", { version: 1, pages: months });
    const results = [];
    for (const [what, of] of [
      [`a book of ${wanted.length} pages, ${count} photos of 12 MP`, book.value],
      ["a calendar of 13 pages", calendar.value],
    ]) {
      const runs = [];
      await timed(album, line, of, "warm");
      const before = memoryOfTree(album.pid);
      for (let turn = 0; turn < rounds; turn++) runs.push(await timed(album, line, of, turn));
      const took = median(runs.map((run) => run.seconds));
      const growth = Math.max(...runs.map(({ peak }) => peak.pssBytes)) - before.pssBytes;
      results.push(
        row({
          what: `PDF of ${what}`,
          measured: seconds(took),
          target: `<= ${maxSeconds} s`,
          isMet: took <= maxSeconds,
          note: `${megabytes(runs[0].bytes)}; ${seconds(median(runs.map(({ cpu }) => cpu)))} of CPU; ${await look(bench, album, person, of)}`,
        }),
        row({
          what: `memory while it is made, all processes`,
          measured: megabytes(growth),
          target: `<= ${megabytes(maxGrowthBytes)} more`,
          isMet: growth <= maxGrowthBytes,
        }),
      );
    }
    line.close?.();
    return results;
  });
}
