import { fillAlbum, fillVersion } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { ms, row } from "./row.mjs";
import { median, percentile } from "./statistics.mjs";

export const title = "Growing up";

const maxMs = 150;
/** One tag is new. */
const tagNow = `UPDATE "MediaTag" SET "createdAt" = clock_timestamp()
  WHERE ("mediaId", "memberId") IN (SELECT "mediaId", "memberId" FROM "MediaTag" WHERE "memberId" = $1 LIMIT 1)`;
const years = 10;

/** Ten years before this one, all of whose months contain everything. */
function manyMonths() {
  const thisYear = new Date().getUTCFullYear();
  return Array.from({ length: years * 12 }, (_, index) => ({
    year: thisYear - years + Math.floor(index / 12),
    month: (index % 12) + 1,
  }));
}

/** A child of ten tagged on this many photos, which are measured and hearted as in a grown album. @returns their id */
async function storeChild(album, photos) {
  const [{ id, familyId }] = await album.query(
    `INSERT INTO "FamilyMember" (id, "familyId", name, "birthDate")
     SELECT gen_random_uuid(), "familyId", 'Mia', make_date($1, 1, 2) FROM "Media" LIMIT 1 RETURNING id, "familyId"`,
    [new Date().getUTCFullYear() - years],
  );
  await album.query(
    `INSERT INTO "MediaTag" ("mediaId", "memberId", "familyId")
     SELECT id, $1, "familyId" FROM "Media" WHERE "familyId" = $2 ORDER BY sha256 LIMIT $3`,
    [id, familyId, photos],
  );
  await album.query(
    `INSERT INTO "MediaMeasures" ("mediaId", "familyId", "queuedAt", "differenceHash", sharpness, brightness, tone)
     SELECT m.id, m."familyId", NULL, hashtextextended(m.id::text, 0), 50 + abs(hashtext(m.id::text)) % 400, 120, 6579300
     FROM "MediaTag" t JOIN "Media" m ON m.id = t."mediaId" WHERE t."memberId" = $1
     ON CONFLICT DO NOTHING`,
    [id],
  );
  await album.query(
    `INSERT INTO "Heart" ("userId", "mediaId", "familyId")
     SELECT m."uploaderId", m.id, m."familyId" FROM "MediaTag" t JOIN "Media" m ON m.id = t."mediaId"
     WHERE t."memberId" = $1 AND abs(hashtext(m.id::text)) % 4 = 0 ON CONFLICT DO NOTHING`,
    [id],
  );
  for (const table of ["MediaTag", "MediaMeasures", "Heart"]) await album.query(`VACUUM ANALYZE "${table}"`);
  return id;
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const items = bench.isQuick ? 3_000 : 100_000;
  const photos = bench.isQuick ? 500 : 5_000;
  const rounds = bench.isQuick ? 2 : 5;
  const calls = bench.isQuick ? 5 : 20;
  const options = { name: `rows-${items}-${years}y-${fillVersion}`, isKept: true };
  return withAlbum(bench, options, async (album) => {
    const reader = await signIn(album, "reader");
    await fillAlbum(bench, album, reader, { items, months: manyMonths() });
    const child = await storeChild(album, photos);
    try {
      const line = new Line(album.url, reader.cookie);
      const time = async (path) => {
        const answer = await line.call(path);
        if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`);
        return answer;
      };
      const measured = [];
      for (const path of [`/growing-up/${child}`, `/api/growing-up/${child}`]) {
        for (let call = 0; call < 5; call++) await time(path);
        const blocks = [];
        for (let round = 0; round < rounds; round++) {
          const times = [];
          for (let call = 0; call < calls; call++) times.push((await time(path)).ms);
          blocks.push(times);
        }
        measured.push(blocks);
      }
      const afterTag = [];
      for (let call = 0; call < calls; call++) {
        await album.query(tagNow, [child]);
        afterTag.push((await time(`/api/growing-up/${child}`)).ms);
      }
      const { value } = await line.json(`/api/growing-up/${child}`);
      line.close();
      const shown = value.periods.reduce((sum, period) => sum + period.items.length, 0);
      const words = photos.toLocaleString("en-GB");
      const [page, call] = measured.map((blocks) => ({
        p50: median(blocks.map((block) => median(block))),
        p99: median(blocks.map((block) => percentile(block, 99))),
      }));
      const note = (p99) =>
        `p99 ${ms(p99)}; ${value.periods.length} parts of a life with ${shown} photos; median of ${rounds} rounds of ${calls}`;
      return [
        row({
          what: `A child's page, ${words} photos with them, p50`,
          measured: ms(page.p50),
          target: `<= ${maxMs} ms`,
          isMet: page.p50 <= maxMs,
          note: `the whole page through Next, ${note(page.p99)}`,
        }),
        row({ what: "The same as data", measured: ms(call.p50), note: note(call.p99) }),
        row({
          what: "The same as data, just after someone was tagged, p50",
          measured: ms(median(afterTag)),
          note: `the photos are chosen again then, and otherwise once a minute; ${calls} calls`,
        }),
      ];
    } finally {
      // Other runs reuse the album.
      await album.query(`DELETE FROM "FamilyMember" WHERE id = $1`, [child]);
    }
  });
}
