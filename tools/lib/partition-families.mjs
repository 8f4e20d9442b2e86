// Divides a filled or empty database by family, as docs/scale.md describes for a cell with hundreds of millions of items:
// the largest tables become 64 partitions by hash of the family, and every key between a family's tables names the family.

/** These have a row or more for each item. */
export const partitionedTables = [
  "Media",
  "MediaHashtag",
  "MediaTag",
  "MediaMeasures",
  "MediaFacts",
  "MediaClip",
  "MediaRecognition",
  "Face",
  "Heart",
  "Comment",
  "CommentRecording",
  "AlbumItem",
];

/**
 * Tables of a family that stay as they are, and why: each is looked up by something that says nothing about the family, or
 * belongs to such a row. There are few rows of each.
 */
export const wholeTables = {
  Invitation: "its code is all that a guest has",
  PrintOrder: "a print provider knows only its number",
  PrintProviderCall: "belongs to an order",
  PrintCredit: "belongs to an order",
  GiftOrder: "Stripe knows only the checkout",
  BillingAccount: "Stripe knows only the subscription",
  Upload: "lives for a day",
  PersonalKey: "its hash is all that a request has",
  Screen: "its secret's hash is all that a request has",
};

/** Rows that belong to a family through their parent row. */
const children = {
  NoticeLike: { parent: "Notice", by: "noticeId" },
  PrintOrderItem: { parent: "PrintOrder", by: "orderId" },
  GiftOrderPicture: { parent: "GiftOrder", by: "orderId" },
};

const quoted = (name) => `"${name}"`;
const list = (names) => names.map(quoted).join(", ");
const hasFamily = (columns) => columns.includes("familyId");
const withFamily = (columns) => (hasFamily(columns) ? columns : ["familyId", ...columns]);

const readKeys = `
  SELECT con.conname AS name, rel.relname AS "table", con.contype AS kind, other.relname AS target,
    ARRAY(SELECT attname::text FROM unnest(con.conkey) WITH ORDINALITY k(number, place)
          JOIN pg_attribute ON attrelid = con.conrelid AND attnum = number ORDER BY place) AS columns,
    ARRAY(SELECT attname::text FROM unnest(con.confkey) WITH ORDINALITY k(number, place)
          JOIN pg_attribute ON attrelid = con.confrelid AND attnum = number ORDER BY place) AS "targetColumns",
    con.confdeltype AS "onDelete"
  FROM pg_constraint con JOIN pg_class rel ON rel.oid = con.conrelid LEFT JOIN pg_class other ON other.oid = con.confrelid
  WHERE con.connamespace = 'public'::regnamespace AND con.contype IN ('p', 'u', 'f') AND con.conparentid = 0`;

/** Indexes that don't belong to a key. */
const readIndexes = `
  SELECT rel.relname AS "table", ind.relname AS name, indisunique AS "isUnique", pg_get_indexdef(indexrelid) AS definition,
    ARRAY(SELECT coalesce(attname::text, '') FROM unnest(indkey::int2[]) WITH ORDINALITY k(number, place)
          LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = number ORDER BY place) AS columns
  FROM pg_index JOIN pg_class ind ON ind.oid = indexrelid JOIN pg_class rel ON rel.oid = indrelid
  WHERE rel.relnamespace = 'public'::regnamespace AND NOT rel.relispartition
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))`;

const readTriggers = `
  SELECT rel.relname AS "table", pg_get_triggerdef(tg.oid) AS definition
  FROM pg_trigger tg JOIN pg_class rel ON rel.oid = tgrelid
  WHERE NOT tgisinternal AND rel.relnamespace = 'public'::regnamespace`;

const readFamilyTables = `
  SELECT relname AS name FROM pg_attribute JOIN pg_class rel ON rel.oid = attrelid
  WHERE attname = 'familyId' AND attnotnull AND relkind IN ('r', 'p') AND NOT relispartition
    AND relnamespace = 'public'::regnamespace`;

const rules = { c: "CASCADE", n: "SET NULL", a: "NO ACTION", r: "RESTRICT", d: "SET DEFAULT" };

/**
 * @typedef {{ name: string, table: string, columns: string[] }} Key
 */

/**
 * The keys of each of a family's tables that is divided.
 * @param {(sql: string) => Promise<any[]>} query
 * @returns {Promise<{ tables: string[], unique: Key[], references: Key[] }>}
 */
export async function readFamilyKeys(query) {
  const names = (await query(readFamilyTables)).map(({ name }) => name);
  const tables = new Set(names.filter((name) => !(name in wholeTables)));
  const keys = await query(readKeys);
  const indexes = await query(readIndexes);
  return {
    tables: [...tables].sort(),
    unique: [
      ...keys.filter(({ kind, table }) => kind !== "f" && tables.has(table)),
      ...indexes.filter(({ isUnique, table }) => isUnique && tables.has(table)),
    ],
    references: keys.filter(({ kind, target }) => kind === "f" && tables.has(target)),
  };
}

async function addFamilyToChildren(query) {
  for (const [child, { parent, by }] of Object.entries(children)) {
    await query(`
      ALTER TABLE "${child}" ADD COLUMN "familyId" uuid;
      UPDATE "${child}" child SET "familyId" = (SELECT "familyId" FROM "${parent}" parent WHERE parent.id = child."${by}");
      ALTER TABLE "${child}" ALTER COLUMN "familyId" SET NOT NULL;
      CREATE FUNCTION "${child}_family"() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          NEW."familyId" := (SELECT "familyId" FROM "${parent}" parent WHERE parent.id = NEW."${by}");
          RETURN NEW;
        END $$;
      CREATE TRIGGER "${child}_family" BEFORE INSERT ON "${child}" FOR EACH ROW EXECUTE FUNCTION "${child}_family"()`);
  }
}

async function makePartitioned(query, table, partitions) {
  const old = `${table}_whole`;
  await query(`
    ALTER TABLE "${table}" RENAME TO "${old}";
    CREATE TABLE "${table}" (LIKE "${old}" INCLUDING ALL EXCLUDING INDEXES) PARTITION BY HASH ("familyId")`);
  for (let part = 0; part < partitions; part++) {
    await query(
      `CREATE TABLE "${table}_${part}" PARTITION OF "${table}" FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${part})`,
    );
  }
  await query(`INSERT INTO "${table}" SELECT * FROM "${old}"; DROP TABLE "${old}"`);
}

/** The same reference, naming the family at both ends where both ends are divided. */
function reference({ name, table, target, columns, targetColumns, onDelete }, divided) {
  const rule = rules[onDelete];
  // The family's own row is identified by its id.
  const family = table === "Family" ? "id" : "familyId";
  const isWithin = divided.has(target) && !columns.includes(family);
  const from = isWithin ? [family, ...columns] : columns;
  const to = isWithin ? ["familyId", ...targetColumns] : targetColumns;
  const only = onDelete === "n" && isWithin ? ` (${list(columns)})` : "";
  return `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" FOREIGN KEY (${list(from)}) REFERENCES "${target}" (${list(to)})
    ON UPDATE CASCADE ON DELETE ${rule}${only}`;
}

const uniqueKey = ({ name, table, kind, columns }) =>
  `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${kind === "p" ? "PRIMARY KEY" : "UNIQUE"} (${list(withFamily(columns))})`;

function indexWithFamily({ isUnique, columns, definition }) {
  if (!isUnique || hasFamily(columns)) return definition;
  return definition.replace(/ USING btree \(/, ' USING btree ("familyId", ');
}

/**
 * Divides the database in one transaction; nothing else may use it meanwhile.
 * @param {(sql: string) => Promise<object[]>} query on one connection
 * @param {{ partitions?: number }} [options]
 */
export async function partitionFamilies(query, { partitions = 64 } = {}) {
  await query("BEGIN");
  await addFamilyToChildren(query);
  const { tables, unique, references } = await readFamilyKeys(query);
  const divided = new Set(tables);
  const isPartitioned = ({ table }) => partitionedTables.includes(table);
  const ownReferences = (await query(readKeys)).filter(
    (key) => key.kind === "f" && isPartitioned(key) && !references.some(({ name }) => name === key.name),
  );
  const indexes = (await query(readIndexes)).filter(
    (index) =>
      isPartitioned(index) || (divided.has(index.table) && index.isUnique && !hasFamily(index.columns)),
  );
  const triggers = (await query(readTriggers)).filter(isPartitioned);
  const keys = unique.filter((key) => key.kind && (isPartitioned(key) || !hasFamily(key.columns)));

  for (const { table, name } of [...references, ...ownReferences])
    await query(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  for (const { table, name } of keys) await query(`ALTER TABLE "${table}" DROP CONSTRAINT "${name}"`);
  for (const { name } of indexes) await query(`DROP INDEX "${name}"`);
  for (const table of partitionedTables) await makePartitioned(query, table, partitions);
  for (const key of keys) await query(uniqueKey(key));
  for (const index of indexes) await query(indexWithFamily(index));
  for (const key of [...references, ...ownReferences]) await query(reference(key, divided));
  for (const { definition } of triggers) await query(definition);
  await query("COMMIT");
}
