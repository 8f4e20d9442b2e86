import { db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";

withTestDatabase();

// Dividing the tables by family changes the columns of their keys (tools/lib/partition-families.mjs).
const testOnWholeTables = process.env.TEST_PARTITIONED === "on" ? test.skip : test;

type ForeignKey = { name: string; table: string; columns: string[]; indexes: string[][] };

/**
 * The foreign keys that delete or change rows, with the columns of each index that can find them. A partial index can if
 * it leaves out only nulls.
 */
const readForeignKeys = () => db.$queryRaw<ForeignKey[]>`
  SELECT con.conname AS name, con.conrelid::regclass::text AS "table",
    ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = con.conrelid AND attnum = ANY (con.conkey)) AS columns,
    (SELECT coalesce(json_agg(ARRAY(
        SELECT attname::text FROM unnest(ind.indkey::int2[]) WITH ORDINALITY k(number, place)
        JOIN pg_attribute ON attrelid = ind.indrelid AND attnum = number
        WHERE place <= ind.indnkeyatts ORDER BY place)), '[]')
      FROM pg_index ind WHERE ind.indrelid = con.conrelid AND ind.indisvalid
        AND (ind.indpred IS NULL OR pg_get_expr(ind.indpred, ind.indrelid) = ANY (
          SELECT format('(%I IS NOT NULL)', attname) FROM pg_attribute
          WHERE attrelid = con.conrelid AND attnum = ANY (con.conkey)))) AS indexes
  FROM pg_constraint con
  WHERE con.contype = 'f' AND con.confdeltype IN ('c', 'n')
    AND con.connamespace = 'public'::regnamespace`;

const beginsWith = (index: string[], columns: string[]) =>
  columns.every((column) => index.slice(0, columns.length).includes(column));

testOnWholeTables(
  "deleting a row finds the rows that refer to it in an index, whatever the table",
  async () => {
    const keys = await readForeignKeys();
    expect(keys.length).toBeGreaterThan(100);
    const scanned = keys.filter(
      ({ columns, indexes }) => !indexes.some((index) => beginsWith(index, columns)),
    );
    expect(scanned.map(({ table, columns }) => `${table}: ${columns.join(", ")}`).sort()).toEqual([]);
  },
);
