import type { Readable } from "node:stream";
import type pg from "pg";
import { to } from "pg-copy-streams";
import type { BackedUpTable } from "@/lib/operations/backup/server/manifest";

/** Tables that migrations fill themselves. */
const notCopied = ["_prisma_migrations"];

export interface TableShape {
  name: string;
  columns: string[];
  /** An order that is the same on every machine. */
  orderBy: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Makes text output the same on every machine, whatever the server's or the session's settings are. */
export async function settleSession(client: pg.ClientBase): Promise<void> {
  await client.query(
    "SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET bytea_output = 'hex'; " +
      "SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET statement_timeout = 0; SET lock_timeout = 0; " +
      "SET idle_in_transaction_session_timeout = 0",
  );
}

/** The album's tables with their columns, except generated ones, which PostgreSQL recomputes. */
export async function listTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; keys: string[]; texts: string[] }>(
    `SELECT c.relname AS name,
            array_agg(a.attname::text ORDER BY a.attnum) AS columns,
            coalesce((SELECT array_agg(k.attname::text ORDER BY array_position(i.indkey::int2[], k.attnum))
                      FROM pg_index i JOIN pg_attribute k ON k.attrelid = c.oid AND k.attnum = ANY(i.indkey::int2[])
                      WHERE i.indrelid = c.oid AND i.indisprimary), '{}') AS keys,
            coalesce(array_agg(a.attname::text) FILTER (WHERE a.attcollation <> 0), '{}') AS texts
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.relname <> ALL($1)
     GROUP BY c.oid, c.relname ORDER BY c.relname`,
    [notCopied],
  );
  return rows.map(({ name, columns, keys, texts }) => {
    const order = (keys.length > 0 ? keys : columns).map(
      (column) => quoted(column) + (texts.includes(column) ? ' COLLATE "C"' : ""),
    );
    return { name, columns, orderBy: order.join(", ") };
  });
}

/** A table's rows in PostgreSQL's text format, in the order of its key. */
export function copyOut(client: pg.ClientBase, { name, columns, orderBy }: TableShape): Readable {
  const list = columns.map(quoted).join(", ");
  return client.query(to(`COPY (SELECT ${list} FROM public.${quoted(name)} ORDER BY ${orderBy}) TO STDOUT`));
}

export const copyInStatement = ({ name, columns }: Pick<BackedUpTable, "name" | "columns">) =>
  `COPY public.${quoted(name)} (${columns.map(quoted).join(", ")}) FROM STDIN`;

export async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM public.${quoted(table)}`);
  return Number(rows[0]?.count ?? 0);
}

/** The next values of the sequences. */
export async function readSequences(
  client: pg.ClientBase,
): Promise<{ name: string; value: string; isCalled: boolean }[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'S' ORDER BY 1`,
  );
  const sequences = [];
  for (const { name } of rows) {
    const read = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM public.${quoted(name)}`,
    );
    const [row] = read.rows;
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

export { quoted };
