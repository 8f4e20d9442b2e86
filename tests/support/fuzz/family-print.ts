import { databasePool } from "@/lib/db";

interface Column {
  table: string;
  column: string;
}

let columns: Promise<Column[]> | undefined;

async function owningColumns(): Promise<Column[]> {
  const { rows } = await databasePool().query<Column>(
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
       AND (c.column_name IN ('familyId', 'userId') OR (c.table_name IN ('Family', 'User') AND c.column_name = 'id'))
     ORDER BY 1, 2`,
  );
  return rows;
}

/**
 * Every row that references one of these families or people, by table: equal before and after means nobody touched
 * them.
 */
export async function familyPrint(ids: string[]): Promise<Record<string, string[]>> {
  columns ??= owningColumns();
  const print: Record<string, string[]> = {};
  for (const { table, column } of await columns) {
    const { rows } = await databasePool().query<{ row: string }>(
      `SELECT t::text AS row FROM "${table}" t WHERE "${column}"::text = ANY($1) ORDER BY 1`,
      [ids],
    );
    print[`${table}.${column}`] = rows.map(({ row }) => row);
  }
  return print;
}
