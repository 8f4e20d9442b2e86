import sharp from "sharp";
import { partitionFamilies } from "../lib/partition-families.mjs";
import { fillAlbum, fillVersion, pastMonths } from "./album-rows.mjs";
import { withAlbum } from "./album-server.mjs";
import { dropFileCache } from "./file-cache.mjs";
import { Line } from "./line.mjs";
import { signIn } from "./people.mjs";
import { jsonBody } from "./picture-uploader.mjs";
import { megabytes, ms, row, seconds, times } from "./row.mjs";
import { randomNumbers } from "./scene.mjs";
import { median, percentile } from "./statistics.mjs";
import { words } from "./words.mjs";

export const title = "Tables divided by family";

const partitions = 64;
/** Families the reader belongs to: enough that another one's pages are seldom in memory. */
const familiesRead = 40;
const monthsAFamily = 10;
const searchesAFamily = 5;
const uploads = 150;
/** Percentage of rows that are changed before VACUUM. */
const changedPercent = 2;

async function divideOnce(database) {
  const [{ kind }] = await database.query(
    `SELECT relkind AS kind FROM pg_class WHERE oid = '"Media"'::regclass`,
  );
  if (kind === "p") return;
  await database.onOneConnection((query) => partitionFamilies(query, { partitions }));
}

/** A member of families all over the table. */
async function joinFamilies(album, reader) {
  const rows = await album.query(
    `INSERT INTO "Membership" ("familyId", "userId", role)
     SELECT id, $1, 'member' FROM (SELECT id FROM "Family" WHERE id <> $2 ORDER BY md5(id::text) LIMIT $3) chosen
     ON CONFLICT ("familyId", "userId") DO UPDATE SET role = 'member' RETURNING "familyId" AS id`,
    [reader.userId, reader.familyId, familiesRead],
  );
  return rows.map(({ id }) => id);
}

async function readFamilies(line, familyIds, random) {
  const found = { month: [], search: [], first: [] };
  const months = pastMonths();
  for (const familyId of familyIds) {
    await line.json("/api/switch-organization", "POST", { organizationId: familyId });
    for (let call = 0; call < monthsAFamily; call++) {
      const { year, month } = months[Math.floor(random() * months.length)];
      const answer = await line.json(`/api/media/month/${year}/${month}?limit=20`);
      (call === 0 ? found.first : found.month).push(answer.ms);
    }
    for (let call = 0; call < searchesAFamily; call++) {
      const word = words[Math.floor(words.length ** random())];
      found.search.push((await line.json(`/api/media/search?q=${word}`)).ms);
    }
  }
  return found;
}

/** They are deleted afterwards: a reused database must contain only what it was filled with. */
async function upload(album, line, first) {
  const found = [];
  for (let number = first; number < first + uploads; number++) {
    const background = { r: number % 256, g: Math.floor(number / 256) % 256, b: first % 251 };
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const { headers, body } = jsonBody(`${number}.jpg`, Buffer.concat([bytes, Buffer.from(String(number))]));
    const answer = await line.call("/api/media", { method: "POST", headers, body });
    if (answer.status !== 201) throw new Error(`An upload answered ${answer.status}: ${answer.body}`);
    found.push(answer.ms);
  }
  await album.query(`DELETE FROM "Media" WHERE "fileName" ~ '^[0-9]+\\.jpg$'`);
  return found;
}

/** @returns seconds for the whole table, and for its largest part, which is all that waits for one another */
async function vacuum(album, dividedTables) {
  // Without triggers: indexing the words of so many descriptions again would take longer than everything measured here.
  await album.query(
    `BEGIN; SET LOCAL session_replication_role = replica;
     UPDATE "Media" SET description = description || '.'
     WHERE hashtext(id::text) % 100 BETWEEN 0 AND ${changedPercent - 1}; COMMIT`,
  );
  const took = [];
  for (const table of dividedTables) {
    const started = performance.now();
    await album.query(`VACUUM (INDEX_CLEANUP ON) "${table}"`);
    took.push((performance.now() - started) / 1000);
  }
  return { all: took.reduce((sum, one) => sum + one, 0), largest: Math.max(...took) };
}

const partsOf = (isDivided) =>
  isDivided ? Array.from({ length: partitions }, (_, part) => `Media_${part}`) : ["Media"];

async function measureOne(bench, { items, families, isDivided }) {
  const name = `families-${items}-${families}-${isDivided ? partitions : 1}-${fillVersion}`;
  const options = { name, isKept: true, prepare: isDivided ? divideOnce : undefined };
  return withAlbum(bench, options, async (album) => {
    const reader = await signIn(album, "reader");
    const started = performance.now();
    await fillAlbum(bench, album, reader, { items, families });
    bench.log(`... filled in ${Math.round((performance.now() - started) / 1000)} s`);
    const familyIds = await joinFamilies(album, reader);
    await album.restartDatabase();
    await dropFileCache();
    const line = new Line(album.url, reader.cookie);
    const random = randomNumbers(5);
    const cold = await readFamilies(line, familyIds, random);
    const warm = await readFamilies(line, familyIds, random);
    const first = Number(Date.now() % 60_000);
    const sent = await upload(album, line, first);
    line.close();
    const [{ bytes }] = await album.query(
      `SELECT sum(pg_total_relation_size(inhrelid))::float8 + pg_total_relation_size('"Media"') AS bytes
       FROM pg_inherits WHERE inhparent = '"Media"'::regclass`,
    );
    const [{ whole }] = await album.query(`SELECT pg_total_relation_size('"Media"')::float8 AS whole`);
    const vacuumed = await vacuum(album, partsOf(isDivided));
    return { cold, warm, sent, bytes: bytes ?? whole, vacuumed };
  });
}

/** @param {object} bench @returns {Promise<import("./row.mjs").Row[]>} */
export async function measure(bench) {
  const [items, families] = bench.isQuick ? [100_000, 200] : [10_000_000, 20_000];
  const whole = await measureOne(bench, { items, families, isDivided: false });
  const divided = await measureOne(bench, { items, families, isDivided: true });
  const size = `${items.toLocaleString("en-GB")} items of ${families.toLocaleString("en-GB")} families`;
  const note = `limit: the same in one table; ${partitions} parts by hash of the family, ${familiesRead} families read in turn`;
  const both = (what, of, print = ms) =>
    row({
      what,
      measured: print(of(divided)),
      limit: print(of(whole)),
      ratio: times(of(divided) / of(whole)),
      note,
    });
  return [
    both(`Month page of ${size}, p50`, ({ warm }) => median(warm.month)),
    both(`Month page of ${size}, p99`, ({ warm }) => percentile(warm.month, 99)),
    both(`Month page of ${size}, the first after a restart, p50`, ({ cold }) => median(cold.first)),
    both(`Search in ${size}, p50`, ({ warm }) => median(warm.search)),
    both(`Search in ${size}, p99`, ({ warm }) => percentile(warm.search, 99)),
    both(`Upload beside ${size}, p50`, ({ sent }) => median(sent)),
    both(`VACUUM of ${size}, ${changedPercent} % changed`, ({ vacuumed }) => vacuumed.all, seconds),
    both(`The longest VACUUM of one table or part`, ({ vacuumed }) => vacuumed.largest, seconds),
    both(`Media with its indexes, ${size}`, ({ bytes }) => bytes, megabytes),
  ];
}
