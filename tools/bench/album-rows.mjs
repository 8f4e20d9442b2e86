import { randomNumbers } from "./scene.mjs";
import { words } from "./words.mjs";

const rowsAStatement = 20_000;
const wordsADescription = 8;
const firstYear = 2022;

/** Part of a reused database's name: to be increased whenever rows would be generated differently. */
export const fillVersion = 1;

/**
 * The years and months before this one that contain everything.
 * @returns {{ year: number, month: number }[]}
 */
export function pastMonths() {
  const years = Math.max(1, new Date().getUTCFullYear() - firstYear);
  return Array.from({ length: years * 12 }, (_, index) => ({
    year: firstYear + Math.floor(index / 12),
    month: (index % 12) + 1,
  }));
}

/** Words in descriptions have the uneven frequencies of a natural language (Zipf's law). */
function describeItem(random) {
  return Array.from({ length: wordsADescription }, () => words[Math.floor(words.length ** random())]).join(
    " ",
  );
}

// Items of several families and months are mixed in the table, as uploads would leave them. Positions in a month come
// from a hash, so neighbours in the table aren't neighbours in a month.
const insertRows = `
  INSERT INTO "Media" (id, "familyId", "uploaderId", "fileName", "mediaType", "mimeType", year, month, description,
    "uploadDate", "takenAt", "sortAt", "storagePath", sha256, bytes, width, height, "thumbHash", derivatives, "mediumType")
  SELECT made.id, families.id, $2, 'IMG_' || made.number || '.jpg', 'image', 'image/jpeg', made.year, made.month,
    made.description, made.taken, made.taken, made.taken, 'families/' || families.id || '/originals/' || made.id || '.jpg',
    encode(sha256(made.id::text::bytea), 'hex'), 4000000 + made.number % 1000000, 4000, 3000,
    '1QcSHQRnh493V4dIh4eXh1h4kJUI', 'ready', 'image/jpeg'
  FROM (
    SELECT gen_random_uuid() AS id, place.number, place.description, months.year, months.month,
      make_timestamp(months.year, months.month, 1, 0, 0, 0)
        + (hashint8(place.number)::bigint + 2147483648) % 2419200 * interval '1 second' AS taken
    FROM (SELECT $3::bigint + ordinality AS number, description
          FROM unnest($1::text[]) WITH ORDINALITY AS given(description, ordinality)) place
    JOIN unnest($4::int[], $5::int[]) WITH ORDINALITY AS months(year, month, position)
      ON months.position = 1 + (place.number / cardinality($6::uuid[])) % cardinality($4::int[])
  ) made
  JOIN unnest($6::uuid[]) WITH ORDINALITY AS families(id, position)
    ON families.position = 1 + made.number % cardinality($6::uuid[])`;

async function withoutIndexes(query, work) {
  const indexes = await query(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'Media' AND indexdef NOT LIKE '%UNIQUE%'`,
  );
  for (const { indexname } of indexes) await query(`DROP INDEX "${indexname}"`);
  try {
    await work();
  } finally {
    // PostgreSQL describes a partitioned table's index without those of the partitions.
    for (const { indexdef } of indexes) await query(indexdef.replace(" ON ONLY ", " ON "));
  }
}

/** Counting millions of rows at the end takes a tenth of counting them as they come. */
async function withoutCounters(query, work) {
  await query('ALTER TABLE "Media" DISABLE TRIGGER USER');
  await work();
  await query('ALTER TABLE "Media" ENABLE TRIGGER USER');
  await query(`
    INSERT INTO "MediaMonth" ("familyId", year, month, "itemCount")
    SELECT "familyId", year, month, count(*) FROM "Media" WHERE "deletedAt" IS NULL GROUP BY 1, 2, 3`);
  await query(`
    UPDATE "Family" SET "storageBytes" = taken.bytes
    FROM (SELECT "familyId", sum(bytes) AS bytes FROM "Media" GROUP BY 1) taken WHERE id = taken."familyId"`);
}

/** @throws Error when the counters differ from the actual counts */
async function requireTrueCounts(query) {
  const wrong = await query(`
    SELECT 1 FROM "MediaMonth" kept FULL JOIN
      (SELECT "familyId", year, month, count(*) AS items FROM "Media" WHERE "deletedAt" IS NULL GROUP BY 1, 2, 3) true_one
      USING ("familyId", year, month)
    WHERE kept."itemCount" IS DISTINCT FROM true_one.items LIMIT 1`);
  if (wrong.length > 0) throw new Error("The counters of the months are wrong.");
}

/**
 * Fills the album with items that have a row and everything except files; a reused database only once.
 * @param {object} bench
 * @param {import("./album-server.mjs").Album} album
 * @param {import("./people.mjs").Person} owner of the first family, who uploaded everything and hearted a part
 * @param {{ items: number, families?: number, months?: { year: number, month: number }[] }} wanted
 */
export async function fillAlbum(bench, album, owner, { items, families = 1, months = pastMonths() }) {
  const { query } = album;
  const [{ count }] = await query('SELECT count(*)::int AS count FROM "Media"');
  if (count === items) return;
  if (count !== 0)
    throw new Error(`A kept database is half full: remove ${album.dataDir} and run this again.`);
  bench.log(`Filling the database with ${items.toLocaleString("en-GB")} items ...`);
  const others = await query(
    `INSERT INTO "Family" (id, name) SELECT gen_random_uuid(), 'Family ' || number
     FROM generate_series(2, $1::int) number RETURNING id`,
    [families],
  );
  const familyIds = [owner.familyId, ...others.map(({ id }) => id)];
  const random = randomNumbers(items + families);
  const fill = async () => {
    for (let first = 0; first < items; first += rowsAStatement) {
      const descriptions = Array.from({ length: Math.min(rowsAStatement, items - first) }, () =>
        describeItem(random),
      );
      const [years, numbers] = [months.map(({ year }) => year), months.map(({ month }) => month)];
      await query(insertRows, [descriptions, owner.userId, first, years, numbers, familyIds]);
    }
  };
  await withoutIndexes(query, () => withoutCounters(query, fill));
  await query(
    `INSERT INTO "Heart" ("userId", "mediaId", "familyId")
     SELECT $1, id, "familyId" FROM "Media" WHERE "familyId" = $2 AND hashtext(id::text) % 20 = 0`,
    [owner.userId, owner.familyId],
  );
  await query('VACUUM ANALYZE "Media"');
  await query('VACUUM ANALYZE "Heart"');
  await requireTrueCounts(query);
}
