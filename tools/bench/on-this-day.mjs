import { fillAlbum, fillVersion } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { ms, row } from "./row.mjs";
import { median, percentile } from "./statistics.mjs";

export const title = "On this day";

const maxMs = 3;
const years = 20;
const monthDay = "07-15";

/** Twenty years before this one, all of whose months contain everything. */
function manyMonths() {
  const thisYear = new Date().getUTCFullYear();
  return Array.from({ length: years * 12 }, (_, index) => ({
    year: thisYear - years + Math.floor(index / 12),
    month: (index % 12) + 1,
  }));
}

/** Measures the day's photos, as in a grown album. @returns how many there are */
async function measureDay(album) {
  const [month, day] = monthDay.split("-").map(Number);
  const [{ count }] = await album.query(
    `WITH measured AS (
       INSERT INTO "MediaMeasures" ("mediaId", "familyId", "queuedAt", "differenceHash", sharpness, brightness, tone)
       SELECT id, "familyId", NULL, hashtextextended(id::text, 0), 50 + abs(hashtext(id::text)) % 400, 120, 6579300
       FROM "Media" WHERE memory_day("takenAt", year, month, "yearPrecision") = $1
       ON CONFLICT DO NOTHING RETURNING 1)
     SELECT count(*)::int AS count FROM "Media" WHERE memory_day("takenAt", year, month, "yearPrecision") = $1`,
    [month * 100 + day],
  );
  await album.query('VACUUM ANALYZE "MediaMeasures"');
  return count;
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const items = bench.isQuick ? 20_000 : 1_000_000;
  const rounds = bench.isQuick ? 2 : 5;
  const calls = bench.isQuick ? 50 : 500;
  const options = { name: `rows-${items}-20y-${fillVersion}`, isKept: true };
  return withAlbum(bench, options, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items, months: manyMonths() });
    const ofDay = await measureDay(album);
    const line = new Line(album.url, reader.cookie);
    const path = `/api/on-this-day?date=${new Date().getUTCFullYear()}-${monthDay}`;
    const look = async () => {
      const answer = await line.json(path);
      // With few items, a year can have none on this day.
      if (answer.value.years.length < years / 2)
        throw new Error(`There are ${answer.value.years.length} years.`);
      return answer;
    };
    const first = await look();
    for (let call = 0; call < 50; call++) await look();
    const blocks = [];
    for (let round = 0; round < rounds; round++) {
      const times = [];
      for (let call = 0; call < calls; call++) times.push((await look()).ms);
      blocks.push(times);
    }
    // A heart makes the next call choose again.
    const chosenAgain = [];
    for (const { items: shown } of first.value.years.slice(0, rounds)) {
      await album.query(`DELETE FROM "Heart" WHERE "mediaId" = $1`, [shown[0].id]);
      await album.query(
        `INSERT INTO "Heart" ("userId", "mediaId", "familyId") SELECT "uploaderId", id, "familyId" FROM "Media" WHERE id = $1`,
        [shown[0].id],
      );
      chosenAgain.push((await look()).ms);
    }
    line.close();
    const p50 = median(blocks.map((block) => median(block)));
    const p99 = median(blocks.map((block) => percentile(block, 99)));
    const shown = first.value.years.reduce((sum, year) => sum + year.items.length, 0);
    const words = items.toLocaleString("en-GB");
    return [
      row({
        what: `On this day, ${words} items in one family, p50`,
        measured: ms(p50),
        target: `<= ${maxMs} ms`,
        isMet: p50 <= maxMs,
        note: `p99 ${ms(p99)}; ${ofDay.toLocaleString("en-GB")} items of the day in ${years} years, of which ${shown} are answered; median of ${rounds} rounds of ${calls}`,
      }),
      row({
        what: "The same just after one of the day's items was hearted",
        measured: ms(median(chosenAgain)),
        note: `the day's memories are chosen again; the very first time: ${ms(first.ms)}`,
      }),
    ];
  });
}
