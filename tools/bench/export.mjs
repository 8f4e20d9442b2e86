import { execFileSync } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import path from "node:path";
import { fillAlbum } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { runDownload } from "./downloader.mjs";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { prepareExport } from "./prepare-export.mjs";
import { cpuSecondsOfTree, requireProcFiles, whileWatching } from "./process-tree.mjs";
import { figure, megabytes, ms, row, seconds } from "./row.mjs";
import { median } from "./statistics.mjs";

export const title = "Export";

const maxStartMs = 1_000;
const maxFileBytes = 12_000;

/** Originals of 4 to 12 KB: the time depends on how many there are. */
async function writeOriginals(album) {
  await album.query('UPDATE "Media" SET bytes = 4000 + abs(hashtext(id::text)) % 8000');
  const rows = await album.query('SELECT bytes::int, "storagePath" FROM "Media"');
  const content = randomBytes(maxFileBytes);
  for (const [index, { bytes, storagePath }] of rows.entries()) {
    const file = path.join(album.dataDir, "media", storagePath);
    if (index === 0) mkdirSync(path.dirname(file), { recursive: true });
    content.writeUInt32LE(index);
    writeFileSync(file, content.subarray(0, bytes));
  }
  execFileSync("sync");
}

/** Gives every item everything that an item can have. */
async function sayEverything({ query }, { userId, familyId }) {
  const [{ id: memberId }] = await query('SELECT id FROM "FamilyMember" WHERE "userId" = $1', [userId]);
  const ofItems = 'FROM "Media" m WHERE m."familyId" = $1';
  await query(
    `INSERT INTO "Heart" ("userId", "mediaId", "familyId") SELECT $2, m.id, $1 ${ofItems} ON CONFLICT DO NOTHING`,
    [familyId, userId],
  );
  for (const text of ["How lovely that was!", "Who is that behind you?"]) {
    await query(
      `INSERT INTO "Comment" (id, "mediaId", "familyId", "userId", text)
       SELECT gen_random_uuid(), m.id, $1, $2, $3 ${ofItems}`,
      [familyId, userId, text],
    );
  }
  await query(
    `INSERT INTO "MediaTag" ("mediaId", "memberId", "familyId") SELECT m.id, $2, $1 ${ofItems} ON CONFLICT DO NOTHING`,
    [familyId, memberId],
  );
  await query(
    `INSERT INTO "MediaHashtag" ("mediaId", "familyId", hashtag) SELECT m.id, $1, 'sea' ${ofItems} ON CONFLICT DO NOTHING`,
    [familyId],
  );
  await query(
    `INSERT INTO "MediaFacts" ("mediaId", "familyId", "cameraMake", latitude, longitude)
     SELECT m.id, $1, 'Canon', 51.5, -0.12 ${ofItems} ON CONFLICT DO NOTHING`,
    [familyId],
  );
}

/** From the request to the first byte of the ZIP. */
function firstByte(url, cookie, start) {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const call = get(url, { headers: { cookie, range: `bytes=${start}-` } }, (response) => {
      if (response.statusCode !== 206) reject(new Error(`The ZIP was answered ${response.statusCode}`));
      response.once("data", () => {
        resolve(performance.now() - begun);
        call.destroy();
      });
      response.on("error", () => {});
    });
    call.on("error", reject);
  });
}

async function measureStarts(zip, cookie, rounds) {
  const starts = [];
  for (let round = 0; round < rounds; round++) {
    starts.push(await firstByte(zip.url, cookie, round === 0 ? 0 : randomInt(zip.bytes)));
  }
  return row({
    what: `Export of ${zip.items.toLocaleString("en-GB")} items: until it streams`,
    measured: ms(median(starts)),
    target: `<= ${maxStartMs} ms`,
    isMet: Math.max(...starts) <= maxStartMs,
    note: `to the first byte, from its beginning and ${rounds - 1} random places; the slowest ${ms(Math.max(...starts))}; ${zip.files.toLocaleString("en-GB")} files, ${megabytes(zip.bytes)}`,
  });
}

async function measureCuts(zip, count) {
  const cuts = new Set();
  while (cuts.size < count) cuts.add(randomInt(1, zip.bytes));
  const whole = await runDownload("resume", { ...zip, cuts: [] });
  const resumed = await runDownload("resume", { ...zip, cuts: [...cuts].sort((a, b) => a - b) });
  const isSame = whole.sha256 === resumed.sha256 && resumed.bytes === zip.bytes;
  return row({
    what: `The same, cut at ${count} random bytes and resumed`,
    measured: isSame ? "the same" : "another",
    target: "the same SHA-256",
    isMet: isSame,
    note: `SHA-256 ${resumed.sha256.slice(0, 12)}`,
  });
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  requireProcFiles();
  const items = bench.isQuick ? 1_000 : 20_000;
  return withAlbum(bench, { name: "export" }, async (album) => {
    const person = await signIn(album, "leaver");
    await fillAlbum(bench, album, person, { items });
    await sayEverything(album, person);
    await writeOriginals(album);
    const line = new Line(album.url, person.cookie);
    const cpuBefore = cpuSecondsOfTree(album.pid);
    const { peak, result: made } = await whileWatching(album.pid, () => prepareExport(line));
    const cpu = cpuSecondsOfTree(album.pid) - cpuBefore;
    const zip = {
      url: `${album.url}${made.url}`,
      cookie: person.cookie,
      bytes: made.bytes,
      items: made.itemCount,
      files: made.fileCount,
    };
    const starts = await measureStarts(zip, person.cookie, bench.isQuick ? 3 : 11);
    const cuts = await measureCuts(zip, bench.isQuick ? 20 : 200);
    // After a download, because only then can another one leave its files out.
    const again = await prepareExport(line, made.id);
    const rows = [
      row({
        what: `Export of ${items.toLocaleString("en-GB")} items: preparation`,
        measured: seconds(made.seconds),
        note: `${figure(cpu)} s of CPU; at most ${megabytes(peak.rssBytes)} RSS; what is new since, which is nothing: ${seconds(again.seconds)} and ${megabytes(again.bytes)}`,
      }),
      starts,
      cuts,
    ];
    line.close();
    return rows;
  });
}
