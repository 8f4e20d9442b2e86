import type { PoolClient } from "pg";
import { databasePool } from "@/lib/db";

/** The installation's own rows, which belong to no family. */
const ownTables = new Set([
  "_prisma_migrations",
  "SystemSettings",
  "MailTemplateEdit",
  "GuessCount",
  "RateLimit",
  "BillingEvent",
  "IntegrityReport",
  "IntegrityFinding",
]);

interface Column {
  table: string;
  name: string;
  type: string;
  /** A unique index contains this column and none that gets a new value anyway. */
  isUnique: boolean;
}

const columnsOfAll = `
  SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type,
    EXISTS (
      SELECT 1 FROM pg_index i
      WHERE i.indrelid = c.oid AND i.indisunique AND a.attnum = ANY(i.indkey::smallint[]) AND NOT EXISTS (
        SELECT 1 FROM pg_attribute other
        WHERE other.attrelid = c.oid AND other.attnum = ANY(i.indkey::smallint[])
          AND other.atttypid = 'uuid'::regtype)
    ) AS "isUnique"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  ORDER BY c.relname, a.attnum`;

/**
 * Ids of version 0, which no task accepts: otherwise the worker would also finish what a family left undone for its
 * twin.
 */
const twinId = (value: string) => `overlay(md5('twin of ' || ${value}) placing '0' from 13)::uuid`;

/** The twin's value for a column: different ids throughout, different text where two rows can't share it. */
function twinValue({ name, type, isUnique }: Column): string {
  const quoted = `t."${name}"`;
  if (type === "uuid") return twinId(`${quoted}::text`);
  if (type === "uuid[]") return `(SELECT array_agg(${twinId("one::text")}) FROM unnest(${quoted}) one)`;
  if (!isUnique || !["bytea", "integer", "text"].includes(type)) return quoted;
  if (type === "bytea") return `sha256(${quoted})`;
  if (type === "integer") return `${quoted} + 1000000`;
  return `left('twin-' || ${quoted}, 250)`;
}

let columns: Promise<Map<string, Column[]>> | undefined;

async function readColumns(): Promise<Map<string, Column[]>> {
  const { rows } = await databasePool().query<Column>(columnsOfAll);
  const tables = Map.groupBy(rows, ({ table }) => table);
  for (const [table, own] of tables) {
    if (ownTables.has(table) || !own.some(({ type }) => type === "uuid")) tables.delete(table);
  }
  return tables;
}

async function inOneTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await databasePool().connect();
  try {
    await client.query("BEGIN");
    // Rows reference each other in cycles, and counters are copied as rows.
    await client.query("SET LOCAL session_replication_role = replica");
    const result = await work(client);
    await client.query("COMMIT");
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

export interface Twins {
  /** Rows of the twins that have changed or disappeared since the last time, and new ones that reference a twin. */
  changes: () => Promise<string[]>;
}

/**
 * An identical twin for every family and every person: each row is copied under different ids. Code that queries only
 * its own rows sees no difference, and changes none of the twins'.
 */
export async function createTwins(): Promise<Twins> {
  columns ??= readColumns();
  const tables = await columns;
  const pool = databasePool();
  const { rows } = await pool.query<{ id: string }>(
    `SELECT ${twinId("id::text")} AS id FROM "User" UNION ALL SELECT ${twinId("id::text")} FROM "Family"`,
  );
  const twins = rows.map(({ id }) => id);
  await inOneTransaction(async (client) => {
    for (const [table, own] of tables) {
      const names = own.map(({ name }) => `"${name}"`).join(", ");
      const values = own.map(twinValue).join(", ");
      await client.query(`INSERT INTO "${table}" (${names}) SELECT ${values} FROM "${table}" t`);
    }
  });
  const read = async (table: string) => {
    const { rows: found } = await pool.query<{ text: string }>(
      `SELECT t::text AS text FROM "${table}" t WHERE t::text ~ $1`,
      [twins.join("|")],
    );
    return new Set(found.map(({ text }) => text));
  };
  const known = new Map<string, Set<string>>();
  for (const table of tables.keys()) known.set(table, await read(table));

  return {
    async changes() {
      const found: string[] = [];
      for (const [table, before] of known) {
        const now = await read(table);
        for (const text of before) if (!now.has(text)) found.push(`gone or changed in ${table}: ${text}`);
        for (const text of now) if (!before.has(text)) found.push(`new in ${table}: ${text}`);
        known.set(table, now);
      }
      return found;
    },
  };
}

/** Rows only their person sees, by the column that says whose they are. */
const privateRows = {
  Notification: "userId",
  BasketItem: "userId",
  PrintOrder: "userId",
  PrintCredit: "userId",
  GiftOrder: "userId",
  GiftCredit: "userId",
  Upload: "userId",
  MediaArchive: "userId",
  Export: "userId",
  Book: "makerId",
  BillingCheckout: "userId",
} as const;

/** Copies a person's private rows for a relative in the same family: nobody sees those of another. */
export async function createRelative(userId: string): Promise<void> {
  columns ??= readColumns();
  const tables = await columns;
  await inOneTransaction(async (client) => {
    for (const [table, whose] of Object.entries(privateRows)) {
      const own = tables.get(table) ?? [];
      const values = own.map((column) => {
        const quoted = `t."${column.name}"`;
        if (column.name === "id" || column.name === whose) return twinId(`${quoted}::text || ', a relative'`);
        if (column.type === "uuid") return quoted;
        if (column.type === "integer" && column.isUnique) return `${quoted} + 2000000`;
        return column.isUnique && column.type === "text" ? `'relative-' || ${quoted}` : quoted;
      });
      const names = own.map(({ name }) => `"${name}"`).join(", ");
      await client.query(
        `INSERT INTO "${table}" (${names}) SELECT ${values.join(", ")} FROM "${table}" t WHERE t."${whose}" = $1`,
        [userId],
      );
    }
  });
}
